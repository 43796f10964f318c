/** Which files are read together, and who reads which next. */
import type { Wanted } from "../facts/extract-file.ts";
import type { Language } from "../facts/languages/language.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { CODEGRAPH } from "../tuning.ts";

export interface Sized extends Wanted {
  readonly size: number;
  readonly mtimeMs: number;
}

/** What a reader makes ready before it reads a file, by a name of its own. */
export type ReadinessOf = (path: string) => string;

/**
 * Of one readiness each: to make ready for a grammar takes as long as to read a hundred files, so what few files are of
 * is for one reader, and at first. Of the others the largest files first, so that no reader is left alone with one.
 */
export function batchesOf<T extends Pick<Sized, "path" | "size">>(
  wanted: readonly T[],
  readinessOf: ReadinessOf = grammarOf,
): T[][] {
  const groups = [...Map.groupBy(wanted, ({ path }) => readinessOf(path)).values()];
  return groups.sort((a, b) => bytesOf(a) - bytesOf(b)).flatMap(cutToSize);
}

/**
 * Hands out batches. A reader gets one that it is ready for, else one that none is ready for, else one that it must make
 * ready for too: others have it, and there is nothing better to do.
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

/** Languages that share grammar and query share what is made of them. */
export function grammarOf(path: string): string {
  const language = languageOf(path);
  if (language === undefined) return "";
  let name = grammarNames.get(language);
  if (name === undefined) {
    name = `${language.grammar}\n${language.query}`;
    grammarNames.set(language, name);
  }
  return name;
}

/** One string each, as long as a query: to make and to hash it for every file of a tree takes tens of milliseconds. */
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
