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

interface PluginState {
  readonly hook: HookQueue;
  readonly sessions: Sessions;
  /** Last message of the agent, by session. */
  readonly lastMessages: Map<string, string>;
  /** Kind of agent, by session. */
  readonly kinds: Map<string, string>;
  readonly compacting: Set<string>;
  /** Sessions that were shown the start block again since their last prompt. */
  readonly opened: Set<string>;
  /** Texts for requests only: by the message they are added to, and by the tool call that failed. */
  readonly besideMessage: Map<string, string>;
  readonly callBlocks: Map<string, Promise<string>>;
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
    const plugin: PluginState = {
      hook: hookQueue(command, "opencode"),
      sessions: sessionsOf(input),
      lastMessages: new Map(),
      kinds: new Map(),
      compacting: new Set(),
      opened: new Set(),
      besideMessage: new Map(),
      callBlocks: new Map(),
    };
    return {
      event: (hostEvent: { event: { type: string; properties?: unknown } }) =>
        quietly(() => EVENTS[hostEvent.event.type]?.(plugin, fieldsOf(hostEvent.event.properties))),
      "chat.message": (call: Called, output: MessageOutput) =>
        quietly(() => atPrompt(plugin, call, output)),
      "tool.execute.after": (call: Called, output: ToolOutput | undefined) =>
        quietly(() => afterTool(plugin, call, output)),
      "experimental.text.complete": (call: Called, output: { text: string }) =>
        quietly(async () => plugin.lastMessages.set(call.sessionID, output.text)),
      "experimental.session.compacting": (call: Called) =>
        quietly(() => {
          plugin.compacting.add(call.sessionID);
          return report(plugin, call.sessionID, "experimental.session.compacting", {});
        }),
      "experimental.chat.messages.transform": (_: unknown, request: { messages: Message[] }) =>
        quietly(() => atRequest(plugin, request.messages)),
      dispose: () => quietly(() => atEnd(plugin)),
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

async function report(
  { hook, sessions }: PluginState,
  session: string,
  event: string,
  more: object,
): Promise<string> {
  return hook.report(event, { ...(await sessions.placeOf(session)), ...more });
}

const EVENTS: Readonly<
  Record<string, (plugin: PluginState, properties: Fields) => Promise<unknown> | undefined>
> = {
  "session.created": (plugin, { info }) => {
    const session = textOf(fieldsOf(info)["id"]);
    const isNew = session !== "" && plugin.sessions.began(fieldsOf(info));
    return isNew ? report(plugin, session, "session.created", {}) : undefined;
  },
  "session.compacted": (plugin, { sessionID }) =>
    report(plugin, textOf(sessionID), "session.compacted", {}),
  "session.idle": (plugin, { sessionID }) => {
    const session = textOf(sessionID);
    const message = plugin.lastMessages.get(session) ?? "";
    plugin.lastMessages.delete(session);
    const agentKind = plugin.kinds.get(session) ?? null;
    return report(plugin, session, "session.idle", { message, agentKind });
  },
  // OpenCode sends no `tool.execute.after` for a tool that throws.
  "message.part.updated": (plugin, { part }) => {
    const { type, state, sessionID, callID = "", tool } = part as Part;
    const isNew = type === "tool" && state?.status === "error" && !plugin.callBlocks.has(callID);
    if (!isNew) return undefined;
    const failure = { tool, callID, args: state.input, error: state.error };
    const answer = report(plugin, sessionID, "tool.error", failure);
    plugin.callBlocks.set(callID, answer);
    return answer;
  },
};

async function atPrompt(
  plugin: PluginState,
  { sessionID, agent }: Called,
  { message, parts }: MessageOutput,
): Promise<void> {
  const typed = parts.filter((part) => part.type === "text" && part.synthetic !== true);
  const last = typed.at(-1);
  if (last === undefined) return;
  plugin.compacting.delete(sessionID);
  const agentKind = textOf(agent) || textOf(message.agent);
  plugin.kinds.set(sessionID, agentKind);
  const text = await report(plugin, sessionID, "chat.message", {
    prompt: typed.map((part) => part.text).join("\n"),
    messageID: message.id,
    agentKind,
    isOpened: plugin.opened.delete(sessionID),
  });
  // OpenCode orders parts by their ids.
  if (text === "") return;
  const part = syntheticPart(message.id, sessionID, `${last.id}tacit`, text);
  parts.push({ ...part, ignored: true });
}

async function afterTool(
  plugin: PluginState,
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
  const text = await report(plugin, sessionID, "tool.execute.after", result);
  if (text === "") return;
  if (content === undefined) output.output = `${printed}\n\n${text}`;
  else content.push({ type: "text", text });
}

async function atRequest(plugin: PluginState, messages: Message[]): Promise<void> {
  // Replace the messages in the same list: a request for a title, which begins at the same time, has the old messages.
  for (const [at, message] of messages.entries()) messages[at] = withShown(message);
  const session = messages[0]?.info.sessionID ?? "";
  if (plugin.compacting.has(session)) await atCompaction(plugin, session, messages);
  for (const message of messages) await addShown(plugin, message);
}

function withShown({ info, parts }: Message): Message {
  const isOwnNote = ({ ignored, text = "" }: Part) => ignored === true && CONTEXT_NOTE.test(text);
  return {
    info,
    parts: parts.map((part) => (isOwnNote(part) ? { ...part, ignored: false } : part)),
  };
}

/** Removes our notes from what is to be summarised; the request after that gets the start block again. */
async function atCompaction(
  plugin: PluginState,
  session: string,
  messages: readonly Message[],
): Promise<void> {
  if (!messages.some(({ info }) => info.summary === true)) {
    for (const { parts } of messages) removeShown(parts);
    return;
  }
  const target = messages.findLast(({ info }) => info.role === "user")?.info.id;
  if (target === undefined) return;
  plugin.compacting.delete(session);
  plugin.opened.add(session);
  plugin.besideMessage.set(target, await report(plugin, session, "session.continued", {}));
}

function removeShown(parts: Part[]): void {
  const remaining = parts.filter(
    ({ synthetic, text }) => synthetic !== true || !CONTEXT_NOTE.test(text ?? ""),
  );
  parts.splice(0, parts.length, ...remaining);
}

async function addShown(
  { besideMessage, callBlocks }: PluginState,
  { info, parts }: Message,
): Promise<void> {
  const text = besideMessage.get(info.id) ?? "";
  if (text !== "") parts.push(syntheticPart(info.id, info.sessionID, `${info.id}tacit`, text));
  for (const { callID = "", state } of parts) {
    if (state?.status !== "error") continue;
    const context = (await callBlocks.get(callID)) ?? "";
    if (context !== "") state.error = `${state.error}\n\n${context}`;
  }
}

/**
 * Reports the ends of sessions, the latest first, as far as time allows: the user waits, and unreported sessions are learned
 * from later.
 */
async function atEnd({ hook, sessions }: PluginState): Promise<void> {
  const startedAtMs = performance.now();
  for (const place of sessions.ofUser().toReversed()) {
    await hook.reportEnd("dispose", place);
    if (performance.now() - startedAtMs > END_LIMIT_MS) return;
  }
}

function syntheticPart(messageID: string, sessionID: string, id: string, text: string): Part {
  return { id, sessionID, messageID, type: "text", synthetic: true, text };
}
