/**
 * pi's extension events, by payloads recorded from 0.73.1, as our extension passes them on, translated into Claude Code's
 * terms. Nothing is shown at a session's start; its first prompt gets the start block.
 */
import { readPiOutput } from "@tacit-memory/transcripts";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { plainContext } from "../claude-shape/hook-context.ts";
import { asRead, type HostMoment, readHostMoment } from "../claude-shape/host-moment.ts";
import type { Ask, Host, Payload } from "../host.ts";
import { flag, text } from "../payload.ts";
import { failureText } from "../shell-report.ts";

const NAME = "pi";

export const PI: Host = {
  name: NAME,
  folderOf: (payload) => text(payload["cwd"]),
  decode: (event, payload, place, nowMs) => {
    const fields = { session_id: payload["session"], cwd: payload["cwd"] };
    return readHostMoment(NAME, MOMENTS[event]?.(payload), fields, place, nowMs);
  },
  encode: (_event, context) => plainContext(context),
};

const MOMENTS: Readonly<Record<string, (payload: Payload) => HostMoment>> = {
  session_start: ({ reason }) => ({
    event: "SessionStart",
    payload: { source: reason === "resume" ? "resume" : "startup" },
    ask: () => ({ kind: "settle", ...(reason === "resume" ? { isResumed: true } : {}) }),
  }),
  before_agent_start: ({ prompt, standing: state }) => ({
    event: "UserPromptSubmit",
    payload: { prompt },
    ask: ({ ask }) => (ask?.kind === "prompt" ? promptAsk(ask, state) : null),
  }),
  tool_result: afterTool,
  session_before_compact: () => ({ event: "PreCompact", payload: {}, ask: asRead }),
  session_compact: ({ summary }) => ({
    event: "PostCompact",
    payload: { compact_summary: summary },
    ask: asRead,
  }),
  context: () => ({ event: "SessionStart", payload: { source: "compact" }, ask: asRead }),
  agent_end: ({ message }) => ({
    event: "Stop",
    payload: { last_assistant_message: message },
    ask: asRead,
  }),
  session_shutdown: ({ reason }) => ({ event: "SessionEnd", payload: { reason }, ask: asRead }),
};

/** Decides what a prompt asks. pi knows what its model still reads, even after compactions that it did not report. */
function promptAsk(ask: Ask & { readonly kind: "prompt" }, state: unknown): Ask {
  if (state === "compacted") return { kind: "start", task: ask.prompt, isCompaction: true };
  return state === "fresh" ? { ...ask, opensAt: ["prompt"] } : ask;
}

/** Tools that our extension offers; they are not captured. */
const OWN_TOOL = /^tacit_/;
const STOPPED = /(?:^|\n)(?:Command aborted|Operation aborted)$/;

/** Reads a finished tool. No answer before a tool reaches the model, so memories of a file are shown after it was used. */
function afterTool({ toolName, toolCallId, input, output, isError }: Payload): HostMoment {
  if (OWN_TOOL.test(text(toolName) ?? "")) return { event: "", payload: {}, ask: asRead };
  const printedText = text(output) ?? "";
  const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
  if (!flag(isError)) {
    return {
      event: "PostToolUse",
      payload: { ...call, tool_response: printedText },
      ask: (read) => read.ask ?? filesInHand(read),
    };
  }
  const { output: printed, exitCode } = readPiOutput(printedText);
  const error = exitCode === undefined ? printedText : failureText({ output: printed, exitCode });
  return {
    event: "PostToolUseFailure",
    payload: { ...call, error, is_interrupt: STOPPED.test(printedText) },
    ask: asRead,
  };
}
