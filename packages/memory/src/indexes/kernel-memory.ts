/** The vector kernel as its callers know it: its operations, and the scratch at the start of its memory. */

/** Byte offsets of the scratch. */
export const SCRATCH = {
  /** int16 × up to 4096. */
  query: 0,
  /** f32 × up to 4096, best first. */
  scores: 8192,
  /** u32 × up to 4096, the slots of those scores. */
  slots: 24_576,
  /** Sign bits of the query, up to 512 bytes. */
  queryBits: 40_960,
  /** u32 × 4097: how many rows are how far. */
  histogram: 41_472,
  /** u32: how many more candidates at exactly the limit `collectNear` takes. */
  ties: 57_920,
  /** u32 × up to 1024: checksums just made. */
  sums: 57_984,
  /** u32 × up to 65,536. */
  candidates: 65_536,
  /** Rows of a file that are scanned and forgotten. */
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
   * Scores `count` rows `stride` bytes apart, of which the first is `slot`, by the query: (codes · query) ×
   * scale. Keeps the best `k` beside the `found` of earlier calls; of equal scores the earlier one goes before. A
   * scale that is no number keeps its row out. Gives how many are kept. `dims` is a multiple of 16.
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
  /** The same for the first `count` candidates; `rows` and `scales` are where slot 0 lies. */
  scoreCandidates(
    rows: number,
    stride: number,
    dims: number,
    scales: number,
    count: number,
    k: number,
    found: number,
  ): number;
  /** Hamming distances, u16 each, and their histogram; `bytes` a row is a multiple of 8. */
  scanBits(row: number, bytes: number, count: number, out: number): void;
  /** Appends slots nearer than `limit`, or as near while `ties` lasts, to the candidates; gives their number. */
  collectNear(distances: number, count: number, slot: number, limit: number, found: number): number;
  /** Checksums of `count` blocks of 4096 bytes, u32 each. */
  checksumBlocks(block: number, count: number, out: number): void;
}

export interface Kernel extends ScanFunctions {
  readonly hasSimd: boolean;
  /** A new one after every `reserve`. */
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Makes the memory at least so many bytes. Throws RangeError where there is no room for them. */
  reserve(bytes: number): void;
}
