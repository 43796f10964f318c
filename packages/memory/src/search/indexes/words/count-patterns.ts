/**
 * Encodes how often a word occurs in each column of a memory as one number. Most words occur once, in the content or in
 * content and title, so that a few hundred patterns serve a million memories, and the weighted frequency of a pattern is
 * computed once.
 */
import { MemoryError } from "../../../domain/errors.ts";
import { grown } from "./growing.ts";

/** Title, content, tags, files, symbols, identifiers. */
export const COLUMNS = 6;
/** A pattern's number has 16 bits. */
const MAX_PATTERNS = 65_536;
const SMALL_BITS = 3;
const NOT_SMALL = -1;

export interface CountPatterns {
  size: number;
  /** The counts, COLUMNS per pattern. */
  counts: Uint32Array;
  /** Sums over all columns. */
  totals: Uint32Array;
  /** Number + 1 by the counts themselves, if each is below 8, which is nearly always. */
  readonly small: Uint32Array;
  readonly others: Map<string, number>;
}

export function createPatterns(counts: Uint32Array = new Uint32Array(0)): CountPatterns {
  const patterns = {
    size: 0,
    counts: new Uint32Array(COLUMNS * 16),
    totals: new Uint32Array(16),
    small: new Uint32Array(1 << (SMALL_BITS * COLUMNS)),
    others: new Map<string, number>(),
  };
  for (let at = 0; at + COLUMNS <= counts.length; at += COLUMNS) patternOf(patterns, counts, at);
  return patterns;
}

/**
 * Returns the pattern number of the counts at a position. Throws "internal" when there are more patterns than numbers, which
 * requires a specially made store; full-text search continues.
 */
export function patternOf(patterns: CountPatterns, counts: Uint32Array, at: number): number {
  const small = smallKey(counts, at);
  const entry = small === NOT_SMALL ? 0 : (patterns.small[small] ?? 0);
  if (entry !== 0) return entry - 1;
  const key = small === NOT_SMALL ? counts.subarray(at, at + COLUMNS).join() : "";
  const other = patterns.others.get(key);
  if (other !== undefined) return other;
  const number = patterns.size;
  if (number === MAX_PATTERNS)
    throw new MemoryError("internal", { reason: "too many patterns of counts" });
  patterns.counts = grown(patterns.counts, (number + 1) * COLUMNS);
  patterns.totals = grown(patterns.totals, number + 1);
  let total = 0;
  for (let column = 0; column < COLUMNS; column++) {
    const count = counts[at + column] ?? 0;
    patterns.counts[number * COLUMNS + column] = count;
    total += count;
  }
  patterns.totals[number] = total;
  if (small === NOT_SMALL) patterns.others.set(key, number);
  else patterns.small[small] = number + 1;
  patterns.size++;
  return number;
}

function smallKey(counts: Uint32Array, at: number): number {
  let key = 0;
  for (let column = 0; column < COLUMNS; column++) {
    const count = counts[at + column] ?? 0;
    if (count >> SMALL_BITS !== 0) return NOT_SMALL;
    key = (key << SMALL_BITS) | count;
  }
  return key;
}

/** Returns the weighted frequency of each pattern, summed one by one as FTS5 does. */
export function weightedFrequencies(
  patterns: CountPatterns,
  weights: readonly number[],
): Float64Array {
  const frequencies = new Float64Array(patterns.size);
  for (let number = 0; number < patterns.size; number++) {
    let sum = 0;
    for (let column = 0; column < COLUMNS; column++) {
      const count = patterns.counts[number * COLUMNS + column] ?? 0;
      for (let i = 0; i < count; i++) sum += weights[column] ?? 0;
    }
    frequencies[number] = sum;
  }
  return frequencies;
}
