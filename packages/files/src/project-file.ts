/**
 * Reads a file of a project, whatever the source of its path: the repository itself, a memory, a payload. Only regular files
 * inside the project are read; a link may lead to another file of the project, never out of it.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isCode, openToRead } from "./open-to-read.ts";
import { readWhole } from "./read-file.ts";

/** `outside`: the path, or a link on its way, leads out of the project. */
export type ReadRefusal = "missing" | "not_a_file" | "too_large" | "outside" | "unreadable";

export type ProjectFile = { readonly bytes: Buffer } | { readonly refused: ReadRefusal };

/** Reads a file. `path` is relative to `root`. Never throws, never blocks. */
export function readProjectFile(root: string, path: string, maxBytes: number): ProjectFile {
  try {
    const real = realpathSync.native(join(root, path));
    if (!isWithin(realpathSync.native(root), real)) return { refused: "outside" };
    // The links are resolved, so a link found now was created since.
    const file = openToRead(real, { noFollow: true });
    if (file === null) return { refused: "not_a_file" };
    const bytes = readWhole(file, maxBytes);
    return bytes === null ? { refused: "too_large" } : { bytes };
  } catch (error) {
    return { refused: isCode(error, ["ENOENT", "ENOTDIR"]) ? "missing" : "unreadable" };
  }
}

/** Returns the same as UTF-8; null if the read is refused. */
export function readProjectText(root: string, path: string, maxBytes: number): string | null {
  const file = readProjectFile(root, path, maxBytes);
  return "bytes" in file ? file.bytes.toString("utf8") : null;
}

function isWithin(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
