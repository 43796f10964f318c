/**
 * Gemini CLI's hooks, by payloads recorded from 0.61.0, translated into Claude Code's terms. An answer to a session's start
 * does not survive `--resume`, so the start block is shown with the first prompt.
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
  // Fires as "auto" before nearly every request, compressing or not; only "manual" announces a compression.
  PreCompress: ({ trigger }) => ({
    event: trigger === "manual" ? "PostCompact" : "",
    payload: {},
    ask: () => ({ kind: "handoff" }),
  }),
  SessionEnd: () => ({ event: "SessionEnd", payload: {}, ask: asRead }),
};

/** Reads a finished tool. No answer before a tool reaches the model, so memories of a file are shown after it was used. */
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
    payload: { tool_use_id: id, tool_response: outcome.text },
    ask: (call) => call.ask ?? filesInHand(call),
  };
}
