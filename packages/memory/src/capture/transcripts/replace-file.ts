/** Replaces a small file as a whole: another process reads the old content or the new one, never a part. */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Readable by the owner only. Throws errors of the file system; then no temporary file is left. */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
