/** What extraction found, compared with what was known: rows to keep, and what of it others can see. */
import type { ExtractedFile } from "../facts/extract-file.ts";
import { EXTRACTOR_VERSION } from "../facts/facts.ts";
import type { CodeFileChange } from "./code-store.ts";
import type { FileRow } from "./unsaved-rows.ts";

type Rows = ReadonlyMap<string, FileRow>;

export function rowOf(stored: Rows, file: ExtractedFile): CodeFileChange {
  const { path, hash, mtimeMs, size, skipped } = file;
  const isSame = file.facts === null && skipped === null;
  return {
    path,
    hash,
    mtimeMs,
    size,
    skipped,
    extractor: EXTRACTOR_VERSION,
    partial: isSame ? (stored.get(path)?.partial ?? 0) : Number(file.isPartial),
    surface: isSame ? (stored.get(path)?.surface ?? null) : file.surface,
    facts: isSame ? "same" : file.facts,
  };
}

/** New times, the old content. */
export function isOnlyTouched(stored: Rows, rows: readonly CodeFileChange[]): boolean {
  return rows.every(
    ({ facts, skipped, path }) =>
      facts === "same" || (facts === null && skipped === (stored.get(path)?.skipped ?? null)),
  );
}

export interface Compared {
  /** Content is new and can be read. */
  readonly changed: readonly string[];
  /** Of those the ones that others see another way than before. */
  readonly resurfaced: readonly string[];
  /** Had facts, and have none any more. */
  readonly lost: readonly string[];
  /** A file came or went. */
  readonly isTreeChanged: boolean;
}

export function compare(
  stored: Rows,
  rows: readonly CodeFileChange[],
  gone: readonly string[],
): Compared {
  const changed: string[] = [];
  const resurfaced: string[] = [];
  const lost = gone.filter((path) => stored.get(path)?.surface != null);
  let isTreeChanged = gone.length > 0;
  for (const { path, facts, surface } of rows) {
    const before = stored.get(path)?.surface ?? null;
    if (facts === "read" || facts instanceof Uint8Array) changed.push(path);
    if (before === surface) continue;
    if (surface === null) lost.push(path);
    else resurfaced.push(path);
    if (before === null || surface === null) isTreeChanged = true;
  }
  return { changed, resurfaced, lost, isTreeChanged };
}
