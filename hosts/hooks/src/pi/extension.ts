/**
 * Runs inside pi: passes its extension events to the bundled hook, puts the answer where the model reads it, and offers the
 * tools of our server, because pi is no MCP client. A prompt's answer becomes its own message, stored in the session; a
 * tool's answer goes at the end of its result; after a compaction within a run the answer goes into the requests only.
 * Nothing here throws, changes or blocks anything of pi's.
 */
import { type HookQueue, hookQueue } from "../plugin/hook-queue.ts";
import type { HookCommand } from "../plugin/start-hook.ts";
import type { ServerCommand } from "./server-client.ts";
import { serverTools, type ToolHost } from "./server-tools.ts";

/** Type under which our messages are stored in a session's file. */
const OURS = "tacit";

interface Content {
  readonly type: string;
  readonly text?: string;
}

interface Message {
  readonly role: string;
  readonly content?: string | readonly Content[];
}

interface SessionEntry {
  readonly id?: string;
  readonly type: string;
  readonly customType?: string;
  /** First entry that a compaction did not summarise. */
  readonly firstKeptEntryId?: string;
}

/** The parts of pi 0.73's event context that are used here. */
export interface PiContext {
  readonly cwd: string;
  readonly sessionManager: {
    getSessionId(): string;
    /** Returns the entries from the root to the session's current position. */
    getBranch(): readonly SessionEntry[];
  };
}

interface PiEvents {
  session_start: { reason: string };
  before_agent_start: { prompt: string };
  tool_result: {
    toolName: string;
    toolCallId: string;
    input: unknown;
    content: readonly Content[];
    isError: boolean;
  };
  session_before_compact: object;
  session_compact: { compactionEntry?: { summary?: string } };
  context: { messages: readonly Message[] };
  agent_end: { messages: readonly Message[] };
  session_shutdown: { reason: string };
}

export interface Pi extends ToolHost {
  on<Name extends keyof PiEvents>(
    name: Name,
    listen: (event: PiEvents[Name], context: PiContext) => Promise<unknown>,
  ): void;
}

/** Message shown in the middle of a run, and its position in the requests. */
interface Shown {
  readonly message: object;
  readonly at: number;
}

export function piExtension(command: HookCommand & ServerCommand) {
  return (pi: Pi): void => {
    const hook = hookQueue(command, "pi");
    const report = (event: string, context: PiContext, more: object) =>
      hook.report(event, { ...placeOf(context), ...more });
    listenToTurns(pi, report);
    listenToCompaction(pi, report);
    const tools = serverTools(pi, command);
    listen(pi, "session_start", async ({ reason }, context) => {
      await Promise.all([report("session_start", context, { reason }), tools.offer(context.cwd)]);
    });
    listen(pi, "session_shutdown", async ({ reason }, context) => {
      tools.close();
      await hook.reportEnd("session_shutdown", { ...placeOf(context), reason });
    });
  };
}

type Report = (event: string, context: PiContext, more: object) => ReturnType<HookQueue["report"]>;

function listenToTurns(pi: Pi, report: Report): void {
  listen(pi, "before_agent_start", async ({ prompt }, context) => {
    const more = { prompt, standing: stateOf(context) };
    const text = await report("before_agent_start", context, more);
    return text === "" ? undefined : { message: messageOf(text) };
  });
  listen(pi, "tool_result", async (event, context) => {
    const { toolName, toolCallId, input, content, isError } = event;
    const output = textOf(content);
    const more = { toolName, toolCallId, input, output, isError };
    const text = await report("tool_result", context, more);
    return text === "" ? undefined : { content: [...content, { type: "text", text }] };
  });
  listen(pi, "agent_end", ({ messages }, context) => {
    const last = messages.findLast(({ role }) => role === "assistant");
    return report("agent_end", context, { message: textOf(last?.content ?? "") });
  });
}

function listenToCompaction(pi: Pi, report: Report): void {
  let isCompacted = false;
  let shown: Shown | null = null;
  listen(pi, "session_before_compact", (_event, context) =>
    report("session_before_compact", context, {}),
  );
  listen(pi, "session_compact", ({ compactionEntry }, context) => {
    isCompacted = true;
    shown = null;
    return report("session_compact", context, { summary: compactionEntry?.summary ?? "" });
  });
  // A prompt gets its own permanent answer.
  listen(pi, "before_agent_start", async () => {
    isCompacted = false;
    shown = null;
  });
  listen(pi, "context", async ({ messages }, context) => {
    if (isCompacted && stateOf(context) === "compacted") {
      isCompacted = false;
      const text = await report("context", context, {});
      if (text !== "")
        shown = {
          message: { role: "custom", timestamp: Date.now(), ...messageOf(text) },
          at: messages.length,
        };
    }
    if (shown === null) return undefined;
    const { at, message } = shown;
    return { messages: [...messages.slice(0, at), message, ...messages.slice(at)] };
  });
}

/** Registers a listener that returns `act`'s answer to pi; a failure returns undefined. */
function listen<Name extends keyof PiEvents>(
  pi: Pi,
  name: Name,
  act: (event: PiEvents[Name], context: PiContext) => Promise<unknown>,
): void {
  pi.on(name, async (event, context) => {
    try {
      const answer = await act(event, context);
      return typeof answer === "object" ? answer : undefined;
    } catch {
      return undefined;
    }
  });
}

function placeOf({ cwd, sessionManager }: PiContext) {
  return { cwd, session: sessionManager.getSessionId() };
}

/** Returns "opened" if the model still reads a message of ours, "compacted" if a compaction removed it, else "fresh". */
function stateOf({ sessionManager }: PiContext): "fresh" | "compacted" | "opened" {
  const entries = sessionManager.getBranch();
  const compaction = entries.findLastIndex(({ type }) => type === "compaction");
  const firstKept = entries[compaction]?.firstKeptEntryId;
  const from = firstKept === undefined ? -1 : entries.findIndex(({ id }) => id === firstKept);
  const read = entries.slice(from === -1 ? compaction + 1 : from);
  if (read.some(({ customType }) => customType === OURS)) return "opened";
  return compaction === -1 ? "fresh" : "compacted";
}

function messageOf(text: string) {
  return { customType: OURS, content: text, display: false };
}

function textOf(content: string | readonly Content[]): string {
  if (typeof content === "string") return content;
  return content
    .filter(({ type }) => type === "text")
    .map(({ text }) => text ?? "")
    .join("\n");
}
