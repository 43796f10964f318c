/** A memory as an index of words sees it, and the stamp that says how far the memories have come. */
import type { MemoryId } from "../ids.ts";

export interface WordRow {
  /** Of the last change of its words, or of what a filter looks at. */
  readonly seq: number;
  readonly rid: number;
  /** Null where it is gone. */
  readonly memory: {
    readonly id: MemoryId;
    readonly projectId: string | null;
    readonly type: string;
    readonly scope: string;
    readonly state: string;
    readonly isSuperseded: boolean;
    /** Null where it holds everywhere. */
    readonly stage: string | null;
    /** Title, content, tags, files, symbols, identifiers: the columns of the full-text index, in their order. */
    readonly texts: readonly string[];
  } | null;
}

/** Equal stamps of one store mean equal memories, as far as words and filters go. */
export interface WordStamp {
  /** Of the last change; 0 before the first. Never goes back, whatever is deleted. */
  readonly lastSeq: number;
  /** Of all memories there are, modulo SEQ_SUM_MODULUS. Seqs go up by random steps: equal sums, equal rows. */
  readonly seqSum: number;
}
