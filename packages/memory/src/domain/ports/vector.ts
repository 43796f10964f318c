/** What the store tells an index of vectors: the rows, and how far they have come. */
import type { MemoryId, ProjectId } from "../ids.ts";
import type { Memory } from "../memory.ts";

/** A memory's vector of one encoder, with what filters look at. */
export interface VectorRow {
  /** Grows with every write of the row, and with every change of what filters look at. */
  readonly seq: number;
  readonly memoryId: MemoryId;
  /** Of the memory; another one's only after this one is gone. */
  readonly rid: number;
  readonly projectId: ProjectId | null;
  readonly type: Memory["type"];
  readonly scope: Memory["scope"];
  readonly state: Memory["state"];
  readonly isSuperseded: boolean;
  /** Null where it holds everywhere. */
  readonly stage: string | null;
  readonly dims: number;
  /** A component is its code × this. */
  readonly scale: number;
  /** int8 codes, `dims` bytes. */
  readonly codes: Uint8Array;
}

/** How far an encoder's vectors have come. Equal stamps of one store mean equal contents. */
export interface VectorStamp {
  /** Of the last write; 0 before the first. Never goes back, whatever is deleted. */
  readonly lastSeq: number;
  /** Of all rows there are, modulo SEQ_SUM_MODULUS. Seqs go up by random steps: equal sums mean the same rows. */
  readonly seqSum: number;
  readonly live: number;
  /** How many rows were ever deleted. */
  readonly deletions: number;
}
