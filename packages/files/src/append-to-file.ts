/** Appends to a file. A pipe, a device or a folder in its place fails at once without waiting. */
import { appendFileSync, closeSync, constants, fstatSync, openSync } from "node:fs";

const APPEND_AT_ONCE =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends the text; creates the file for its owner only. Throws the system's error. */
export function appendToFile(path: string, text: string): void {
  const fd = openSync(path, APPEND_AT_ONCE, 0o600);
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`not a regular file: ${path}`);
    appendFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
