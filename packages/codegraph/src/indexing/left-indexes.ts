/** Removes the code indexes of worktrees that were deleted or are no longer queried. An index is created again on demand. */
import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const DAY_MS = 86_400_000;
/** Days without use. Worktrees for single tasks are numerous, and each index takes megabytes. */
const LEFT_DAYS = 90;
/** Files of one worktree: its name and a hash of its location, then any suffix. */
const FILE = /^(.+-[0-9a-f]{8})\./;

/** Marks the index at `path` as in use, if it exists and is writable. */
export function touchIndex(path: string, nowMs: number): void {
  try {
    utimesSync(path, nowMs / 1000, nowMs / 1000);
  } catch {
    return;
  }
}

/** Removes the indexes next to `own` that were neither opened nor written for long. Indexes that cannot be removed stay. */
export function dropLeftIndexes(own: string, nowMs: number): void {
  const folder = dirname(own);
  try {
    for (const [stem, names] of Map.groupBy(readdirSync(folder), stemOf)) {
      if (stem === null || stem === stemOf(basename(own))) continue;
      const paths = names.map((name) => join(folder, name));
      const usedMs = Math.max(...paths.map((path) => statSync(path).mtimeMs));
      if (usedMs < nowMs - LEFT_DAYS * DAY_MS)
        for (const path of paths) rmSync(path, { force: true });
    }
  } catch {
    // Another process removes them at the same time, or has one open on a system that prevents removal.
    return;
  }
}

function stemOf(name: string): string | null {
  return FILE.exec(name)?.[1] ?? null;
}
