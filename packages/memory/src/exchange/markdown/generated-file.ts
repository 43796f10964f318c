/**
 * A file of the repository that Tacit writes and nobody should edit. Its first line has a hash of the rest, so that an edit is
 * noticed and not overwritten.
 */
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile } from "@tacit-memory/files";

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
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = join(root, ...parts.slice(0, depth));
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) return null;
  }
  if (lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return null;
  const file = readProjectFile(root, path, mostBytes);
  if ("bytes" in file) return file.bytes.toString("utf8");
  return file.refused === "missing" ? "" : null;
}
