/** A regular file's bytes, up to a limit. */
import { closeSync, readSync } from "node:fs";
import { isCode, type OpenFile, openToRead } from "./open-to-read.ts";

const SMALL_BYTES = 256 * 1024;
/** Not there, or not for us to read. */
const ABSENT = [
  ...["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EISDIR", "EINVAL"],
  "ERR_INVALID_ARG_VALUE",
];

/** Null for what is missing, no regular file, larger than `maxBytes`, or cannot be read. */
export function readFileAt(path: string, maxBytes: number): Buffer | null {
  try {
    const file = openToRead(path);
    return file === null ? null : readWhole(file, maxBytes);
  } catch {
    return null;
  }
}

/** The same as UTF-8. */
export function readTextAt(path: string, maxBytes: number): string | null {
  return readFileAt(path, maxBytes)?.toString("utf8") ?? null;
}

/** The start of a file as UTF-8; null when there is none for us to read. Throws where a disk fails. */
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

/** At most `byteCount` bytes of a file's start; null for what is no regular file or cannot be read. */
export function readStartAt(path: string, byteCount: number): Buffer | null {
  try {
    const file = openToRead(path);
    return file === null ? null : readStart(file, Math.min(file.stat.size, byteCount));
  } catch {
    return null;
  }
}

/** Closes the file. Null when it is larger than `maxBytes`. */
export function readWhole(file: OpenFile, maxBytes: number): Buffer | null {
  if (file.stat.size <= maxBytes) return readStart(file, file.stat.size);
  closeSync(file.fd);
  return null;
}

/** Closes the file. The file may shrink while it is read; it is not read past the size it had. */
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
