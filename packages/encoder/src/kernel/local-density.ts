/**
 * Measures how dense the neighbourhood of a vector is. In many dimensions a few vectors are near to almost every other one
 * ("hubs": Radovanović, Nanopoulos & Ivanović, JMLR 2010) and are found for queries that they do not answer. The distance to
 * their own neighbours distinguishes hubs from answers (local scaling, as in CSLS: Conneau et al., ICLR 2018).
 */
import { createKernel } from "./kernel.ts";
import { type Kernel, MAX_BEST, SCRATCH } from "./kernel-memory.ts";

const ROWS_AT = SCRATCH.end;
/** The kernel processes this many dimensions at once. */
const STEP = 16;

/** A quantised vector: int8 codes in a byte array. A component is its code × `scale`. */
export interface CodedVector {
  readonly scale: number;
  readonly codes: Uint8Array;
}

/** One kernel for all calls: its memory is as large as the largest pool so far. */
let shared: Kernel | undefined;

/**
 * For each vector, in order: the mean cosine to its `k` nearest neighbours among the others, in [−1, 1]; 0 for a single
 * vector. All vectors have the same length, at most 4096. Takes O(n² · dims), so it is meant for a few hundred vectors.
 */
export function localDensities(vectors: readonly CodedVector[], k: number): Float64Array {
  const count = vectors.length;
  const neighbours = Math.max(0, Math.min(k, count - 1, MAX_BEST - 1));
  const densities = new Float64Array(count);
  if (neighbours === 0) return densities;
  shared ??= createKernel();
  const pool = layOut(shared, vectors);
  for (let own = 0; own < count; own++) densities[own] = densityOf(pool, own, neighbours);
  return densities;
}

interface Pool {
  readonly kernel: Kernel;
  readonly count: number;
  /** Bytes from one row's codes to the next. */
  readonly stride: number;
  readonly scalesAt: number;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/** Writes the rows, padded to the step of the kernel, and their scales behind the scratch area. */
function layOut(kernel: Kernel, vectors: readonly CodedVector[]): Pool {
  const count = vectors.length;
  const stride = Math.ceil((vectors[0]?.codes.length ?? 0) / STEP) * STEP;
  const scalesAt = ROWS_AT + count * stride;
  kernel.reserve(scalesAt + count * 4);
  const { buffer } = kernel.memory;
  const codes = new Int8Array(buffer, ROWS_AT, count * stride).fill(0);
  const scales = new Float32Array(buffer, scalesAt, count);
  for (const [row, { codes: own, scale }] of vectors.entries()) {
    codes.set(new Int8Array(own.buffer, own.byteOffset, own.byteLength), row * stride);
    scales[row] = scale;
  }
  return { kernel, count, stride, scalesAt, scales, codes };
}

/** The row is the query; all rows are scored, itself included. */
function densityOf(pool: Pool, own: number, neighbours: number): number {
  const { kernel, count, stride, scalesAt } = pool;
  const { buffer } = kernel.memory;
  const codes = pool.codes.subarray(own * stride, (own + 1) * stride);
  new Int16Array(buffer, SCRATCH.query, stride).set(codes);
  const found = kernel.scanRows(ROWS_AT, stride, stride, scalesAt, count, 0, neighbours + 1, 0);
  const scores = new Float32Array(buffer, SCRATCH.scores, found);
  const rows = new Uint32Array(buffer, SCRATCH.slots, found);
  let [sum, left] = [0, neighbours];
  for (let i = 0; i < found && left > 0; i++) {
    if (rows[i] === own) continue;
    sum += scores[i] as number;
    left--;
  }
  return (sum * (pool.scales[own] as number)) / neighbours;
}
