/** A memory as a word index sees it, and the stamp of the state of all memories. */
import type { MemoryId } from "../ids.ts";

export interface WordRow {
  /** Seq of the last change of its words or of a field used by filters. */
  readonly seq: number;
  readonly rid: number;
  /** Null if the memory is deleted. */
  readonly memory: {
    readonly id: MemoryId;
    readonly projectId: string | null;
    readonly type: string;
    readonly scope: string;
    readonly state: string;
    readonly isSuperseded: boolean;
    /** Null for a memory that applies everywhere. */
    readonly stage: string | null;
    /** Title, content, tags, files, symbols, identifiers: the columns of the full-text index, in order. */
    readonly texts: readonly string[];
  } | null;
}

/** Equal stamps of one store mean equal memories, as far as words and filters are concerned. */
export interface WordStamp {
  /** Seq of the last change; 0 before the first. Never decreases, whatever is deleted. */
  readonly lastSeq: number;
  /** Sum over all existing memories, modulo SEQ_SUM_MODULUS. Seqs increase by random steps, so equal sums mean equal rows. */
  readonly seqSum: number;
}
