/**
 * Cline's hooks, by payloads recorded from its command line 3.0.65, translated into Claude Code's terms. Only an answer after
 * a tool reaches the model, so a session's start block is shown with its first tool. The command line reports neither the
 * typed prompt nor the end of a session; an interactive session reports its end.
 */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { type ClineUse, clineUses } from "@tacit-memory/transcripts";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, Env, HookCall, Host, Payload } from "../host.ts";
import { list, number, record, text } from "../payload.ts";
import { lastTyped } from "./session-messages.ts";

const NAME = "cline";
/** Number of early iterations in a turn. The first of them may only have called our own tools. */
const EARLY_ITERATIONS = 4;

export const CLINE: Host = {
  name: NAME,
  folderOf: (payload) =>
    text(list(payload["workspaceRoots"])[0]) ?? text(record(payload["workspaceInfo"])["rootPath"]),
  decode: (event, payload, place, nowMs, env = {}) => {
    const { sessionId, agentId } = whoseOf(payload);
    if (sessionId === null || !Object.hasOwn(MOMENTS, event)) return null;
    const read = (as: string, more: Payload): HookCall | null =>
      readMoment(NAME, as, { session_id: sessionId, agent_id: agentId, ...more }, place, nowMs);
    return MOMENTS[event]?.({ payload, sessionId, agentId, read, place, env }) ?? null;
  },
  encode: (event, context) =>
    event === "PostToolUse" && context !== ""
      ? JSON.stringify({ contextModification: context })
      : "",
};

interface ClineMessage {
  readonly payload: Payload;
  readonly sessionId: string;
  /** Id of the subagent; null for the session's own agent. */
  readonly agentId: string | null;
  readonly read: (as: string, more: Payload) => HookCall | null;
  readonly place: ProjectIdentity;
  readonly env: Env;
}

const MOMENTS: Readonly<Record<string, (value: ClineMessage) => HookCall | null>> = {
  TaskStart: turnStart,
  PostToolUse: afterTool,
  TaskComplete: turnEnd,
  SessionShutdown: ({ agentId, payload, read }) =>
    agentId === null ? read("SessionEnd", { reason: payload["reason"] }) : null,
};

/** Returns the session and the agent of a payload. Every agent has an id; an agent with a parent is a subagent. */
function whoseOf(payload: Payload) {
  const session = text(record(payload["sessionContext"])["rootSessionId"]);
  const isSubagent = text(payload["parent_agent_id"]) !== null;
  return {
    sessionId: session ?? text(payload["taskId"]),
    agentId: isSubagent ? text(payload["agent_id"]) : null,
  };
}

/** Reads the start of a turn, not only of the first. The host does not wait for this hook, so it is the time to learn. */
function turnStart({ agentId, sessionId, read }: ClineMessage): HookCall | null {
  if (agentId !== null) {
    const call = read("SubagentStart", { agent_type: "subagent" });
    return call === null ? null : { ...call, ask: null };
  }
  const call = read("SessionStart", { source: "startup" });
  if (call === null) return null;
  const events = call.events.map((event) => ({ ...event, key: `start:${sessionId}` }));
  return { ...call, events, ask: { kind: "settle", isUnawaited: true } };
}

function afterTool(moment: ClineMessage): HookCall | null {
  const { payload, read } = moment;
  const result = record(payload["tool_result"]);
  const name = text(result["name"]) ?? "";
  const id = text(result["id"]) ?? `${text(payload["timestamp"])}:${name}`;
  const uses = clineUses(id, name, result["input"], result["output"] ?? result["error"]);
  const calls = uses.flatMap((use) => readUse(read, use, result) ?? []);
  const [first] = calls;
  if (first === undefined) return null;
  const events = calls.flatMap((call) => call.events);
  const typed = promptOf(moment);
  // Our own tools are not stored and answer by themselves.
  if (events.length === 0) return { ...first, events: typed, ask: null };
  const asks = calls.map(askOf).filter((toolAsk) => toolAsk !== null);
  const ask = asks.find(({ error }) => error !== null) ?? asks[0] ?? nothingInHand(payload);
  return {
    ...first,
    events: [...typed, ...events],
    ask: ask === null ? null : { ...ask, opensAt: ["tool_result"] },
  };
}

type ToolAsk = Ask & { readonly kind: "tool" };

/**
 * Returns an empty question early in a turn, where a tool without files or an error may be the session's first; null later.
 */
function nothingInHand(payload: Payload): ToolAsk | null {
  const isEarly = (number(payload["iteration"]) ?? 1) <= EARLY_ITERATIONS;
  return isEarly ? { kind: "tool", files: [], error: null } : null;
}

function askOf(call: HookCall): ToolAsk | null {
  const ask = call.ask ?? filesInHand(call);
  return ask?.kind === "tool" ? ask : null;
}

function readUse(read: ClineMessage["read"], use: ClineUse, result: Payload): HookCall | null {
  const error = use.error ?? text(result["error"]);
  return read(error === null ? "PostToolUse" : "PostToolUseFailure", {
    tool_name: use.hostTool,
    tool_input: use.input,
    tool_use_id: use.callId,
    tool_response: use.output,
    duration_ms: number(result["durationMs"]),
    ...(error === null ? {} : { error }),
  });
}

/**
 * Returns the typed prompt. It is in the file at a turn's first tools; a subagent's prompt is left out because an agent wrote
 * it.
 */
function promptOf({ payload, sessionId, agentId, read, env }: ClineMessage): readonly Event[] {
  const isTurnsFirst = (number(payload["iteration"]) ?? 1) <= 1;
  const typed = agentId === null && isTurnsFirst ? lastTyped(sessionId, env) : null;
  if (typed === null) return [];
  return read("UserPromptSubmit", { prompt: typed.text, prompt_id: typed.id })?.events ?? [];
}

function turnEnd(moment: ClineMessage): HookCall | null {
  const { payload, agentId, read } = moment;
  if (agentId !== null) return read("SubagentStop", { agent_type: "subagent" });
  const message = text(record(payload["turn"])["outputText"]);
  const call = read("Stop", { last_assistant_message: message });
  return call === null
    ? null
    : { ...call, events: [...promptOf(moment), ...call.events], ask: null };
}
