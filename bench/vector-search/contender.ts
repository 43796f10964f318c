/** What a contender must do to be measured: take rows in, find the nearest, take more, let some go. */
import type { Dataset } from "./dataset.ts";

export interface Contender {
  readonly name: string;
  /** The package it comes with, where that is not one of ours. */
  readonly needs?: string | undefined;
  /** Whether it scores every row; the others are allowed to miss. */
  readonly isExact: boolean;
  /** Below that many rows it is left out. */
  readonly least?: number | undefined;
  /** Above that many rows it is left out, with the reason. */
  readonly most: number;
  readonly why: string;
  readonly open: (data: Dataset, folder: string) => Promise<Opened>;
}

type Found = readonly number[] | Promise<readonly number[]>;

export interface Opened {
  readonly search: (query: Float32Array, k: number) => Found;
  /** Among the rows of the asked project; absent where it has no filter. */
  readonly searchProject?: ((query: Float32Array, k: number) => Found) | undefined;
  /** Rows that are then found; numbered on from what there was. */
  readonly add?: ((vectors: readonly Float32Array[]) => void | Promise<void>) | undefined;
  readonly remove?: ((rows: readonly number[]) => void | Promise<void>) | undefined;
  /** Of what it keeps on disk, or would; null where it keeps nothing. */
  readonly bytes: () => number | null;
  readonly close: () => void | Promise<void>;
}

export function rowOf({ vectors }: Dataset, row: number): Float32Array {
  const dims = 256;
  return vectors.subarray(row * dims, (row + 1) * dims);
}

/** Unit components as int8: ×127 for the largest there can be would waste most of the range. */
export function asInt8(vector: Float32Array): Int8Array {
  let peak = 0;
  for (const component of vector) peak = Math.max(peak, Math.abs(component));
  return Int8Array.from(vector, (component) => Math.round((component / peak) * 127));
}
