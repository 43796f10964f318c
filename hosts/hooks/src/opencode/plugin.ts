/**
 * Runs inside OpenCode: passes its plugin hooks and bus events to the bundled hook and puts the answer where the model reads
 * it. A prompt's answer goes beside the prompt, marked `synthetic` and stored in the session. It is also marked `ignored`;
 * only the agent's own requests get it without that mark, so a request for the session's title does not. A tool's answer goes
 * at the end of its result. The answer to a compaction or a failed tool goes into the requests only, always at the same
 * place. OpenCode shows a plugin's error to its user, so nothing here throws.
 */
import { type HookQueue, hookQueue } from "../plugin/hook-queue.ts";
import type { HookCommand } from "../plugin/start-hook.ts";
import {
  type Fields,
  fieldsOf,
  type Message,
  type MessageOutput,
  type Part,
  type ToolOutput,
  textOf,
} from "./plugin-shapes.ts";
import { type PluginInput, type Sessions, sessionsOf } from "./sessions.ts";

interface Telling {
  readonly hook: HookQueue;
  readonly sessions: Sessions;
  /** Last message of the agent, by session. */
  readonly said: Map<string, string>;
  /** Kind of agent, by session. */
  readonly kinds: Map<string, string>;
  readonly compacting: Set<string>;
  /** Sessions that were shown the start block again since their last prompt. */
  readonly opened: Set<string>;
  /** Texts for requests only: by the message they are added to, and by the tool call that failed. */
  readonly besideMessage: Map<string, string>;
  readonly besideCall: Map<string, Promise<string>>;
}

export interface Called extends Fields {
  readonly sessionID: string;
}

/** Total limit for the ends of all sessions. */
const END_LIMIT_MS = 1_500;
/** Matches our notes in the text to be summarised. */
const CONTEXT_NOTE = /^<tacit-memory>/;

export function openCodePlugin(command: HookCommand) {
  return async (input: PluginInput) => {
    const telling: Telling = {
      hook: hookQueue(command, "opencode"),
      sessions: sessionsOf(input),
      said: new Map(),
      kinds: new Map(),
      compacting: new Set(),
      opened: new Set(),
      besideMessage: new Map(),
      besideCall: new Map(),
    };
    return {
      event: (hostEvent: { event: { type: string; properties?: unknown } }) =>
        quietly(() =>
          EVENTS[hostEvent.event.type]?.(telling, fieldsOf(hostEvent.event.properties)),
        ),
      "chat.message": (call: Called, output: MessageOutput) =>
        quietly(() => atPrompt(telling, call, output)),
      "tool.execute.after": (call: Called, output: ToolOutput | undefined) =>
        quietly(() => afterTool(telling, call, output)),
      "experimental.text.complete": (call: Called, output: { text: string }) =>
        quietly(async () => telling.said.set(call.sessionID, output.text)),
      "experimental.session.compacting": (call: Called) =>
        quietly(() => {
          telling.compacting.add(call.sessionID);
          return tell(telling, call.sessionID, "experimental.session.compacting", {});
        }),
      "experimental.chat.messages.transform": (_: unknown, request: { messages: Message[] }) =>
        quietly(() => atRequest(telling, request.messages)),
      dispose: () => quietly(() => atEnd(telling)),
    };
  };
}

async function quietly(act: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await act();
  } catch {
    // OpenCode passed a form we do not know: the session continues without us.
  }
}

async function tell(
  { hook, sessions }: Telling,
  session: string,
  event: string,
  more: object,
): Promise<string> {
  return hook.tell(event, { ...(await sessions.placeOf(session)), ...more });
}

const EVENTS: Readonly<
  Record<string, (telling: Telling, properties: Fields) => Promise<unknown> | undefined>
> = {
  "session.created": (telling, { info }) => {
    const session = textOf(fieldsOf(info)["id"]);
    const isNew = session !== "" && telling.sessions.began(fieldsOf(info));
    return isNew ? tell(telling, session, "session.created", {}) : undefined;
  },
  "session.compacted": (telling, { sessionID }) =>
    tell(telling, textOf(sessionID), "session.compacted", {}),
  "session.idle": (telling, { sessionID }) => {
    const session = textOf(sessionID);
    const message = telling.said.get(session) ?? "";
    telling.said.delete(session);
    const agentKind = telling.kinds.get(session) ?? null;
    return tell(telling, session, "session.idle", { message, agentKind });
  },
  // OpenCode sends no `tool.execute.after` for a tool that throws.
  "message.part.updated": (telling, { part }) => {
    const { type, state, sessionID, callID = "", tool } = part as Part;
    const isNew = type === "tool" && state?.status === "error" && !telling.besideCall.has(callID);
    if (!isNew) return undefined;
    const failure = { tool, callID, args: state.input, error: state.error };
    const answer = tell(telling, sessionID, "tool.error", failure);
    telling.besideCall.set(callID, answer);
    return answer;
  },
};

