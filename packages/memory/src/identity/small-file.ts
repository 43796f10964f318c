/** Reads of files that may be missing, or may be something that should not be read at all. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

const LARGEST = 256 * 1024;

/**
 * The text of a regular file, or null when there is none. Bounded: a `.git` folder in a repository somebody
 * else made may hold anything. Pipes and devices are refused before they are opened, since opening would block.
 */
export function readSmallFile(path: string, largest: number = LARGEST): string | null {
  if (!isFile(path)) return null;
  try {
    const file = openSync(path, "r");
    try {
      const size = Math.min(fstatSync(file).size, largest);
      const buffer = Buffer.alloc(size);
      const read = size === 0 ? 0 : readSync(file, buffer, 0, size, 0);
      return buffer.toString("utf8", 0, read);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if (isAbsence(cause)) return null;
    throw cause;
  }
}

export function isFile(path: string): boolean {
  return kindOf(path) === "file";
}

export function isFolder(path: string): boolean {
  return kindOf(path) === "folder";
}

function kindOf(path: string): "file" | "folder" | "other" | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isFile()) return "file";
    return stat.isDirectory() ? "folder" : "other";
  } catch (cause) {
    if (isAbsence(cause)) return null;
    throw cause;
  }
}

/** Not there, or not for us: either way, identity does without it. */
function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    typeof code === "string" &&
    /^(?:ENOENT|ENOTDIR|EACCES|EPERM|ELOOP|ENAMETOOLONG|EISDIR|EINVAL|ERR_INVALID_ARG_VALUE)$/.test(
      code,
    )
  );
}
