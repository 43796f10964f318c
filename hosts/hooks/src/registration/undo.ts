/**
 * How the text before our change is worked out of the text after it, without a copy of the file: settings hold API
 * keys. We only insert, so the record says which stretches of the new text are the old one, in numbers alone.
 */

import { createHash } from "node:crypto";
import { isRecord } from "@tacit-memory/files";
import { readObject } from "./edits/json-text.ts";
import type { Edit } from "./registered-host.ts";

export interface Undo {
  /** The members the file had, without a value of them; null: there was no file. */
  readonly outline: string | null;
  /** Start and length of each stretch of the new text that is the old one. */
  readonly stretches: readonly (readonly [number, number])[];
  readonly digest: string;
}

/** `before`: the text without us; null where there is no file. */
export function undoOf(edit: Edit, before: string | null, after: string): Undo {
  const outline = before === null ? null : outlineOf(edit.path, before);
  const old = before ?? "";
  return { outline, stretches: stretchesOf(old, after), digest: digestOf(old) };
}

/** The text before us of a file that is as we wrote it; null: no file. */
export function undone(edit: Edit, after: string, undo: Undo): string | null {
  if (undo.outline === null) return null;
  const parts = undo.stretches.map(([start, length]) => after.slice(start, start + length));
  const old = parts.join("");
  return digestOf(old) === undo.digest ? old : edit.remove(after, undo.outline);
}

/** The common end is set aside first: from there on nothing was inserted. */
function stretchesOf(old: string, after: string): [number, number][] {
  let tail = 0;
  const most = Math.min(old.length, after.length);
  while (tail < most && old.at(-1 - tail) === after.at(-1 - tail)) tail++;
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

/** What `remove` asks of the old text: which members there were, two levels deep. A file that is not JSON has none. */
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
