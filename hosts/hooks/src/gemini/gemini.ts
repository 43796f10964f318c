/**
 * Gemini CLI's hooks, by payloads recorded from 0.61.0, told in the words of Claude Code's. It has no answer to
 * a session's start that survives `--resume`, so what a session starts with is told with its first prompt.
 */

import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { hookContext } from "../claude-shape/hook-context.ts";
import { asRead, type HostMoment, readHostMoment } from "../claude-shape/host-moment.ts";
import type { Host, Payload } from "../host.ts";
import { text } from "../payload.ts";
import { digestOf } from "../text-digest.ts";
import { toolOutcome } from "../tool-outcome.ts";

const NAME = "gemini";

export const GEMINI: Host = {
  name: NAME,
  folderOf: (payload, env) => text(payload["cwd"]) ?? env["GEMINI_CWD"] ?? null,
  decode: (event, payload, place, nowMs) =>
    readHostMoment(NAME, MOMENTS[event]?.(payload), payload, place, nowMs),
  encode: hookContext,
};

const MOMENTS: Readonly<Record<string, (payload: Payload) => HostMoment>> = {
  SessionStart: ({ source }) => ({
    event: "SessionStart",
    payload: {},
    ask: () => ({ kind: "settle", ...(source === "resume" ? { isResumed: true } : {}) }),
  }),
  BeforeAgent: () => ({
    event: "UserPromptSubmit",
    payload: {},
    ask: ({ ask }) => (ask?.kind === "prompt" ? { ...ask, opensAt: ["prompt"] } : null),
  }),
  AfterTool: afterTool,
  AfterAgent: (payload) => ({
    event: "Stop",
    payload: { last_assistant_message: payload["prompt_response"] },
    ask: asRead,
  }),
  // Before nearly every request it fires as "auto", compressing or not; only "manual" says that it will.
  PreCompress: ({ trigger }) => ({
    event: trigger === "manual" ? "PostCompact" : "",
    payload: {},
    ask: () => ({ kind: "handoff" }),
  }),
  SessionEnd: () => ({ event: "SessionEnd", payload: {}, ask: asRead }),
};

/** What can be told of a file is told after it is in hand: nothing said before a tool reaches the model. */
function afterTool(payload: Payload): HostMoment {
  const input = JSON.stringify(payload["tool_input"] ?? null);
  const hostTool = text(payload["tool_name"]) ?? "";
  const id = `${text(payload["timestamp"])}:${digestOf(hostTool + input)}`;
  const outcome = toolOutcome(hostTool, payload["tool_response"]);
  if (outcome.error !== null) {
    return {
      event: "PostToolUseFailure",
      payload: { tool_use_id: id, error: outcome.error, is_interrupt: outcome.isInterrupt },
      ask: asRead,
    };
  }
  return {
    event: "PostToolUse",
    payload: { tool_use_id: id, tool_response: outcome.said },
    ask: (call) => call.ask ?? filesInHand(call),
  };
}
