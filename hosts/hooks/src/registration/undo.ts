/**
 * How the text before our change is worked out of the text after it, without a copy of the file: settings hold API
 * keys. Taking our entries out gives the old text but for some white space; that difference is what is recorded.
 */
import { createHash } from "node:crypto";
import { isObject, readObject } from "./json-text.ts";
import type { Edit } from "./registered-host.ts";

export interface Undo {
  /** The members the file had, without a value of them; null: there was no file. */
  readonly outline: string | null;
  /** Of what is left without our entries, the characters from `start` on that become `text`. */
  readonly start: number;
  readonly length: number;
  readonly text: string;
  readonly digest: string;
}

/** `before`: the text without us; null where there is no file. */
export function undoOf(edit: Edit, before: string | null, after: string): Undo {
  const outline = before === null ? null : outlineOf(edit.path, before);
  const left = edit.remove(after, outline);
  const old = before ?? "";
  const most = Math.min(left.length, old.length);
  let start = 0;
  while (start < most && left[start] === old[start]) start++;
  let tail = 0;
  while (tail < most - start && left.at(-1 - tail) === old.at(-1 - tail)) tail++;
  const [length, text] = [left.length - tail - start, old.slice(start, old.length - tail)];
  return { outline, start, length, text, digest: digestOf(old) };
}

/** The text before us of a file that is as we wrote it; null: no file. */
export function undone(edit: Edit, after: string, undo: Undo): string | null {
  if (undo.outline === null) return null;
  const left = edit.remove(after, undo.outline);
  const old = left.slice(0, undo.start) + undo.text + left.slice(undo.start + undo.length);
  // A newer version takes its entries out in another way: then what is left stays as it is.
  return digestOf(old) === undo.digest ? old : left;
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
  if (!isObject(value)) return null;
  if (depth < 0) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, emptied(inner, depth - 1)]),
  );
}
