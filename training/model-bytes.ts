/**
 * Packs rows into the shipped file (packages/encoder/src/static/model-file.ts): four bits per number with one scale per row,
 * the words as a hash table.
 */
import {
  MODEL_FORMAT,
  MODEL_MAGIC,
  secondHash,
} from "../packages/encoder/src/static/model-file.ts";
import { hashWord } from "../packages/encoder/src/static/tokenizer.ts";
import { bytesOf } from "./formats.ts";

export interface Unpacked {
  readonly words: readonly string[];
  readonly buckets: number;
  /** Even. */
  readonly dims: number;
  /** (words + buckets) × dims. */
  readonly rows: Float32Array;
}

const SLOTS = 1 << 16;
/** Largest share of occupied slots; above it, a search probes too many slots. */
const FULLEST = 0.85;
/** Codes are integers from −7 to 7. Four bits could also hold −8, but nothing on the other side. */
const LEVELS = 7;

/**
 * Returns the file and the rows as it will return them. Throws when there are too many words, or when two of them have the
 * same hash.
 */
export function packModel(
  { words, buckets, dims, rows }: Unpacked,
  revision: number,
): { file: Buffer; rounded: Float32Array } {
  const count = words.length + buckets;
  const scales = new Float32Array(count);
  const packed = new Uint8Array((count * dims) / 2);
  const rounded = new Float32Array(rows.length);
  for (let i = 0; i < count; i++) {
    const { codes, scale } = quantiseRow(rows.subarray(i * dims, (i + 1) * dims));
    scales[i] = scale;
    for (let d = 0; d < dims; d += 2) {
      packed[(i * dims + d) / 2] = ((codes[d] ?? 0) + 8) | (((codes[d + 1] ?? 0) + 8) << 4);
    }
    for (let d = 0; d < dims; d++) rounded[i * dims + d] = (codes[d] ?? 0) * (scales[i] ?? 0);
  }
  const { table, second } = hashTable(words);
  const header = new Uint32Array(16);
  header.set([MODEL_MAGIC, MODEL_FORMAT, dims, words.length, buckets, SLOTS, revision]);
  return {
    file: Buffer.concat([header, table, second, scales, packed].map(bytesOf)),
    rounded,
  };
}

/** Selects the scale with the least squared error from a few; the row is rounded to −7…7 times the scale. */
function quantiseRow(row: Float32Array): { codes: Int8Array; scale: number } {
  const largest = row.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  if (largest === 0) return { codes: new Int8Array(row.length), scale: 0 };
  let best = { codes: new Int8Array(row.length), scale: 0 };
  let minError = Number.POSITIVE_INFINITY;
  for (let share = 0.4; share <= 1.001; share += 0.05) {
    const scale = (largest * share) / LEVELS;
    const codes = Int8Array.from(row, (x) =>
      Math.max(-LEVELS, Math.min(LEVELS, Math.round(x / scale))),
    );
    let error = 0;
    for (let d = 0; d < row.length; d++) error += ((row[d] ?? 0) - (codes[d] ?? 0) * scale) ** 2;
    if (error < minError) [minError, best] = [error, { codes, scale }];
  }
  return best;
}

function hashTable(words: readonly string[]): { table: Uint16Array; second: Uint32Array } {
  if (words.length > SLOTS * FULLEST) {
    throw new Error(`${words.length} words are too many for ${SLOTS} slots`);
  }
  const table = new Uint16Array(SLOTS);
  const second = Uint32Array.from(words, secondHash);
  words.forEach((word, i) => {
    let slot = hashWord(word) & (SLOTS - 1);
    for (; (table[slot] ?? 0) !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      if (second[(table[slot] ?? 1) - 1] === second[i]) {
        throw new Error(`"${word}" is taken for another word`);
      }
    }
    table[slot] = i + 1;
  });
  return { table, second };
}
