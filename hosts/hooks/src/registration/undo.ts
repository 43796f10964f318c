/**
 * Computes the text before our change from the text after it without a copy of the file, because settings contain API keys.
 * We only insert, so the record stores which parts of the new text are old, as numbers only.
 */

import { createHash } from "node:crypto";
import { isRecord } from "@tacit-memory/files";
import { readObject } from "./edits/json-text.ts";
import type { Edit } from "./registered-host.ts";

export interface Undo {
  /** Members of the old file without their values; null if there was no file. */
  readonly outline: string | null;
  /** Start and length of each part of the new text that belongs to the old text. */
  readonly stretches: readonly (readonly [number, number])[];
  readonly digest: string;
}

/** Returns the record. `before` is the text without our entries; null if there is no file. */
export function undoOf(edit: Edit, before: string | null, after: string): Undo {
  const outline = before === null ? null : outlineOf(edit.path, before);
  const old = before ?? "";
  return { outline, stretches: stretchesOf(old, after), digest: digestOf(old) };
}

/** Returns the text before us of a file that is as we wrote it; null for no file. */
export function undone(edit: Edit, after: string, undo: Undo): string | null {
  if (undo.outline === null) return null;
  const parts = undo.stretches.map(([start, length]) => after.slice(start, start + length));
  const old = parts.join("");
  return digestOf(old) === undo.digest ? old : edit.remove(after, undo.outline);
}

/** Computes the parts. The common end is split off first, because nothing was inserted in it. */
function stretchesOf(old: string, after: string): [number, number][] {
  let tail = 0;
  const maxTail = Math.min(old.length, after.length);
  while (tail < maxTail && old.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const stretches: [number, number][] = [];
  const add = (start: number, length: number) => {
    const last = stretches.at(-1);
    if (last !== undefined && last[0] + last[1] === start) last[1] += length;
    else if (length > 0) stretches.push([start, length]);
  };
  let found = 0;
  for (let at = 0; at < after.length - tail && found < old.length - tail; at++) {
    if (after[at] !== old[found]) continue;
    add(at, 1);
    found++;
  }
  add(after.length - tail, tail);
  return stretches;
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the members of the old text that `remove` needs, two levels deep; none for a file that is not JSON. */
function outlineOf(path: string, text: string): string {
  if (text.trim() === "") return text;
  try {
    return JSON.stringify(emptied(readObject(path, text), 1));
  } catch {
    return "";
  }
}

function emptied(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return [];
  if (!isRecord(value)) return null;
  if (depth < 0) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, emptied(inner, depth - 1)]),
  );
}
