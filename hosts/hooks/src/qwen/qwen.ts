/**
 * Qwen Code's hooks, by payloads recorded from 0.24.4: Claude Code's terms, with an empty prompt after every tool result and
 * with its own form of tool answers.
 */
import { filesInHand } from "../claude-shape/files-in-hand.ts";
import { hookContext } from "../claude-shape/hook-context.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import type { Ask, Host, Payload } from "../host.ts";
import { text } from "../payload.ts";
import { failureText, readShellReport } from "../shell-report.ts";
import { toolOutcome } from "../tool-outcome.ts";

const NAME = "qwen";

export const QWEN: Host = {
  name: NAME,
  folderOf: (payload, env) => text(payload["cwd"]) ?? env["QWEN_PROJECT_DIR"] ?? null,
  decode: (event, payload, place, nowMs) => {
    const fields = { ...payload, ...inOurWords(event, payload) };
    const call = readMoment(NAME, event, fields, place, nowMs);
    if (call === null) return null;
    if (event === "SessionStart")
      return { ...call, ask: startAsk(text(payload["source"]) === "compact") };
    return event === "PostToolUse" ? { ...call, ask: call.ask ?? filesInHand(call) } : call;
  },
  encode: hookContext,
};

/**
 * Returns the question of a start. Its answer becomes part of the system prompt, which no transcript stores, so a resumed
 * session is shown it again. The host never reports an end when it runs with a prompt and no terminal.
 */
function startAsk(isCompaction: boolean): Ask {
  return { kind: "start", task: "", isCompaction, endsUnreported: true };
}

/** Returns the fields that Claude Code would have sent instead. */
function inOurWords(event: string, payload: Payload): Payload {
  if (event === "PostToolUse") {
    const hostTool = text(payload["tool_name"]) ?? "";
    return { tool_response: toolOutcome(hostTool, payload["tool_response"]).text };
  }
  if (event === "PostToolUseFailure") {
    const report = readShellReport(text(payload["error"]) ?? "");
    return report === null ? {} : { error: failureText(report) };
  }
  return {};
}
