/** Reads a regular file's bytes, up to a limit. */
import { closeSync, readSync } from "node:fs";
import { isCode, type OpenFile, openToRead } from "./open-to-read.ts";

const SMALL_BYTES = 256 * 1024;
/** Errors of a missing or unreadable file. */
const ABSENT = [
  ...["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EISDIR", "EINVAL"],
  "ERR_INVALID_ARG_VALUE",
];

/** Returns the bytes; null if the file is missing, not regular, larger than `maxBytes`, or unreadable. */
export function readFileAt(path: string, maxBytes: number): Buffer | null {
  try {
    const file = openToRead(path);
    return file === null ? null : readWhole(file, maxBytes);
  } catch {
    return null;
  }
}

/** Returns the same as UTF-8. */
export function readTextAt(path: string, maxBytes: number): string | null {
  return readFileAt(path, maxBytes)?.toString("utf8") ?? null;
}

/** Returns the start of a file as UTF-8; null if there is no readable file. Throws if a disk fails. */
export function readSmallFile(path: string, maxBytes: number = SMALL_BYTES): string | null {
  try {
    const file = openToRead(path);
    if (file === null) return null;
    return readStart(file, Math.min(file.stat.size, maxBytes)).toString("utf8");
  } catch (cause) {
    if (isCode(cause, ABSENT)) return null;
    throw cause;
  }
}

/** Returns at most `byteCount` bytes from a file's start; null if it is not a regular file or cannot be read. */
export function readStartAt(path: string, byteCount: number): Buffer | null {
  try {
    const file = openToRead(path);
    return file === null ? null : readStart(file, Math.min(file.stat.size, byteCount));
  } catch {
    return null;
  }
}

/** Reads all bytes and closes the file. Null if it is larger than `maxBytes`. */
export function readWhole(file: OpenFile, maxBytes: number): Buffer | null {
  if (file.stat.size <= maxBytes) return readStart(file, file.stat.size);
  closeSync(file.fd);
  return null;
}

/** Reads the start and closes the file. The file may shrink meanwhile; it is not read past its original size. */
function readStart({ fd }: OpenFile, byteCount: number): Buffer {
  try {
    const bytes = Buffer.allocUnsafe(byteCount);
    let at = 0;
    while (at < byteCount) {
      const count = readSync(fd, bytes, at, byteCount - at, at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(fd);
  }
}
