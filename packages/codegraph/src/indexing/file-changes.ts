/** Compares extraction results with the stored state: rows to store, and changes that other files can see. */
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

/** Returns whether only modification times changed, not the content. */
export function isOnlyTouched(stored: Rows, rows: readonly CodeFileChange[]): boolean {
  return rows.every(
    ({ facts, skipped, path }) =>
      facts === "same" || (facts === null && skipped === (stored.get(path)?.skipped ?? null)),
  );
}

export interface Compared {
  /** Files with new, readable content. */
  readonly changed: readonly string[];
  /** Changed files whose surface changed. */
  readonly resurfaced: readonly string[];
  /** Files that had facts and no longer have any. */
  readonly lost: readonly string[];
  /** A file was added or removed. */
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
