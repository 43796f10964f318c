/** Source files that the graph cannot cover, and which of them contain a name. */

import { closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isCode, openToRead } from "@tacit-memory/files";
import { extensionOf, familyOf } from "../facts/languages/source-families.ts";
import { INDEX_EXTRACTOR } from "../indexing/code-store.ts";
import type { Sweep } from "../indexing/code-tree.ts";
import { CODEGRAPH } from "../tuning.ts";

/** Files that are not written by a person: a name in them means little. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(["minified", "binary", "not_a_file"]);

export interface UnreadFiles {
  /** Files in languages that are not read, skipped files, and folders, with a slash at the end, that may not be read. */
  readonly none: readonly string[];
  /** Files of which a part could not be read. */
  readonly partly: readonly string[];
}

export function unreadFiles({ walked, rows }: Sweep): UnreadFiles {
  const all = [...rows.values()];
  const skipped = all.filter(({ skipped: why }) => why !== null && !NOT_WRITTEN.has(why));
  // A file covered by an index counts as read.
  const unread = walked.unread.filter((path) => rows.get(path)?.extractor !== INDEX_EXTRACTOR);
  const none = new Set([...unread, ...skipped.map(({ path }) => path)]);
  const partly = all.filter(({ path, partial }) => partial === 1 && !none.has(path));
  return { none: [...none], partly: partly.map(({ path }) => path) };
}

export function countByExtension(paths: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths) {
    const extension = path.endsWith("/") ? "unreadable" : extensionOf(path);
    counts[extension] = (counts[extension] ?? 0) + 1;
  }
  return counts;
}

/**
 * Returns the files (relative to the root) that contain one of the names, as far as their language can use that of `path`.
 * Files that are too large, may not be read or exceed the time budget count as containing it, and so does every folder that
 * may not be read.
 */
export function filesMentioning(
  root: string,
  unread: readonly string[],
  names: readonly string[],
  path: string,
): string[] {
  const family = familyOf(path);
  const patterns = [...new Set(family === "ecmascript" ? names.flatMap(spellings) : names)]
    .filter((name) => name !== "")
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (patterns.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{ID_Continue}$])(?:${patterns.join("|")})(?![\\p{ID_Continue}$])`,
    "u",
  );
  let room = CODEGRAPH.unreadLookChars;
  return unread.filter((file) => {
    if (file.endsWith("/")) return true;
    if (familyOf(file) !== family) return false;
    const text = room > 0 ? textOf(join(root, file)) : null;
    room -= text?.length ?? 0;
    return text === null || pattern.test(text);
  });
}

/** Returns the spellings of a component's name in templates and file names: `MyButton` and `my-button`. */
function spellings(name: string): string[] {
  if (!/^[\w-]+$/.test(name)) return [name];
  const kebab = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  const pascal = name.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return [name, ...(kebab.includes("-") ? [kebab] : []), ...(name.includes("-") ? [pascal] : [])];
}

/** Returns a file's text; null if it is too large or may not be read, "" if it no longer exists. */
function textOf(path: string): string | null {
  try {
    const file = openToRead(path, { noFollow: true });
    if (file === null) return "";
    try {
      return file.stat.size > CODEGRAPH.maxFileBytes * 5 ? null : readFileSync(file.fd, "utf8");
    } finally {
      closeSync(file.fd);
    }
  } catch (error) {
    return isCode(error, ["ENOENT", "ENOTDIR"]) ? "" : null;
  }
}
