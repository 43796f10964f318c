/**
 * Copilot CLI's hooks, by payloads recorded from 1.0.102, translated into Claude Code's terms. A start's answer is lost when
 * the session is resumed, and the first prompt may be asked about at the same time. So the start block is shown with the
 * first prompt, and the start asks for nothing.
 *
 * VS Code reads the same registration for its own agent: see `vscode-words.ts` for its payloads.
 */
import { neutralTool } from "@tacit-memory/transcripts";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { hookContext, plainContext } from "../claude-shape/hook-context.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Answered, Ask, Env, HookCall, Host, Payload } from "../host.ts";
import { number, parsePayload, record, text } from "../payload.ts";
import { failureText } from "../shell-report.ts";
import { digestOf } from "../text-digest.ts";
import { wasCompactedLately } from "./compacted-lately.ts";
import { lastMessage } from "./last-message.ts";
import { readShellOutput } from "./shell-output.ts";
import { isFromVscode, vscodeCall, vscodeEvent } from "./vscode-words.ts";

const NAME = "copilot";
const OPENS_AT: readonly Answered[] = ["prompt", "tool_result"];

export const COPILOT: Host = {
  name: NAME,
  folderOf: (payload, env) => text(payload["cwd"]) ?? env["COPILOT_PROJECT_DIR"] ?? null,
  decode: (event, payload, place, nowMs, env = {}) => {
    if (isFromVscode(payload)) return vscodeCall(event, payload, place, nowMs);
    const moment = MOMENTS[event]?.(payload, env);
    if (moment === undefined) return null;
    const fields = { ...payload, ...whoseOf(payload), ...moment.payload };
    const call = readMoment(NAME, moment.event, fields, place, nowMs);
    return call === null ? null : moment.finish(call);
  },
  encode: (event, context, payload = {}) =>
    isFromVscode(payload) ? hookContext(vscodeEvent(event), context) : plainContext(context),
};

interface TranslatedEvent {
  /** Claude Code's name of the event. */
  readonly event: string;
  /** Additional fields of the payload, under Claude Code's names. */
  readonly payload: Payload;
  readonly finish: (call: HookCall) => HookCall;
}

const asRead = (call: HookCall): HookCall => call;
const asking =
  (ask: (call: HookCall) => Ask | null) =>
  (call: HookCall): HookCall => ({ ...call, ask: ask(call) });

const MOMENTS: Readonly<Record<string, (payload: Payload, env: Env) => TranslatedEvent>> = {
  sessionStart: ({ source }) => ({
    event: "SessionStart",
    payload: { source },
    finish: asking(() => (source === "resume" ? { kind: "settle", isResumed: true } : null)),
  }),
  userPromptSubmitted: (payload) => ({
    event: "UserPromptSubmit",
    payload: { prompt_id: idOf(payload, text(payload["prompt"]) ?? "") },
    finish: (call) => (isSubagents(payload) ? { ...call, events: [] } : opening(call)),
  }),
  postToolUse: afterTool,
  postToolUseFailure: afterTool,
  // A compaction is announced and can be cancelled; then the start block is shown once more than needed.
  preCompact: () => ({
    event: "PostCompact",
    payload: {},
    finish: asking(() => ({ kind: "handoff" })),
  }),
  subagentStart: () => ({ event: "SubagentStart", payload: {}, finish: asRead }),
  subagentStop: () => ({ event: "SubagentStop", payload: {}, finish: asRead }),
  agentStop: (payload) => ({
    event: isSubagents(payload) ? "" : "Stop",
    payload: { last_assistant_message: lastMessage(text(payload["transcriptPath"])) },
    finish: asRead,
  }),
  sessionEnd: ({ reason }) => ({ event: "SessionEnd", payload: { reason }, finish: asRead }),
};

/** Returns whether the payload is a subagent's. The agent above writes a subagent's prompt: it is answered but not stored. */
function isSubagents(payload: Payload): boolean {
  return text(payload["agentId"]) !== null;
}

/**
 * Returns the session and the agent of a payload. A subagent's payloads have its own id as the session; they belong to the
 * session that started it.
 */
function whoseOf(payload: Payload): Payload {
  const agentId = text(payload["agentId"]);
  const session = agentId === null ? null : text(payload["parentAgentId"]);
  return {
    session_id: session ?? payload["sessionId"],
    agent_id: agentId,
    agent_type: payload["agentType"],
  };
}

/** Lets a call open its session. A subagent was shown its memories at its start. */
function opening(call: HookCall): HookCall {
  const { ask } = call;
  if (call.ledger !== call.session) return call;
  return ask?.kind === "prompt" || ask?.kind === "tool"
    ? { ...call, ask: { ...ask, opensAt: OPENS_AT } }
    : call;
}

const NO_FILES: Ask = { kind: "tool", files: [], error: null };

/** Reads a finished tool. A tool without files or an error is answered too if it may be the first since a compaction. */
function afterTool(payload: Payload, env: Env): TranslatedEvent {
  const hostTool = toolName(text(payload["toolName"]) ?? "");
  const input = toolInput(payload["toolArgs"]);
  const outcome = outcomeOf(hostTool, payload);
  const use = {
    tool_name: hostTool,
    tool_input: input,
    tool_use_id: idOf(payload, hostTool + JSON.stringify(input)),
  };
  const finish = (call: HookCall): HookCall => {
    if (call.events.length === 0) return { ...call, ask: null };
    const ask = call.ask ?? filesInHand(call);
    return opening({
      ...call,
      ask: ask ?? (wasCompactedLately(call.session, env) ? NO_FILES : null),
    });
  };
  if (outcome.error === null) {
    return { event: "PostToolUse", payload: { ...use, tool_response: outcome.output }, finish };
  }
  const failure = { ...use, error: outcome.error, is_interrupt: outcome.isRefusal };
  return { event: "PostToolUseFailure", payload: failure, finish };
}

interface ToolOutcome {
  readonly output: string;
  /** Null if the tool succeeded. */
  readonly error: string | null;
  /** Whether the person or a rule refused the call; that is not an error of the tool. */
  readonly isRefusal: boolean;
}

function outcomeOf(hostTool: string, payload: Payload): ToolOutcome {
  const result = record(payload["toolResult"]);
  const kind = text(result["resultType"]) ?? "success";
  const resultText = text(result["textResultForLlm"]) ?? "";
  const isRefusal = kind === "rejected" || kind === "denied";
  const failure = text(payload["error"]) ?? text(record(payload["error"])["message"]);
  if (failure !== null || kind !== "success")
    return { output: resultText, error: failure ?? (resultText || kind), isRefusal };
  if (neutralTool(hostTool) !== "shell") return { output: resultText, error: null, isRefusal };
  const { output, exitCode } = readShellOutput(resultText);
  const hasFailed = exitCode !== null && exitCode !== 0;
  return { output, error: hasFailed ? failureText({ output, exitCode }) : null, isRefusal };
}

/** Translates a tool's name. `SERVER-TOOL` belongs to a server; the name of a built-in tool has no dash. */
function toolName(name: string): string {
  const dash = name.lastIndexOf("-");
  return dash < 1 || neutralTool(name) !== "other"
    ? name
    : `mcp__${name.slice(0, dash)}__${name.slice(dash + 1)}`;
}

/** Returns the arguments as an object. Copilot's documentation shows a JSON text, the program sends an object. */
function toolInput(args: unknown): unknown {
  return typeof args === "string" ? (parsePayload(args) ?? args) : (args ?? {});
}

function idOf(payload: Payload, what: string): string {
  return `${number(payload["timestamp"]) ?? text(payload["timestamp"])}:${digestOf(what)}`;
}
