/**
 * Cursor's hooks, by its documentation of September 2026 (not run against the program): its own terms for Claude Code's. Only
 * a session's start and a successful tool have a documented answer. The start's answer goes with every request, so a
 * compaction needs no other. Empty output is no answer; nothing else is printed, because other output would block or approve.
 */
import { neutralTool } from "@tacit-memory/transcripts";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { asRead, type HostMoment, nothing, readHostMoment } from "../claude-shape/host-moment.ts";
import type { Host, Payload } from "../host.ts";
import { flag, list, number, parsePayload, record, text } from "../payload.ts";
import { failureText } from "../shell-report.ts";

const NAME = "cursor";

/**
 * Names of our tools, or of tools that cannot be distinguished from ours: Cursor reports a server's tool without its server.
 */
const OWN_TOOL = /^MCP:(?:tacit[-_]*)?(?:recall|remember|get|update|impact|status)$/;

export const CURSOR: Host = {
  name: NAME,
  folderOf: (payload, env) =>
    text(list(payload["workspace_roots"])[0]) ??
    text(payload["cwd"]) ??
    env["CURSOR_PROJECT_DIR"] ??
    null,
  decode: (event, payload, place, nowMs) => {
    const session_id = text(payload["conversation_id"]) ?? payload["session_id"];
    const fields = { ...payload, session_id };
    return readHostMoment(NAME, MOMENTS[event]?.(payload), fields, place, nowMs);
  },
  encode: (event, context) =>
    context !== "" && (event === "sessionStart" || event === "postToolUse")
      ? JSON.stringify({ additional_context: context })
      : "",
};

const MOMENTS: Readonly<Record<string, (payload: Payload) => HostMoment>> = {
  sessionStart: () => ({
    event: "SessionStart",
    payload: { source: "startup" },
    ask: () => ({ kind: "start", task: "", isCompaction: false, endsUnreported: true }),
  }),
  beforeSubmitPrompt: ({ generation_id }) => ({
    event: "UserPromptSubmit",
    payload: { prompt_id: generation_id },
    ask: nothing,
  }),
  postToolUse: (payload) => {
    const failure = failedRun(payload["tool_output"]);
    if (failure !== null)
      return {
        event: "PostToolUseFailure",
        payload: { ...useOf(payload), error: failure },
        ask: (call) => call.ask ?? null,
      };
    return {
      event: "PostToolUse",
      payload: { ...useOf(payload), tool_response: outputText(payload["tool_output"]) },
      ask: (call) => (call.events.length === 0 ? null : (call.ask ?? filesInHand(call))),
    };
  },
  postToolUseFailure: (payload) => ({
    event: "PostToolUseFailure",
    payload: {
      ...useOf(payload),
      error: errorOf(payload),
      is_interrupt:
        flag(payload["is_interrupt"]) || payload["failure_type"] === "permission_denied",
    },
    ask: nothing,
  }),
  preCompact: () => ({ event: "PostCompact", payload: {}, ask: () => ({ kind: "handoff" }) }),
  afterAgentResponse: (payload) => ({
    event: "Stop",
    payload: { last_assistant_message: payload["text"] },
    ask: nothing,
  }),
  sessionEnd: ({ reason }) => ({
    event: "SessionEnd",
    payload: { reason },
    ask: asRead,
  }),
};

function useOf(payload: Payload): Payload {
  const name = text(payload["tool_name"]) ?? "";
  const input = payload["tool_input"];
  return {
    // A tool without a name is not stored.
    tool_name: OWN_TOOL.test(name) ? "" : name.replace(/^MCP:/, "mcp__"),
    tool_input: typeof input === "string" ? (parsePayload(input) ?? {}) : input,
    // Two ids separated by a line break form one id.
    tool_use_id: text(payload["tool_use_id"])?.replace(/\s+/g, " "),
    duration_ms: number(payload["duration"]),
  };
}

/** Returns the text of a JSON output: a shell's `{output, exitCode}`, or a server tool's content. */
function outputText(output: unknown): string {
  if (typeof output !== "string") return output === undefined ? "" : JSON.stringify(output);
  const parsedOutput = parsePayload(output);
  if (parsedOutput === null) return output;
  const content = list(parsedOutput["content"]).flatMap((part) => text(record(part)["text"]) ?? []);
  const printed = text(parsedOutput["output"]) ?? text(parsedOutput["stdout"]);
  return printed ?? (content.length > 0 ? content.join("\n") : output);
}

/** Returns the failure of a command whose result states an exit status other than 0; null for any other result. */
function failedRun(output: unknown): string | null {
  const result = typeof output === "string" ? parsePayload(output) : record(output);
  const exitCode = number(result?.["exitCode"] ?? result?.["exit_code"]);
  if (result === null || exitCode === null || exitCode === 0) return null;
  const printed = ["output", "stdout", "stderr"].flatMap((name) => text(result[name]) ?? []);
  return failureText({ output: printed.join("\n"), exitCode });
}

/** Returns a command's failure in the form common to all hosts if its exit status is known, else the message. */
function errorOf(payload: Payload): string {
  const message = text(payload["error_message"]) ?? "failed";
  const code = /^Command failed with exit code (\d{1,10})\b/.exec(message)?.[1];
  if (code === undefined || neutralTool(text(payload["tool_name"]) ?? "") !== "shell")
    return message;
  return failureText({ output: message, exitCode: Number(code) });
}
