/**
 * OpenCode's plugin hooks and bus events, by payloads recorded from 1.18.33, as our plugin passes them on, translated into
 * Claude Code's terms. Nothing is shown at a session's start; its first prompt gets the start block.
 */
import { unquotedPrompt } from "@tacit-memory/transcripts";
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { plainContext } from "../claude-shape/hook-context.ts";
import { asRead, type HostMoment, readHostMoment } from "../claude-shape/host-moment.ts";
import type { Host, Payload } from "../host.ts";
import { flag, number, text } from "../payload.ts";
import { failureText } from "../shell-report.ts";

const NAME = "opencode";

export const OPENCODE: Host = {
  name: NAME,
  folderOf: (payload) => text(payload["directory"]),
  decode: (event, payload, place, nowMs) => {
    const { root, agent, agentKind, directory } = payload;
    const fields = { session_id: root, agent_id: agent, agent_type: agentKind, cwd: directory };
    return readHostMoment(NAME, MOMENTS[event]?.(payload), fields, place, nowMs);
  },
  encode: (_event, context) => plainContext(context),
};

const IGNORED: HostMoment = { event: "", payload: {}, ask: asRead };
/** Names of our own tools, which are not captured. OpenCode prefixes a server's tools with the server's name. */
const OWN_TOOL = /^tacit_/;
const REFUSED = /^(?:Error: )?(?:The user rejected permission|Tool execution aborted|Cancelled)/;

const MOMENTS: Readonly<Record<string, (payload: Payload) => HostMoment>> = {
  "session.created": ({ agent }) =>
    agent === null
      ? { event: "SessionStart", payload: {}, ask: () => ({ kind: "settle" }) }
      : IGNORED,
  "chat.message": (payload) => {
    if (payload["agent"] !== null) return { event: "SubagentStart", payload: {}, ask: asRead };
    const opening = flag(payload["isOpened"]) ? {} : { opensAt: ["prompt"] as const };
    return {
      event: "UserPromptSubmit",
      payload: {
        prompt: unquotedPrompt(text(payload["prompt"]) ?? ""),
        prompt_id: payload["messageID"],
      },
      ask: ({ ask }) => (ask?.kind === "prompt" ? { ...ask, ...opening } : null),
    };
  },
  "tool.execute.after": afterTool,
  "tool.error": (payload) => {
    const error = text(payload["error"]) ?? "";
    return {
      event: eventOfTool(payload, "PostToolUseFailure"),
      payload: { ...toolOf(payload), error, is_interrupt: REFUSED.test(error) },
      ask: asRead,
    };
  },
  "experimental.session.compacting": () => ({ event: "PreCompact", payload: {}, ask: asRead }),
  "session.compacted": () => ({ event: "PostCompact", payload: {}, ask: asRead }),
  "session.continued": () => ({
    event: "SessionStart",
    payload: { source: "compact" },
    ask: asRead,
  }),
  "session.idle": ({ agent, message }) =>
    agent === null
      ? { event: "Stop", payload: { last_assistant_message: message }, ask: asRead }
      : { event: "SubagentStop", payload: {}, ask: asRead },
  dispose: () => ({ event: "SessionEnd", payload: { reason: "exit" }, ask: asRead }),
};

/** Reads a finished tool. No answer before a tool reaches the model, so memories of a file are shown after it was used. */
function afterTool(payload: Payload): HostMoment {
  const output = text(payload["output"]) ?? "";
  const exitCode = number(payload["exit"]);
  if (exitCode !== null && exitCode !== 0) {
    return {
      event: eventOfTool(payload, "PostToolUseFailure"),
      payload: { ...toolOf(payload), error: failureText({ output, exitCode }) },
      ask: asRead,
    };
  }
  return {
    event: eventOfTool(payload, "PostToolUse"),
    payload: { ...toolOf(payload), tool_response: output },
    ask: (call) => call.ask ?? filesInHand(call),
  };
}

function eventOfTool({ tool }: Payload, event: string): string {
  return OWN_TOOL.test(text(tool) ?? "") ? "" : event;
}

function toolOf({ tool, callID, args, isForeign }: Payload): Payload {
  const name = text(tool) ?? "";
  return {
    tool_name: flag(isForeign) ? `mcp__${name}` : name,
    tool_use_id: callID,
    tool_input: args,
  };
}
