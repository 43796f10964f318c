/**
 * How much of the query a memory answers: the share of the query's weight that its text covers, every term
 * weighted by how rare it is,
 *
 *     idf(t) = ln(1 + (N − df + 0.5) / (df + 0.5))
 *
 * (the idf of BM25, Robertson & Zaragoza 2009). Unlike a BM25 score it is comparable across queries, which
 * is what a gate needs.
 */
import type { MemoryId } from "../domain/ids.ts";
import type { Database } from "../store/drivers/driver.ts";
import { countDocuments, countMatches, matchingAmong } from "../store/search.ts";
import { phrase } from "./match-expression.ts";
import type { Term } from "./query.ts";

export interface Coverage {
  /** In [0, 1]. */
  readonly share: number;
  readonly matched: readonly string[];
  /** Summed idf of what matched. */
  readonly weight: number;
}

/** For the memories given, by id; those that match nothing are left out. */
export async function coverageOf(
  db: Database,
  terms: readonly Term[],
  ids: readonly MemoryId[],
): Promise<Map<MemoryId, Coverage>> {
  const found = new Map<MemoryId, { matched: string[]; weight: number }>();
  if (ids.length === 0) return new Map();
  const documents = await countDocuments(db);
  let total = 0;
  for (const term of terms) {
    const match = phrase(term.text);
    if (match === "") continue;
    const frequency = await countMatches(db, match);
    const idf = Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
    total += idf;
    if (frequency === 0) continue;
    for (const id of await matchingAmong(db, match, ids)) {
      const entry = found.get(id) ?? { matched: [], weight: 0 };
      entry.matched.push(term.text);
      entry.weight += idf;
      found.set(id, entry);
    }
  }
  return new Map(
    [...found].map(([id, one]) => [id, { ...one, share: total === 0 ? 0 : one.weight / total }]),
  );
}
