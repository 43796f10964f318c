/**
 * The static encoder: one learned vector per word, summed and scaled to unit length. It loads no model, needs no key
 * and takes tens of microseconds per text. training/README.md describes how the file is made.
 *
 *     vector(text) = normalise(Σ over distinct words of √count · row(word))
 *
 * A word outside the vocabulary contributes the rows of its buckets (tokenizer.ts). The first 64 and 128 dimensions
 * are usable on their own after they are scaled to unit length again.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EncoderError } from "../encoder-error.ts";
import { type ModelFile, openModelFile } from "./model-file.ts";
import { bucketsOf, wordsOf } from "./tokenizer.ts";
import { STATIC } from "./tuning.ts";

/** Further distinct words of a text are ignored, as in training. */
const MAX_DISTINCT = 200;

export interface EncodeOptions {
  /** Leading dimensions to compute: 64, 128 or 256 (default: all). */
  readonly dims?: number | undefined;
  /** Weight of a word, ≥ 0 (default: 1 for every word). */
  readonly emphasis?: ((word: string) => number) | undefined;
}

export interface StaticEncoder {
  /** Names the model and its revision: vectors of two ids are not comparable. */
  readonly id: string;
  readonly dims: number;
  /** Two texts with a cosine below this value have nothing to do with each other. */
  readonly leastCosine: number;
  /**
   * A vector of unit length, or all zeros for a text without words. Rows are read from the file on first use, so this
   * throws "encoder_failed" if the file was truncated meanwhile.
   */
  encode(text: string, options?: EncodeOptions): Float32Array;
  close(): void;
}

const MODEL_NAME = "tacit-static-1.bin";

/** Opens the model of this package. Throws "encoder_missing" if the build has none, and as `openStaticEncoder` does. */
export function openBuiltInEncoder(): StaticEncoder {
  const path = findModel();
  if (path === null) throw new EncoderError("encoder_missing", { file: MODEL_NAME });
  return openStaticEncoder(path);
}

/** Returns the path of the model, which is beside a bundle, or in `models/` of this package when it runs from its sources. */
function findModel(): string | null {
  const here = import.meta.dirname;
  const folders = [here, join(here, "..", "..", "models")];
  return folders.map((folder) => join(folder, MODEL_NAME)).find(existsSync) ?? null;
}

/** Throws "encoder_failed" if the file cannot be read, is not a model, or is damaged. */
export function openStaticEncoder(path: string): StaticEncoder {
  const model = openModelFile(path);
  return {
    id: `tacit-static-${model.revision}`,
    dims: model.dims,
    leastCosine: STATIC.leastCosine.value,
    encode: (text, options = {}) => encodeWords(model, wordsOf(text), options),
    close: () => model.close(),
  };
}

function encodeWords(
  model: ModelFile,
  words: readonly string[],
  { dims = model.dims, emphasis }: EncodeOptions,
): Float32Array {
  const sum = new Float64Array(dims);
  for (const [row, { count, weight }] of countRows(model, words, emphasis)) {
    model.addRow(row, Math.sqrt(count) * weight, sum);
  }
  let squared = 0;
  for (const x of sum) squared += x * x;
  const vector = new Float32Array(dims);
  if (squared === 0) return vector;
  const scale = 1 / Math.sqrt(squared);
  for (let d = 0; d < dims; d++) vector[d] = (sum[d] ?? 0) * scale;
  return vector;
}

/** Distinct rows with their counts, in order of first use. */
function countRows(
  model: ModelFile,
  words: readonly string[],
  emphasis: EncodeOptions["emphasis"],
): Map<number, { count: number; weight: number }> {
  const counts = new Map<number, { count: number; weight: number }>();
  for (const word of words) {
    if (counts.size >= MAX_DISTINCT) break;
    const weight = emphasis?.(word) ?? 1;
    const wordRow = model.rowOf(word);
    const rows =
      wordRow >= 0
        ? [wordRow]
        : bucketsOf(word, model.buckets).map((bucket) => model.words + bucket);
    for (const row of rows) {
      const counted = counts.get(row);
      if (counted === undefined) counts.set(row, { count: 1, weight });
      else {
        counted.count++;
        counted.weight = Math.max(counted.weight, weight);
      }
    }
  }
  return counts;
}
