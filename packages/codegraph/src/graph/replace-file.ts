/** A file that is replaced whole: who reads it meanwhile has the one before. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** From writing to putting takes a process seconds: what is that much older than ours is of one that was killed. */
const LEFT_BEHIND_MS = 3_600_000;
const UNIQUE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Its folder is made. `unique`, an id, tells our own temporary file from others'. Throws what the file system throws. */
export function replaceFile(path: string, content: string | Uint8Array, unique: string): void {
  const prepared = prepareFile(path, content, unique);
  try {
    prepared.put();
  } finally {
    prepared.drop();
  }
}

export interface PreparedFile {
  /** To its place, which takes no more than a new name. */
  readonly put: () => void;
  /** Nothing is left of what was not put. */
  readonly drop: () => void;
}

/** The same in two steps, for what must come into being together with something else. */
export function prepareFile(
  path: string,
  content: string | Uint8Array,
  unique: string,
): PreparedFile {
  const temporary = `${path}.${unique}`;
  const drop = () => rmSync(temporary, { force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
  } catch (error) {
    drop();
    throw error;
  }
  try {
    removeLeftBehind(path, temporary);
  } catch {
    // What cannot be taken away, or is open elsewhere, is in nobody's way.
  }
  return { put: () => renameSync(temporary, path), drop };
}

/** Temporary files of `path` whose writers were killed, by their age against ours. */
function removeLeftBehind(path: string, own: string): void {
  const { mtimeMs } = statSync(own);
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(start) || !UNIQUE.test(name.slice(start.length))) continue;
    const other = join(dirname(path), name);
    const written = statSync(other, { throwIfNoEntry: false });
    if (written !== undefined && written.mtimeMs < mtimeMs - LEFT_BEHIND_MS)
      rmSync(other, { force: true });
  }
}
