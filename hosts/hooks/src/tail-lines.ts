/** Reads the end of a file that a host is writing: complete lines only. */
import { closeSync, readSync } from "node:fs";
import { openToRead } from "@tacit-memory/files";

/** Returns the lines in the last `maxBytes`, oldest first; none if the file cannot be read. */
export function tailLines(path: string, maxBytes: number): string[] {
  try {
    const file = openToRead(path);
    return file === null ? [] : linesOf(file.fd, file.stat.size, maxBytes);
  } catch {
    return [];
  }
}

/** Reads the lines and closes the file. */
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
