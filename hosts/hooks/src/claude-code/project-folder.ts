/**
 * Decides which folder's project a moment of Claude Code belongs to. Its payloads follow every `cd`; its variable never
 * changes. A folder in a repository, including a worktree, belongs to that repository. Any other folder that the agent moved
 * to, such as a temporary one, starts no project.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const MARKS = [".git", ".tacit.json"];

/**
 * Returns the folder of the project. `reported` is the payload's folder, `started` the folder in which the session started.
 */
export function projectFolder(reported: string | null, started: string | null): string | null {
  if (reported === null || started === null || reported === started) return reported ?? started;
  return isMarked(reported) ? reported : started;
}

/** Returns whether the folder, or a folder above it, is the root of a repository or a project. */
function isMarked(folder: string): boolean {
  if (MARKS.some((mark) => existsSync(join(folder, mark)))) return true;
  const above = dirname(folder);
  return above !== folder && isMarked(above);
}
