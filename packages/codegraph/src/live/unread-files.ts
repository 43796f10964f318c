/** Source files that no answer of the graph can know of, and which of them contain a name. */

import { closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openToRead } from "@tacit-memory/files";
import { extensionOf, familyOf } from "../facts/languages/source-families.ts";
import { INDEX_EXTRACTOR } from "../indexing/code-store.ts";
import type { Sweep } from "../indexing/index-project.ts";
import { CODEGRAPH } from "../tuning.ts";

/** What a person does not write: whether it contains a name says little. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(["minified", "binary", "not_a_file"]);

export interface UnreadFiles {
  /** Of a language that is not read, and files that were skipped. */
  readonly none: readonly string[];
  /** Those of which a part could not be read. */
  readonly partly: readonly string[];
}

export function unreadFiles({ walked, rows }: Sweep): UnreadFiles {
  const all = [...rows.values()];
  const skipped = all.filter(({ skipped: why }) => why !== null && !NOT_WRITTEN.has(why));
  // What an index says of a file is read.
  const unread = walked.unread.filter((path) => rows.get(path)?.extractor !== INDEX_EXTRACTOR);
  const none = new Set([...unread, ...skipped.map(({ path }) => path)]);
  const partly = all.filter(({ path, partial }) => partial === 1 && !none.has(path));
  return { none: [...none], partly: partly.map(({ path }) => path) };
}

export function countByExtension(paths: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths) {
    const extension = extensionOf(path);
    counts[extension] = (counts[extension] ?? 0) + 1;
  }
  return counts;
}

/**
 * Of these files, relative to the root, those that contain one of the names, as far as the language of `path` can be
 * used there. What is too large to look into, and what there is no time for, counts as containing it.
 */
export function filesNaming(
  root: string,
  unread: readonly string[],
  names: readonly string[],
  path: string,
): string[] {
  const family = familyOf(path);
  const asked = [...new Set(family === "ecmascript" ? names.flatMap(spellings) : names)]
    .filter((name) => name !== "")
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (asked.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{ID_Continue}$])(?:${asked.join("|")})(?![\\p{ID_Continue}$])`,
    "u",
  );
  let room = CODEGRAPH.unreadLookChars;
  return unread.filter((file) => {
    if (familyOf(file) !== family) return false;
    const text = room > 0 ? textOf(join(root, file)) : null;
    room -= text?.length ?? 0;
    return text === null || pattern.test(text);
  });
}

/** A component's name as templates and file names write it: `MyButton` is `my-button`, and the other way round. */
function spellings(name: string): string[] {
  if (!/^[\w-]+$/.test(name)) return [name];
  const kebab = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  const pascal = name.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return [name, ...(kebab.includes("-") ? [kebab] : []), ...(name.includes("-") ? [pascal] : [])];
}

/** Null for what is too large; "" for what is not there any more. */
function textOf(path: string): string | null {
  try {
    const file = openToRead(path, { noFollow: true });
    if (file === null) return "";
    try {
      return file.stat.size > CODEGRAPH.maxFileBytes * 5 ? null : readFileSync(file.fd, "utf8");
    } finally {
      closeSync(file.fd);
    }
  } catch {
    return "";
  }
}
