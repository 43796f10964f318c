/**
 * Removes folders of copies whose process was killed before it could remove them. They may contain what their owner does not
 * want twice on a disk.
 */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** End of a name that `mkdtemp` creates. */
const ENDING = /[A-Za-z0-9]{6}$/;
/** Minimum time between the last write to a copy and the creation of ours; such a copy is abandoned. */
const LEFT_MS = 3_600_000;

/**
 * Removes the copies beside `own`, which was just created, that have the same kind of name, belong to this user, and were
 * last written `leftMs` before it.
 */
export function removeLeftCopies(own: string, leftMs = LEFT_MS): void {
  const parent = dirname(own);
  const start = basename(own).replace(ENDING, "");
  const { mtimeMs, uid } = lstatSync(own);
  for (const name of namesIn(parent)) {
    if (name.replace(ENDING, "") !== start) continue;
    const other = join(parent, name);
    try {
      const stat = lstatSync(other);
      if (!stat.isDirectory() || stat.uid !== uid) continue;
      if (lastWritten(other, stat.mtimeMs) < mtimeMs - leftMs)
        rmSync(other, { recursive: true, force: true });
    } catch {
      // Already removed, or still open, which Windows does not allow to delete.
    }
  }
}

/** Returns the names; none in a folder that can be written but not listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lastWritten(folder: string, madeMs: number): number {
  const times = readdirSync(folder).map((name) => lstatSync(join(folder, name)).mtimeMs);
  return Math.max(madeMs, ...times);
}
