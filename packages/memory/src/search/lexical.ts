/**
 * Search by words, as this stage sees it. FTS5 answers where nothing else is there; a process that lives long may
 * lend an index in memory, which ranks the same (indexes/words). Terms are phrases as `phrase` makes them.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../domain/ids.ts";
import type { LexicalFilter } from "../domain/ports/dense.ts";
import {
  countDocuments,
  countMatches,
  type LexicalHit,
  matchingAmong,
  searchWords,
} from "../store/memories/search.ts";
import { COLUMN_WEIGHTS } from "./column-weights.ts";

export interface Lexical {
  /** Memories there are, in any project and state. */
  readonly documents: () => Promise<number>;
  /** In how many of them a term is found. */
  readonly frequencyOf: (term: string) => Promise<number>;
  /** The `limit` best of those that any of the terms is found in, by BM25 with COLUMN_WEIGHTS; ties by id. */
  readonly search: (
    terms: readonly string[],
    filter: LexicalFilter,
    limit: number,
  ) => Promise<readonly LexicalHit[]>;
  /** Those of the memories given that a term is found in. */
  readonly matching: (term: string, ids: readonly MemoryId[]) => Promise<readonly MemoryId[]>;
}

/** Asked of the store, each time anew. */
export function fullText(db: Database): Lexical {
  return {
    documents: () => countDocuments(db),
    frequencyOf: (term) => countMatches(db, term),
    search: async (terms, filter, limit) => {
      if (terms.length === 0) return [];
      return searchWords(db, terms.join(" OR "), COLUMN_WEIGHTS, { ...filter, limit });
    },
    matching: (term, ids) => matchingAmong(db, term, ids),
  };
}
