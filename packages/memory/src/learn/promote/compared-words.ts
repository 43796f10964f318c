/**
 * The words of all memories, for a long import: the full-text index counts every match in each search, so that importing many
 * similar texts would take the square of their number.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { createGrowingWords } from "../../search/indexes/words/growing-words.ts";
import { changesSince } from "../../store/memories/memory-changes.ts";
import { PROMOTE } from "./limits.ts";

/** Changed memories read at a time. */
const PAGE_ROWS = 1024;

export interface ComparedWords {
  /** Returns the memories to compare a text of these terms with, as the full-text index would; null if only that can answer. */
  readonly best: (
    db: Database,
    projectId: ProjectId | null,
    terms: readonly string[],
  ) => Promise<readonly MemoryId[] | null>;
}

export function createComparedWords(): ComparedWords {
  const words = createGrowingWords();
  return {
    best: async (db, projectId, terms) => {
      for (let isMore = true; isMore; ) {
        const rows = await changesSince(db, words.lastSeq, PAGE_ROWS);
        words.take(rows);
        isMore = rows.length === PAGE_ROWS;
      }
      const filter = { projectIds: projectId === null ? [] : [projectId], withArchived: true };
      return words.best(terms, filter, PROMOTE.nearCandidates);
    },
  };
}
