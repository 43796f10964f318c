/**
 * Qwen Code's hooks, by payloads recorded from 0.24.4: Claude Code's, with a prompt that is empty after every
 * tool result, and with tools that answer in a form of their own.
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
 * What a start is told becomes part of the system prompt, which no transcript keeps: a resumed session is told
 * again. Run with a prompt and no terminal, the host never tells an end.
 */
function startAsk(isCompaction: boolean): Ask {
  return { kind: "start", task: "", isCompaction, endsUntold: true };
}

/** What Claude Code would have said in its place. */
function inOurWords(event: string, payload: Payload): Payload {
  if (event === "PostToolUse") {
    const hostTool = text(payload["tool_name"]) ?? "";
    return { tool_response: toolOutcome(hostTool, payload["tool_response"]).said };
  }
  if (event === "PostToolUseFailure") {
    const report = readShellReport(text(payload["error"]) ?? "");
    return report === null ? {} : { error: failureText(report) };
  }
  return {};
}