async function atPrompt(
  telling: Telling,
  { sessionID, agent }: Called,
  { message, parts }: MessageOutput,
): Promise<void> {
  const typed = parts.filter((part) => part.type === "text" && part.synthetic !== true);
  const last = typed.at(-1);
  if (last === undefined) return;
  telling.compacting.delete(sessionID);
  const agentKind = textOf(agent) || textOf(message.agent);
  telling.kinds.set(sessionID, agentKind);
  const text = await tell(telling, sessionID, "chat.message", {
    prompt: typed.map((part) => part.text).join("\n"),
    messageID: message.id,
    agentKind,
    isOpened: telling.opened.delete(sessionID),
  });
  // OpenCode orders parts by their ids.
  if (text === "") return;
  const part = syntheticPart(message.id, sessionID, `${last.id}tacit`, text);
  parts.push({ ...part, ignored: true });
}

async function afterTool(
  telling: Telling,
  { tool, sessionID, callID, args }: Called,
  output: ToolOutput | undefined,
): Promise<void> {
  if (output === undefined) return;
  const { content } = output;
  const printed =
    content === undefined ? output.output : content.map((item) => item.text).join("\n");
  const isForeign = content !== undefined;
  const exit = fieldsOf(output.metadata)["exit"];
  const result = { tool, callID, args, isForeign, output: printed, exit };
  const text = await tell(telling, sessionID, "tool.execute.after", result);
  if (text === "") return;
  if (content === undefined) output.output = `${printed}\n\n${text}`;
  else content.push({ type: "text", text });
}

async function atRequest(telling: Telling, messages: Message[]): Promise<void> {
  // Replace the messages in the same list: a request for a title, which begins at the same time, has the old messages.
  for (const [at, message] of messages.entries()) messages[at] = withShown(message);
  const session = messages[0]?.info.sessionID ?? "";
  if (telling.compacting.has(session)) await atCompaction(telling, session, messages);
  for (const message of messages) await addShown(telling, message);
}

function withShown({ info, parts }: Message): Message {
  const isTold = ({ ignored, text = "" }: Part) => ignored === true && CONTEXT_NOTE.test(text);
  return { info, parts: parts.map((part) => (isTold(part) ? { ...part, ignored: false } : part)) };
}

/** Removes our notes from what is to be summarised; the request after that gets the start block again. */
async function atCompaction(
  telling: Telling,
  session: string,
  messages: readonly Message[],
): Promise<void> {
  if (!messages.some(({ info }) => info.summary === true)) {
    for (const { parts } of messages) removeShown(parts);
    return;
  }
  const target = messages.findLast(({ info }) => info.role === "user")?.info.id;
  if (target === undefined) return;
  telling.compacting.delete(session);
  telling.opened.add(session);
  telling.besideMessage.set(target, await tell(telling, session, "session.continued", {}));
}

function removeShown(parts: Part[]): void {
  const remaining = parts.filter(
    ({ synthetic, text }) => synthetic !== true || !CONTEXT_NOTE.test(text ?? ""),
  );
  parts.splice(0, parts.length, ...remaining);
}

async function addShown(
  { besideMessage, besideCall }: Telling,
  { info, parts }: Message,
): Promise<void> {
  const text = besideMessage.get(info.id) ?? "";
  if (text !== "") parts.push(syntheticPart(info.id, info.sessionID, `${info.id}tacit`, text));
  for (const { callID = "", state } of parts) {
    if (state?.status !== "error") continue;
    const context = (await besideCall.get(callID)) ?? "";
    if (context !== "") state.error = `${state.error}\n\n${context}`;
  }
}

/**
 * Reports the ends of sessions, the latest first, as far as time allows: the user waits, and unreported sessions are learned
 * from later.
 */
async function atEnd({ hook, sessions }: Telling): Promise<void> {
  const startedAtMs = performance.now();
  for (const place of sessions.ofUser().toReversed()) {
    await hook.tellLast("dispose", place);
    if (performance.now() - startedAtMs > END_LIMIT_MS) return;
  }
}

function syntheticPart(messageID: string, sessionID: string, id: string, text: string): Part {
  return { id, sessionID, messageID, type: "text", synthetic: true, text };
}
