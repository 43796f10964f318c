/**
 * Claude Code's hooks, by its documentation of August 2026 and payloads recorded from 2.1.329. One JSON
 * object comes in, at most one goes out, and the exit status is always 0: 2 would block the user.
 */
import { hookContext } from "../claude-shape/hook-context.ts";
import { MOMENTS, readMoment } from "../claude-shape/read-moment.ts";
import type { Env, Host } from "../host.ts";
import { text } from "../payload.ts";

const NAME = "claude-code";

export const CLAUDE_CODE: Host = {
  name: NAME,
  folderOf: (payload, env) => text(payload["cwd"]) ?? projectFolder(env),
  // Cursor runs Claude Code's hooks too, beside its own: what it tells is taken in there.
  decode: (event, payload, place, nowMs) =>
    "cursor_version" in payload ? null : readMoment(NAME, event, payload, place, nowMs),
  encode: hookContext,
};

export const CLAUDE_CODE_EVENTS = MOMENTS;

function projectFolder(env: Env): string | null {
  return env["CLAUDE_PROJECT_DIR"] ?? null;
}
