/** A file that is replaced whole: who reads it meanwhile has the one before. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Its folder is made. `unique` tells our own temporary file from others'. Throws what the file system throws. */
export function replaceFile(path: string, content: string | Uint8Array, unique: string): void {
  const temporary = `${path}.${unique}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
