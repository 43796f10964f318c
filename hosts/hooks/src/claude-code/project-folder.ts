/**
 * Which folder's project is a moment of Claude Code's about? Its payloads follow every `cd`, its variable never moves.
 * A folder in a repository says for itself where it belongs, a worktree included; any other that the agent has
 * strayed into, a temporary one say, begins no project of its own.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const MARKS = [".git", ".tacit.json"];

/** `told`: the payload's folder; `started`: where the session was started. */
export function projectFolder(reported: string | null, started: string | null): string | null {
  if (reported === null || started === null || reported === started) return reported ?? started;
  return isMarked(reported) ? reported : started;
}

/** It, or a folder above it, is the root of something. */
function isMarked(folder: string): boolean {
  if (MARKS.some((mark) => existsSync(join(folder, mark)))) return true;
  const above = dirname(folder);
  return above !== folder && isMarked(above);
}
