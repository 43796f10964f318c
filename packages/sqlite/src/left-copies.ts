/** Folders of copies whose maker was killed before it could take them away. They hold what their owner may not want twice on a disk. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What `mkdtemp` puts at the end of a name. */
const ENDING = /[A-Za-z0-9]{6}$/;
/** Nothing was written to it for that long before ours was made: nobody is making it still. */
const LEFT_MS = 3_600_000;

/**
 * Takes away those beside `own`, which was just made, that are named as it is, are this user's, and were written to last
 * `leftMs` before it.
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
      // Gone meanwhile; or open still, which Windows lets nobody take away.
    }
  }
}

/** None where it may be written to and not be listed. */
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
