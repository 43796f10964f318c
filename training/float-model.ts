/** Holds the trainer's weights in memory with the encoder in floating point: the reference for the packed model. */
import { readFileSync } from "node:fs";
import { bucketsOf, wordsOf } from "../packages/encoder/src/static/tokenizer.ts";

export interface FloatModel {
  readonly words: readonly string[];
  readonly buckets: number;
  readonly dims: number;
  /** (words + buckets) × dims; each row is already multiplied by its weight. */
  readonly rows: Float32Array;
  /** Returns a unit vector of the first `dims` dimensions; zeros for a text without words. */
  encode(text: string, dims?: number): Float32Array;
}

/** Reads weights in the format of formats.ts, "Weights". Throws when the file is truncated or has another vocabulary. */
export function readWeights(path: string, words: readonly string[]): FloatModel {
  const bytes = readFileSync(path);
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, dims] =
    bytes.byteLength < 8 ? [0, 0] : [file.getUint32(0, true), file.getUint32(4, true)];
  if (bytes.byteLength !== 8 + count * (dims + 1) * 4 || count <= words.length) {
    throw new Error(`${path}: not weights for a vocabulary of ${words.length}`);
  }
  const numbers = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 8, bytes.byteOffset + bytes.byteLength),
  );
  const rows = numbers.slice(0, count * dims);
  const weights = numbers.subarray(count * dims);
  for (let i = 0; i < rows.length; i++) {
    rows[i] = (rows[i] ?? 0) * (weights[Math.floor(i / dims)] ?? 0);
  }
  return floatModel(words, count - words.length, dims, rows);
}

export function floatModel(
  words: readonly string[],
  buckets: number,
  dims: number,
  rows: Float32Array,
): FloatModel {
  const idOf = new Map(words.map((word, i) => [word, i]));
  const rowsOf = (word: string): number[] => {
    const id = idOf.get(word);
    return id === undefined ? bucketsOf(word, buckets).map((b) => words.length + b) : [id];
  };
  const encode = (text: string, prefix = dims): Float32Array => {
    const counts = new Map<number, number>();
    for (const row of wordsOf(text).flatMap(rowsOf)) counts.set(row, (counts.get(row) ?? 0) + 1);
    const sum = new Float32Array(prefix);
    for (const [row, count] of counts) {
      const share = Math.sqrt(count);
      for (let d = 0; d < prefix; d++) sum[d] = (sum[d] ?? 0) + share * (rows[row * dims + d] ?? 0);
    }
    const norm = Math.hypot(...sum);
    return norm === 0 ? sum : sum.map((x) => x / norm);
  };
  return { words, buckets, dims, rows, encode };
}

/**
 * Averages the rows, with each model scaled to the strength of the first; the same shape as `rows`. Throws for other shapes.
 */
export function averageRows(models: readonly FloatModel[]): Float32Array {
  const [first] = models;
  if (first === undefined) throw new Error("nothing to average");
  const strength = (rows: Float32Array) => Math.sqrt(rows.reduce((sum, x) => sum + x * x, 0));
  const mean = new Float32Array(first.rows.length);
  for (const { rows } of models) {
    if (rows.length !== mean.length) throw new Error("weights of another shape");
    const share = strength(first.rows) / strength(rows) / models.length;
    for (let i = 0; i < rows.length; i++) mean[i] = (mean[i] ?? 0) + share * (rows[i] ?? 0);
  }
  return mean;
}

/** Returns the similarity of two unit vectors over the dimensions of the shorter one. */
export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, d) => sum + x * (b[d] ?? 0), 0);
}
