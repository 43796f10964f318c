/**
 * What the programs of the recipe hand to each other. All numbers are little-endian.
 *
 * Pairs (mining/mine.ts → prepare.ts): JSON lines, mining/pair.ts.
 *
 * Corpus (prepare.ts → trainer/train.cpp):
 *   u32 × 7      magic, words W, buckets B, pairs N, bytes of names, grams G, tokens T
 *   bytes        names of the kinds of pairs, a line each
 *   f32 × (W+B)  frequency of each token; they sum to 1
 *   u32 × (W+1)  where each word's buckets begin in the next list
 *   u32 × G      buckets of each word, for spelling it out now and then
 *   u64 × (2N+1) where each text begins in the tokens: first and second text of pair 0, of pair 1, …
 *   u32 × T      tokens: id | count << 24, by id within a text; an id from W on is bucket id − W
 *   u16 × N      source of each pair; u8 × N kind of each pair; pairs are grouped by kind, then source
 *
 * Weights (trainer/train.cpp → pack.ts, evaluate.ts):
 *   u32 × 2      rows W + B, dimensions 256
 *   f32          vectors, row by row; then one weight a row, ≥ 0
 *
 * Vocabulary: the words, a line each, in the order of their ids.
 */
import { readFileSync } from "node:fs";

export const CORPUS_MAGIC = 0x31435354;
export const DIMENSIONS = 256;

export function readVocabulary(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

/** Returns an array's own bytes, not its whole buffer. */
export function bytesOf(part: ArrayBufferView): Uint8Array {
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}
