/** Tests first weights taken from the shipped model: every text must keep its vector. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openModelFile } from "../packages/encoder/src/static/model-file.ts";
import { openStaticEncoder } from "../packages/encoder/src/static/static-encoder.ts";
import { rowsOfModel } from "./first-weights.ts";
import { dot, floatModel } from "./float-model.ts";
import { DIMENSIONS } from "./formats.ts";

const PATH = join(import.meta.dirname, "..", "packages", "encoder", "models", "tacit-static-1.bin");
const model = openModelFile(PATH);
const encoder = openStaticEncoder(PATH);
afterAll(async () => {
  model.close();
  await encoder.close();
});

test.each([
  ["words that it knows", "the migration fails when the cache is stale"],
  ["a word that it does not know, as its spelling", "xqzzyplugh breaks the cache"],
])("keeps the vector of a text with %s", (_what, text) => {
  // Another order than the model's own, with a word that the model lacks.
  const words = [
    "stale",
    "xqzzyplugh",
    "the",
    "migration",
    "fails",
    "when",
    "cache",
    "is",
    "breaks",
  ];
  const { rows, weights, found: knownCount } = rowsOfModel(model, words);
  expect(knownCount).toBe(words.length - 1);
  expect(weights).toHaveLength(words.length + model.buckets);
  const folded = rows.map((x, i) => x * (weights[Math.floor(i / DIMENSIONS)] ?? 0));
  const after = floatModel(words, model.buckets, DIMENSIONS, folded).encode(text);
  expect(dot(after, encoder.encode(text))).toBeCloseTo(1, 4);
});
