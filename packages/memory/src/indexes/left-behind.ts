/** Temporary files beside a side file that nobody writes any more. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A temporary file that much older than ours was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 3_600_000;

/** Removes those of the side file at `path`. `own`: the temporary file just written, whose age they are held against. */
export function removeLeftBehind(path: string, own: string): void {
  const { mtimeMs } = statSync(own);
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const other = join(folder, name);
    const stat = statSync(other, { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs < mtimeMs - LEFT_BEHIND_MS)
      rmSync(other, { force: true });
  }
}
