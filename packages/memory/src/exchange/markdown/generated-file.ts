/**
 * A file of the repository that Tacit writes and nobody should edit. Its first line has a hash of the rest, so that an edit is
 * noticed and not overwritten.
 */
import { createHash } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ReadRefusal, readProjectFile, replaceFile } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";

const MARK =
  /^<!-- Written by Tacit and replaced when memories change; changes here are not imported\. sha256:([0-9a-f]{64}) -->\n/;

export function withMark(body: string): string {
  return `<!-- Written by Tacit and replaced when memories change; changes here are not imported. sha256:${hashOf(body)} -->\n${body}`;
}

/** Returns whether the text is as Tacit wrote it. A checkout of git may have changed the ends of lines. */
export function isAsWritten(text: string): boolean {
  const own = text.replaceAll("\r\n", "\n");
  const mark = MARK.exec(own);
  return mark !== null && mark[1] === hashOf(own.slice(mark[0].length));
}

function hashOf(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

/**
 * Returns the text of a file of the repository, "" if there is none. Null if the file, or a folder on its way, is a link, is not
 * a regular file or folder, is too large or cannot be read: then it must not be replaced.
 */
export function ownText(root: string, path: string, mostBytes: number): string | null {
  const file = ownFile(root, path, mostBytes);
  return "text" in file ? file.text : null;
}

/** Like `ownText`, with the reason for which the file must not be read and replaced. */
export function ownFile(
  root: string,
  path: string,
  mostBytes: number,
): { readonly text: string } | { readonly refused: Exclude<ReadRefusal, "missing"> | "link" } {
  if (!hasPlainFolders(root, path)) return { refused: "link" };
  if (lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return { refused: "link" };
  const file = readProjectFile(root, path, mostBytes);
  if ("bytes" in file) return { text: file.bytes.toString("utf8") };
  return file.refused === "missing" ? { text: "" } : { refused: file.refused };
}

/** Returns whether each existing folder on the way to a path is a folder and no link. */
export function hasPlainFolders(root: string, path: string): boolean {
  const parts = path.split("/");
  return parts.every((_, depth) => {
    const folder = join(root, ...parts.slice(0, depth));
    return depth === 0 || lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== false;
  });
}

/** Returns what `putFile` would, and changes nothing. */
export function wouldPut(_root: string, _path: string, text: string): "written" | "removed" {
  return text === "" ? "removed" : "written";
}

/** Writes a file of the repository, or removes it if the text is "". Throws "store_unwritable". */
export function putFile(root: string, path: string, text: string): "written" | "removed" {
  try {
    if (text === "") rmSync(join(root, path));
    else replaceFile(join(root, path), text, { mode: 0o644, keepsMode: true, folderMode: 0o755 });
    return text === "" ? "removed" : "written";
  } catch (cause) {
    throw new MemoryError("store_unwritable", {
      path: join(root, path),
      reason: `${path} cannot be written`,
      cause,
    });
  }
}
