/** Port between the store and a vector index: the vectors and their state. */
import type { MemoryId, ProjectId } from "../ids.ts";
import type { Memory } from "../memory.ts";

/** A memory's vector of one encoder, with the fields used by filters. */
export interface VectorRow {
  /** Increases with every write of the row and every change of a field used by filters. */
  readonly seq: number;
  readonly memoryId: MemoryId;
  /** Row id of the memory; reused only after the memory is deleted. */
  readonly rid: number;
  readonly projectId: ProjectId | null;
  readonly type: Memory["type"];
  readonly scope: Memory["scope"];
  readonly state: Memory["state"];
  readonly isSuperseded: boolean;
  /** Null for a memory that applies everywhere. */
  readonly stage: string | null;
  readonly dims: number;
  /** Factor: a component is its code × this. */
  readonly scale: number;
  /** int8 codes, `dims` bytes. */
  readonly codes: Uint8Array;
}

/** State of an encoder's vectors. Equal stamps of one store mean equal contents. */
export interface VectorStamp {
  /** Seq of the last write; 0 before the first. Never decreases, whatever is deleted. */
  readonly lastSeq: number;
  /** Sum over all existing rows, modulo SEQ_SUM_MODULUS. Seqs increase by random steps, so equal sums mean equal rows. */
  readonly seqSum: number;
  readonly live: number;
  /** Total number of deleted rows. */
  readonly deletions: number;
}
