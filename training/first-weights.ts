/**
 * Creates first weights: published vectors converted to our number of dimensions, centred, rotated by one random matrix, with
 * a little noise; or the rows of a packed model.
 */
import type { ModelFile } from "../packages/encoder/src/static/model-file.ts";
import { bucketsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { DIMENSIONS } from "./formats.ts";
import { seededRandom } from "./random.ts";
import { TRAINING } from "./tuning.ts";

type Published = readonly number[] | undefined;

/**
 * Returns rows × DIMENSIONS. `published`: published vectors of the first rows, of length `from`. A row without one is noise of
 * length about 1; a row with one has length about 1 before its noise.
 */
export function startRows(
  published: readonly Published[],
  rows: number,
  from: number,
  seed: number,
): Float32Array {
  const normal = normals(seed);
  const scale = Math.sqrt(DIMENSIONS);
  const rotation = Float32Array.from({ length: DIMENSIONS * from }, () => normal() / scale);
  const mean = meanOf(published, from);
  const made = new Float32Array(rows * DIMENSIONS);
  for (let i = 0; i < rows; i++) {
    const own = published[i]?.map((x, d) => x - (mean[d] ?? 0));
    const norm = own === undefined ? 1 : Math.hypot(...own);
    const noise = own === undefined ? 1 : TRAINING.startNoise;
    for (let d = 0; d < DIMENSIONS; d++) {
      const value = (noise * normal()) / scale;
      const turn = rotation.subarray(d * from, (d + 1) * from);
      made[i * DIMENSIONS + d] = own === undefined ? value : plusTurned(value, turn, own, norm);
    }
  }
  return made;
}

export interface FirstWeights {
  /** (words + buckets) × DIMENSIONS, each row of length 1. */
  readonly rows: Float32Array;
  /** Length of each row in the model. */
  readonly weights: Float32Array;
  /** Number of words with a separate row in the model. */
  readonly found: number;
}

/** Returns rows for the words of the vocabulary, then for the model's buckets. Throws for a model of other dimensions. */
export function rowsOfModel(model: ModelFile, vocabulary: readonly string[]): FirstWeights {
  const { dims, words, buckets } = model;
  if (dims !== DIMENSIONS) throw new Error(`${dims} dimensions, not ${DIMENSIONS}`);
  const bucketRow = (bucket: number) => words + bucket;
  const own = vocabulary.map((word) => model.rowOf(word));
  const from = [
    ...vocabulary.map((word, i) =>
      (own[i] ?? -1) < 0 ? bucketsOf(word, buckets).map(bucketRow) : [own[i] ?? 0],
    ),
    ...Array.from({ length: buckets }, (_, bucket) => [bucketRow(bucket)]),
  ];
  const rows = new Float32Array(from.length * DIMENSIONS);
  const weights = Float32Array.from(from, (parts, i) => {
    const sum = new Float64Array(DIMENSIONS);
    for (const part of parts) model.addRow(part, 1, sum);
    const length = Math.hypot(...sum);
    rows.set(length === 0 ? sum : sum.map((x) => x / length), i * DIMENSIONS);
    return length;
  });
  return { rows, weights, found: own.filter((row) => row >= 0).length };
}

function plusTurned(
  value: number,
  turn: Float32Array,
  own: readonly number[],
  norm: number,
): number {
  let sum = value;
  for (let g = 0; g < turn.length; g++) sum += ((turn[g] ?? 0) * (own[g] ?? 0)) / norm;
  return sum;
}

function meanOf(published: readonly Published[], from: number): Float64Array {
  const mean = new Float64Array(from);
  const found = published.filter((item) => item !== undefined);
  for (const item of found) {
    for (let d = 0; d < from; d++) mean[d] = (mean[d] ?? 0) + (item[d] ?? 0) / found.length;
  }
  return mean;
}

/** Box–Muller. */
function normals(seed: number): () => number {
  const uniform = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
