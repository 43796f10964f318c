/** Forms batches of files and assigns them to readers. */

import type { FileToExtract } from "../facts/extract-file.ts";
import type { Language } from "../facts/languages/language.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { getOrCreate } from "../maps.ts";
import { CODEGRAPH } from "../tuning.ts";

export interface Sized extends FileToExtract {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Returns a name for what a reader must load before it reads a file. */
export type ReadinessOf = (path: string) => string;

/**
 * Forms batches that need the same grammar. Loading a grammar takes as long as reading a hundred files, so grammars with few
 * files go to one reader, and first. Of the others the largest files come first, so that no reader is left alone with one.
 */
export function batchesOf<T extends Pick<Sized, "path" | "size">>(
  wanted: readonly T[],
  readinessOf: ReadinessOf = grammarOf,
): T[][] {
  const groups = [...Map.groupBy(wanted, ({ path }) => readinessOf(path)).values()];
  return groups.sort((a, b) => bytesOf(a) - bytesOf(b)).flatMap(cutToSize);
}

/**
 * Hands out batches. A reader gets one whose grammar it has loaded, else one whose grammar no reader has loaded, else one
 * that other readers have loaded, too.
 */
export function handOut<T extends Pick<Sized, "path">>(
  batches: readonly (readonly T[])[],
  readinessOf: ReadinessOf = grammarOf,
) {
  const left = [...batches];
  const begun = new Set<string>();
  const wanted = (batch: readonly T[]) => readinessOf(batch[0]?.path ?? "");
  const next = (ready: Set<string>): readonly T[] | undefined => {
    const own = left.findIndex((batch) => ready.has(wanted(batch)));
    const fresh = own < 0 ? left.findIndex((batch) => !begun.has(wanted(batch))) : own;
    const [batch] = left.splice(Math.max(fresh, 0), 1);
    if (batch === undefined) return undefined;
    begun.add(wanted(batch));
    ready.add(wanted(batch));
    return batch;
  };
  return { left, next };
}

/** Returns the name of a file's grammar. Languages with the same grammar and query share it. */
export function grammarOf(path: string): string {
  const language = languageOf(path);
  if (language === undefined) return "";
  return getOrCreate(grammarNames, language, () => `${language.grammar}\n${language.query}`);
}

/**
 * One string per language, as long as a query. Building and hashing it for every file of a tree would take tens of
 * milliseconds.
 */
const grammarNames = new Map<Language, string>();

export function bytesOf(files: readonly Pick<Sized, "size">[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function cutToSize<T extends Pick<Sized, "path" | "size">>(files: readonly T[]): T[][] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let bytes = 0;
  for (const file of [...files].sort((a, b) => b.size - a.size)) {
    batch.push(file);
    bytes += file.size;
    if (bytes < CODEGRAPH.batchBytes) continue;
    batches.push(batch);
    [batch, bytes] = [[], 0];
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
