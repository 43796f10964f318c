/**
 * pi's extension events, by payloads recorded from 0.73.1, as our extension hands them over, told in the words of
 * Claude Code's hooks. A session's start is told nothing: its first prompt is.
 */
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, HookCall, Host, Payload } from "../host.ts";
import { flag, text } from "../payload.ts";
import { failureText } from "../shell-report.ts";

const NAME = "pi";

export const PI: Host = {
  name: NAME,
  folderOf: (payload) => text(payload["cwd"]),
  decode: (event, payload, place, nowMs) => {
    const moment = MOMENTS[event]?.(payload);
    if (moment === undefined) return null;
    const told = { session_id: payload["session"], cwd: payload["cwd"], ...moment.payload };
    const call = readMoment(NAME, moment.event, told, place, nowMs);
    return call === null ? null : { ...call, ask: moment.ask(call) };
  },
  encode: (_event, context) =>
    context === "" ? "" : JSON.stringify({ additionalContext: context }),
};

interface Moment {
  /** Claude Code's name of it. */
  readonly event: string;
  readonly payload: Payload;
  readonly ask: (call: HookCall) => Ask | null;
}

const asRead = ({ ask }: HookCall): Ask | null => ask;

const MOMENTS: Readonly<Record<string, (payload: Payload) => Moment>> = {
  session_start: ({ reason }) => ({
    event: "SessionStart",
    payload: { source: reason === "resume" ? "resume" : "startup" },
    ask: () => ({ kind: "settle" }),
  }),
  before_agent_start: ({ prompt, standing }) => ({
    event: "UserPromptSubmit",
    payload: { prompt },
    ask: ({ ask }) => (ask?.kind === "prompt" ? promptAsk(ask, standing) : null),
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

/** pi knows what its model still reads, also of compactions that it told nobody of. */
function promptAsk(ask: Ask & { readonly kind: "prompt" }, standing: unknown): Ask {
  if (standing === "compacted") return { kind: "start", task: ask.prompt, isCompaction: true };
  return standing === "fresh" ? { ...ask, opensAt: ["prompt"] } : ask;
}

/** Offered by our extension: they are not captured. */
const OWN_TOOL = /^tacit_/;
/** What a shell command that failed ends with. */
const EXIT = /\n*Command exited with code (\d{1,10})$/;
const STOPPED = /(?:^|\n)(?:Command aborted|Operation aborted)$/;

/** What can be told of a file is told after it is in hand: nothing said before a tool reaches the model. */
function afterTool({ toolName, toolCallId, input, output, isError }: Payload): Moment {
  if (OWN_TOOL.test(text(toolName) ?? "")) return { event: "", payload: {}, ask: asRead };
  const said = text(output) ?? "";
  const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
  if (!flag(isError)) {
    return {
      event: "PostToolUse",
      payload: { ...call, tool_response: said },
      ask: (read) => read.ask ?? filesInHand(read),
    };
  }
  const code = EXIT.exec(said)?.[1];
  const error =
    code === undefined
      ? said
      : failureText({ output: said.replace(EXIT, ""), exitCode: Number(code) });
  return {
    event: "PostToolUseFailure",
    payload: { ...call, error, is_interrupt: STOPPED.test(said) },
    ask: asRead,
  };
}
