/** Matches trigger patterns: literals or globs for which a memory asks to be shown, compared with the query and the files. */
import type { Database } from "@tacit-memory/sqlite";
import { matchesGlob, parseGlob } from "../domain/anchors/glob.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Selection } from "../domain/selection.ts";
import { listTriggers } from "../store/memories/memory-lists.ts";

/** Returns the memories with a matching trigger, the longest match first. */
export async function findTriggered(
  db: Database,
  wanted: Selection,
  text: string,
  files: readonly string[],
): Promise<MemoryId[]> {
  const rows = await listTriggers(db, wanted);
  if (rows.length === 0) return [];
  const haystack = folded(text);
  return rows
    .map(({ id, triggers }) => ({ id, length: longestMatch(triggers, haystack, files) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

function longestMatch(
  triggers: readonly string[],
  haystack: string,
  files: readonly string[],
): number {
  return Math.max(
    0,
    ...triggers
      .filter((trigger) => matches(trigger, haystack, files))
      .map((trigger) => trigger.length),
  );
}

/**
 * Whether a trigger matches. `*` and `**` make it a glob over paths, or over the name alone when it has no slash; anything
 * else is a literal, matched at word boundaries.
 */
export function matches(trigger: string, haystack: string, files: readonly string[]): boolean {
  const wanted = folded(trigger).trim();
  if (wanted.length < 3) return false;
  if (wanted.includes("*")) {
    const glob = parseGlob(wanted);
    const isName = !wanted.includes("/");
    return files
      .map((file) => file.toLowerCase())
      .some((file) => matchesGlob(glob, isName ? file.slice(file.lastIndexOf("/") + 1) : file));
  }
  for (let at = haystack.indexOf(wanted); at >= 0; at = haystack.indexOf(wanted, at + 1)) {
    if (!isWordAt(haystack, at - 1) && !isWordAt(haystack, at + wanted.length)) return true;
  }
  return files.some((file) => file.toLowerCase() === wanted);
}

/** In lower case, with one blank between words. */
function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}
