/** Defines a contender's operations: load rows, find the nearest, add rows, remove rows. */
import type { Dataset } from "./dataset.ts";

export interface Contender {
  readonly name: string;
  /** Package of the contender when it is not a Tacit package. */
  readonly needs?: string | undefined;
  /** True when it scores every row; the others may miss rows. */
  readonly isExact: boolean;
  /** Least rows; below that the contender is left out. */
  readonly minRows?: number | undefined;
  /** Most rows; above that the contender is left out, with the reason. */
  readonly maxRows: number;
  readonly why: string;
  readonly open: (data: Dataset, folder: string) => Promise<Opened>;
}

type Found = readonly number[] | Promise<readonly number[]>;

export interface Opened {
  readonly search: (query: Float32Array, k: number) => Found;
  /** Searches the rows of the requested project; absent without a filter. */
  readonly searchProject?: ((query: Float32Array, k: number) => Found) | undefined;
  /** Adds rows that are then found; numbers continue after the existing rows. */
  readonly add?: ((vectors: readonly Float32Array[]) => void | Promise<void>) | undefined;
  readonly remove?: ((rows: readonly number[]) => void | Promise<void>) | undefined;
  /** Bytes stored on disk, actual or estimated; null when it stores nothing. */
  readonly bytes: () => number | null;
  readonly close: () => void | Promise<void>;
}

export function rowOf({ vectors }: Dataset, row: number): Float32Array {
  const dims = 256;
  return vectors.subarray(row * dims, (row + 1) * dims);
}

/** Converts unit components to int8. Scaling by ×127 for the largest possible value would waste most of the range. */
export function asInt8(vector: Float32Array): Int8Array {
  let peak = 0;
  for (const component of vector) peak = Math.max(peak, Math.abs(component));
  return Int8Array.from(vector, (component) => Math.round((component / peak) * 127));
}
