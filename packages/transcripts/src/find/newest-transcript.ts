/**
 * Finds when an agent program last wrote a transcript, of any project. It must be quick, so it looks only at times of files, at
 * the folders that changed last first, and at a limited number of entries.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { UserContext } from "./agent-homes.ts";
import { transcriptPlaceOf } from "./transcript-places.ts";

/** Takes about 50 ms if the file system has cached none of them. */
const MAX_LOOKED_AT = 4000;
const DEEPEST = 5;

/** In milliseconds since 1970; null without a transcript, or for an agent without a row in `TRANSCRIPT_PLACES`. */
export async function newestTranscriptMs(host: string, place: UserContext): Promise<number | null> {
  const at = transcriptPlaceOf(host);
  if (at === undefined) return null;
  const search = { left: MAX_LOOKED_AT, newestMs: 0 };
  await visitFolder(at.folder(place), at.name, 0, search);
  return search.newestMs === 0 ? null : search.newestMs;
}

async function visitFolder(
  folder: string,
  name: RegExp,
  depth: number,
  search: { left: number; newestMs: number },
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const folders: { readonly path: string; readonly changedMs: number }[] = [];
  // If names are dates, the last names are the newest.
  for (const each of names.sort().reverse()) {
    if (search.left-- <= 0) break;
    const path = join(folder, each);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) folders.push({ path, changedMs: found.mtimeMs });
    if (found?.isFile() === true && name.test(each))
      search.newestMs = Math.max(search.newestMs, found.mtimeMs);
  }
  if (depth === DEEPEST) return;
  for (const { path } of folders.sort((a, b) => b.changedMs - a.changedMs))
    if (search.left > 0) await visitFolder(path, name, depth + 1, search);
}
