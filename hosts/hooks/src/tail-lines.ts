/** The end of a file that a host writes while we look: whole lines only. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

/** At most the last `maxBytes` of it, oldest line first; none where it cannot be read. */
export function tailLines(path: string, maxBytes: number): string[] {
  let file: number;
  try {
    // A pipe in its place would never be opened.
    if (!statSync(path).isFile()) return [];
    file = openSync(path, "r");
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - maxBytes);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes.toString("utf8", 0, read).split("\n");
    return start === 0 ? lines : lines.slice(1);
  } catch {
    return [];
  } finally {
    closeSync(file);
  }
}
