/** The interface of the vector kernel: its operations, and the scratch area at the start of its memory. */

/** Byte offsets of the scratch area. */
export const SCRATCH = {
  /** int16 × up to 4096. */
  query: 0,
  /** f32 × up to 4096, best first. */
  scores: 8192,
  /** u32 × up to 4096, the slots of those scores. */
  slots: 24_576,
  /** Sign bits of the query: up to 512 bytes. */
  queryBits: 40_960,
  /** u32 × 4097: the number of rows at each distance. */
  histogram: 41_472,
  /** u32: how many more candidates at exactly the limit `collectNear` accepts. */
  ties: 57_920,
  /** u32 × up to 1024: the checksums of the last call. */
  sums: 57_984,
  /** u32 × up to 65,536. */
  candidates: 65_536,
  /** Rows of a file that are scanned once and not stored. */
  stage: 327_680,
  end: 589_824,
} as const;

export const MAX_DIMS = 4096;
export const MAX_BEST = 4096;
export const MAX_CANDIDATES = 65_536;
export const BLOCK_BYTES = 4096;

/** Every number is a byte offset into the memory unless it says otherwise. */
export interface ScanFunctions {
  /**
   * Scores `count` rows, `stride` bytes apart, by (codes · query) × scale. The first row has the number `slot`. Stores
   * the best `k`, together with the `found` results of earlier calls; among equal scores the earlier row comes first. A
   * row with the scale NaN is skipped. Returns the number of stored results. `dims` is a multiple of 16.
   */
  scanRows(
    row: number,
    stride: number,
    dims: number,
    scales: number,
    count: number,
    slot: number,
    k: number,
    found: number,
  ): number;
  /** The same for the first `count` candidates; `rows` and `scales` are the addresses of slot 0. */
  scoreCandidates(
    rows: number,
    stride: number,
    dims: number,
    scales: number,
    count: number,
    k: number,
    found: number,
  ): number;
  /** Computes Hamming distances (u16) and their histogram; `bytes`, the size of a row, is a multiple of 8. */
  scanBits(row: number, bytes: number, count: number, out: number): void;
  /** Appends the slots nearer than `limit`, and up to `ties` at the limit, to the candidates. Returns their number. */
  collectNear(distances: number, count: number, slot: number, limit: number, found: number): number;
  /** Computes the checksums (u32) of `count` blocks of 4096 bytes. */
  checksumBlocks(block: number, count: number, out: number): void;
}

export interface Kernel extends ScanFunctions {
  readonly hasSimd: boolean;
  /** A different buffer after every `reserve`. */
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Grows the memory to at least this many bytes. Throws RangeError if that is not possible. */
  reserve(bytes: number): void;
}
