/**
 * The encoder that ships with Tacit: a vector a word, learned weights, summed and made unit length. No model to
 * load, no key, no waiting; tens of microseconds a text. How it was made: training/README.md.
 *
 *     vector(text) = normalise(Σ over distinct words of √count · row(word))
 *
 * A word outside the vocabulary counts through its buckets (tokenizer.ts). The first 64 and 128 dimensions serve
 * alone once made unit length again.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../domain/errors.ts";
import type { Encoder } from "./encoder.ts";
import { type ModelFile, openModelFile } from "./model-file.ts";
import { bucketsOf, wordsOf } from "./tokenizer.ts";
import { STATIC } from "./tuning.ts";

/** More different words say nothing new; the trainer stops there too. */
const MAX_DISTINCT = 200;

export interface HowToEncode {
  /** A prefix: 64, 128 or 256. */
  readonly dims?: number | undefined;
  /** How much a word counts, ≥ 0; each in full where it is left out. */
  readonly emphasis?: ((word: string) => number) | undefined;
}

export interface StaticEncoder extends Encoder {
  /** Unit length; all zeros for a text without a word. */
  encodeNow(text: string, how?: HowToEncode): Float32Array;
}

const STATIC_MODEL_NAME = "tacit-static-1.bin";

/** Beside the bundle, or in the package when run from its sources; null when it is in neither place. */
function findStaticModel(): string | null {
  const here = import.meta.dirname;
  const places = [here, join(here, "..", "..", "models")];
  return places.map((place) => join(place, STATIC_MODEL_NAME)).find(existsSync) ?? null;
}

/** The shipped one. Throws "encoder_missing" where this build has none, else as `openStaticEncoder`. */
export function openBuiltInEncoder(): StaticEncoder {
  const path = findStaticModel();
  if (path === null) throw new MemoryError("encoder_missing", { file: STATIC_MODEL_NAME });
  return openStaticEncoder(path);
}

/** Throws "encoder_failed" when the file is not an encoder's, or is damaged. */
export function openStaticEncoder(path: string): StaticEncoder {
  const model = openModelFile(path);
  const encodeNow = (text: string, how: HowToEncode = {}) => encodeWith(model, wordsOf(text), how);
  return {
    id: `tacit-static-${model.revision}`,
    dims: model.dims,
    isInstant: true,
    leastCosine: STATIC.leastCosine.value,
    encodeNow,
    encode: async (texts) => texts.map((text) => encodeNow(text)),
    encodeWeighed: (text, emphasis) => encodeNow(text, { emphasis }),
    close: async () => model.close(),
  };
}

function encodeWith(model: ModelFile, words: readonly string[], how: HowToEncode): Float32Array {
  const { dims = model.dims, emphasis } = how;
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
  emphasis: HowToEncode["emphasis"],
): Map<number, { count: number; weight: number }> {
  const counts = new Map<number, { count: number; weight: number }>();
  for (const word of words) {
    if (counts.size >= MAX_DISTINCT) break;
    const weight = emphasis?.(word) ?? 1;
    const row = model.rowOf(word);
    const rows =
      row >= 0 ? [row] : bucketsOf(word, model.buckets).map((bucket) => model.words + bucket);
    for (const one of rows) {
      const known = counts.get(one);
      if (known === undefined) counts.set(one, { count: 1, weight });
      else {
        known.count++;
        known.weight = Math.max(known.weight, weight);
      }
    }
  }
  return counts;
}
