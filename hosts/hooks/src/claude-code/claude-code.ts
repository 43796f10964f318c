/**
 * Claude Code's hooks, by its documentation of August 2026 and payloads recorded from 2.1.329. One JSON object comes in, at
 * most one goes out, and the exit status is always 0: 2 would block the user.
 *
 * Other programs run these hooks as well: Cursor, which also runs its own, and VS Code's agent, which also runs those of
 * Copilot CLI's folder. Each event is captured and answered once.
 */
import { existsSync } from "node:fs";
import { placeOf } from "@tacit-memory/transcripts";
import { hookContext } from "../claude-shape/hook-context.ts";
import { readMoment } from "../claude-shape/read-moment.ts";
import { copilotHooksFile } from "../copilot/hooks-file.ts";
import { vscodeCall } from "../copilot/vscode-words.ts";
import type { HookCall, Host, Payload } from "../host.ts";
import { text } from "../payload.ts";
import { digestOf } from "../text-digest.ts";
import { projectFolder } from "./project-folder.ts";
import { turnMessages } from "./turn-messages.ts";

const NAME = "claude-code";
const OWN_TRANSCRIPT = /[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/;

export const CLAUDE_CODE: Host = {
  name: NAME,
  folderOf: (payload, env) =>
    projectFolder(text(payload["cwd"]), env["CLAUDE_PROJECT_DIR"] || null),
  decode: (event, payload, place, nowMs, env = {}) => {
    if ("cursor_version" in payload) return null;
    if (!isFromVscode(payload)) {
      const call = readMoment(NAME, event, payload, place, nowMs);
      return event === "Stop" && call !== null ? withWholeTurn(call, payload) : call;
    }
    return existsSync(copilotHooksFile(placeOf(env)))
      ? null
      : vscodeCall(event, payload, place, nowMs);
  },
  encode: hookContext,
};

/** Adds the agent's earlier messages of the turn before the last message. */
function withWholeTurn(call: HookCall, payload: Payload): HookCall {
  const last = call.events.findLast(({ kind }) => kind === "message");
  if (last?.kind !== "message") return call;
  const earlier = turnMessages(text(payload["transcript_path"]))
    .filter((turnMessage) => turnMessage.text !== last.text.trim())
    .map((turnMessage) => ({
      ...last,
      key: `message:${digestOf(turnMessage.text)}`,
      ts: turnMessage.ts ?? last.ts,
      text: turnMessage.text,
    }));
  return { ...call, events: [...earlier, ...call.events] };
}

/**
 * Returns whether VS Code sent the payload: Claude Code's payloads have no timestamp, and its transcripts are stored by
 * project.
 */
function isFromVscode(payload: Payload): boolean {
  const transcript = text(payload["transcript_path"]) ?? "";
  return text(payload["timestamp"]) !== null && !OWN_TRANSCRIPT.test(transcript);
}
