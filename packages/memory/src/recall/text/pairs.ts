/**
 * Measures which adjacent words of the question are also adjacent in a text: "connection pool" is more than "connection" and
 * "pool". The result is the share of the question's adjacent words, skipping stop words, that a text contains in this order,
 * each pair weighted by the rarity of its two words:
 *
 * pairs(d) = Σ over pairs in d (idf(a) + idf(b)) ÷ Σ over all pairs in [0, 1]
 *
 * The ordered part of the sequential dependence model (Metzler & Croft, SIGIR 2005).
 */
import { wordsOf } from "@tacit-memory/encoder";
import { STOP_WORDS } from "../../search/stop-words.ts";

export interface QuestionPairs {
  /** Weights by first and second word. */
  readonly weights: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly total: number;
}

/**
 * Returns the pairs of a question; null when it has no two adjacent words with a count. `idfOf`: idf of a word in lower case.
 */
export function pairsIn(
  question: string,
  idfOf: ReadonlyMap<string, number>,
): QuestionPairs | null {
  const weights = new Map<string, Map<string, number>>();
  let total = 0;
  for (const [first, second] of neighbours(question)) {
    const [one, two] = [idfOf.get(first), idfOf.get(second)];
    if (one === undefined || two === undefined || first === second) continue;
    const row = weights.get(first) ?? new Map<string, number>();
    if (row.has(second)) continue;
    weights.set(first, row.set(second, one + two));
    total += one + two;
  }
  return total > 0 ? { weights, total } : null;
}

/** Returns the share in [0, 1]; 1 for a text that contains every pair of the question. */
export function pairShare({ weights, total }: QuestionPairs, text: string): number {
  const counted = new Map<string, Set<string>>();
  let sum = 0;
  for (const [first, second] of neighbours(text)) {
    const weight = weights.get(first)?.get(second);
    if (weight === undefined) continue;
    const seen = counted.get(first) ?? new Set<string>();
    counted.set(first, seen);
    if (seen.has(second)) continue;
    seen.add(second);
    sum += weight;
  }
  return sum / total;
}

function* neighbours(text: string): Generator<readonly [string, string]> {
  let before: string | undefined;
  for (const word of wordsOf(text)) {
    if (STOP_WORDS.has(word)) continue;
    if (before !== undefined) yield [before, word];
    before = word;
  }
}
