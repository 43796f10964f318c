/**
 * Measures how much of the query a memory answers: the share of the query's weight (idf) that its text covers. Unlike a BM25
 * score it is comparable across queries, which the gate needs.
 */
import type { MemoryId } from "../domain/ids.ts";
import type { Lexical } from "../search/lexical.ts";
import type { WeighedTerm } from "../search/term-weights.ts";

export interface Coverage {
  /** In [0, 1]. */
  readonly share: number;
  readonly matched: readonly string[];
}

/** Returns the coverage of the given memories by id; those without a match are left out. */
export async function coverageOf(
  lexical: Lexical,
  terms: readonly WeighedTerm[],
  ids: readonly MemoryId[],
): Promise<Map<MemoryId, Coverage>> {
  const found = new Map<MemoryId, { matched: string[]; weight: number }>();
  if (ids.length === 0) return new Map();
  const total = terms.reduce((sum, term) => sum + term.idf, 0);
  for (const term of terms) {
    if (term.frequency === 0) continue;
    for (const id of await lexical.matching(term.phrase, ids)) {
      const entry = found.get(id) ?? { matched: [], weight: 0 };
      entry.matched.push(term.text);
      entry.weight += term.idf;
      found.set(id, entry);
    }
  }
  return new Map(
    [...found].map(([id, { matched, weight }]) => [
      id,
      { matched, share: total === 0 ? 0 : weight / total },
    ]),
  );
}
