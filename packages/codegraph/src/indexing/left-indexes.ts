/** What is kept of the code of worktrees that are gone, or that nobody asks about: it is made anew when somebody does. */
import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const DAY_MS = 86_400_000;
/** Worktrees made for one task are many, and their indexes megabytes each. */
const LEFT_DAYS = 90;
/** The files of one worktree: its name and its place, then whatever. */
const FILE = /^(.+-[0-9a-f]{8})\./;

/** Says that the index at `path` is in use, where it is there and may be touched. */
export function touchIndex(path: string, nowMs: number): void {
  try {
    utimesSync(path, nowMs / 1000, nowMs / 1000);
  } catch {
    return;
  }
}

/** Removes the indexes beside `own` that nobody opened or wrote for long. What cannot be removed stays. */
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
    // Another process removes them too, or has one open where that keeps it.
    return;
  }
}

function stemOf(name: string): string | null {
  return FILE.exec(name)?.[1] ?? null;
}
