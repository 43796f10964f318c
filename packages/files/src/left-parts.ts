/** Removes the temporary files that killed writers of a file left beside it. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A temporary file this much older than a new one belongs to a process that was killed. */
const LEFT_AFTER_MS = 3_600_000;

/** Removes old files `path.*.part`. Their age is compared with `own`, the temporary file that was just written. */
export function removeLeftParts(path: string, own: string): void {
  const { mtimeMs } = statSync(own);
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const other = join(folder, name);
    const stat = statSync(other, { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs < mtimeMs - LEFT_AFTER_MS)
      rmSync(other, { force: true });
  }
}
