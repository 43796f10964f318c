/**
 * Search by words as used by recall. FTS5 answers by default; a long-lived process can provide an index in memory, which
 * ranks the same (indexes/words). Terms are phrases as built by `phrase`.
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
  /** Returns the number of memories, in any project and state. */
  readonly documents: () => Promise<number>;
  /** Returns how many of them contain a term. */
  readonly frequencyOf: (term: string) => Promise<number>;
  /** Returns the `limit` best memories that contain any of the terms, by BM25 with COLUMN_WEIGHTS; ties by id. */
  readonly search: (
    terms: readonly string[],
    filter: LexicalFilter,
    limit: number,
  ) => Promise<readonly LexicalHit[]>;
  /** Returns those of the given memories that contain a term. */
  readonly matching: (term: string, ids: readonly MemoryId[]) => Promise<readonly MemoryId[]>;
}

/** Searches the store, without a cache. */
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
