/** A file that is replaced whole: who reads it meanwhile has the one before. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Its folder is made. `unique` tells our own temporary file from others'. Throws what the file system throws. */
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
  return { put: () => renameSync(temporary, path), drop };
}
