/** The end of a file that a host writes while we look: whole lines only. */
import { closeSync, readSync } from "node:fs";
import { openToRead } from "@tacit-memory/files";

/** At most the last `maxBytes` of it, oldest line first; none where it cannot be read. */
export function tailLines(path: string, maxBytes: number): string[] {
  try {
    const file = openToRead(path);
    return file === null ? [] : linesOf(file.fd, file.stat.size, maxBytes);
  } catch {
    return [];
  }
}

/** Closes the file. */
function linesOf(fd: number, size: number, maxBytes: number): string[] {
  try {
    const start = Math.max(0, size - maxBytes);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(fd, bytes, 0, bytes.length, start);
    const lines = bytes.toString("utf8", 0, read).split("\n");
    return start === 0 ? lines : lines.slice(1);
  } finally {
    closeSync(fd);
  }
}
