/** Tests that the product reads the trained values from the packed file, and that bad weights are rejected. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openModelFile } from "../packages/encoder/src/static/model-file.ts";
import { startRows } from "./first-weights.ts";
import { averageRows, dot, floatModel, readWeights } from "./float-model.ts";
import { bytesOf, DIMENSIONS } from "./formats.ts";
import { packModel } from "./model-bytes.ts";
import { seededRandom } from "./random.ts";
import { TRAINING } from "./tuning.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = ["cat", "dog", "tree"];
const [DIMS, BUCKETS] = [64, 5];
const random = seededRandom(3);
const rows = Float32Array.from({ length: (WORDS.length + BUCKETS) * DIMS }, () => random() - 0.5);

test("returns rows as they were rounded, close to the originals", () => {
  const { file, rounded } = packModel({ words: WORDS, buckets: BUCKETS, dims: DIMS, rows }, 7);
  const path = join(folder, "model.bin");
  writeFileSync(path, file);
  const model = openModelFile(path);
  expect([model.dims, model.words, model.buckets, model.revision]).toEqual([DIMS, 3, BUCKETS, 7]);
  expect([...WORDS, "bird"].map((word) => model.rowOf(word))).toEqual([0, 1, 2, -1]);
  for (let row = 0; row < 8; row++) {
    const sum = new Float64Array(DIMS);
    model.addRow(row, 1, sum);
    expect(Float32Array.from(sum)).toEqual(rounded.subarray(row * DIMS, (row + 1) * DIMS));
  }
  model.close();
  const exact = floatModel(WORDS, BUCKETS, DIMS, rows);
  const packed = floatModel(WORDS, BUCKETS, DIMS, rounded);
  for (const text of ["cat", "the dog", "unknown words", "cat tree tree"]) {
    expect(dot(exact.encode(text), packed.encode(text))).toBeGreaterThan(0.99);
  }
});

test("ships a file in the shape of the recipe", () => {
  const ships = join(import.meta.dirname, "../packages/encoder/models/tacit-static-1.bin");
  const { dims, words, buckets, close } = openModelFile(ships);
  close();
  const { vocabularyWords, buckets: wanted } = TRAINING;
  expect([dims, words, buckets]).toEqual([DIMENSIONS, vocabularyWords, wanted]);
});

test("keeps a row of zeros, and rejects too many words", () => {
  const { rounded } = packModel({ words: [], buckets: 1, dims: 2, rows: new Float32Array(2) }, 1);
  expect([...rounded]).toEqual([0, 0]);
  const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`);
  const none = { words, buckets: 0, dims: 0, rows: new Float32Array() };
  expect(() => packModel(none, 1)).toThrow("60000 words are too many");
});

test("encodes texts as unit vectors, whole or cut, and as zeros without words", () => {
  const model = floatModel(WORDS, BUCKETS, DIMS, rows);
  for (const dims of [DIMS, 16]) {
    const vector = model.encode("cat dog", dims);
    expect(vector).toHaveLength(dims);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  }
  expect(Math.hypot(...model.encode("!"))).toBe(0);
});

function weights(count: number, dims: number, numbers: number): string {
  const path = join(folder, "weights.f32");
  const body = new Float32Array(numbers).fill(2);
  writeFileSync(path, Buffer.concat([Uint32Array.of(count, dims), body].map(bytesOf)));
  return path;
}

test("multiplies weights into the rows", () => {
  const model = readWeights(weights(4, 2, 12), WORDS);
  expect([model.buckets, model.dims, ...model.rows]).toEqual([1, 2, ...Array(8).fill(4)]);
});

test.each([
  ["cut short", 4, 2, 11],
  ["of a larger vocabulary", 3, 2, 9],
  ["of a hostile size", 0xffffffff, 0xffffffff, 1],
])("rejects weights %s", (_how, count, dims, numbers) => {
  expect(() => readWeights(weights(count, dims, numbers), WORDS)).toThrow("not weights");
});

test("rejects an empty file", () => {
  writeFileSync(join(folder, "empty.f32"), "");
  expect(() => readWeights(join(folder, "empty.f32"), WORDS)).toThrow("not weights");
});

test("averages models, each as strong as the first", () => {
  const model = (...numbers: number[]) => floatModel([], 1, 2, Float32Array.from(numbers));
  expect([...averageRows([model(2, 0), model(0, 10)])]).toEqual([1, 1]);
  expect(() => averageRows([model(1, 0), floatModel([], 1, 1, new Float32Array(1))])).toThrow(
    "shape",
  );
  expect(() => averageRows([])).toThrow("nothing");
});

test("keeps the similarity of published vectors in the first weights", () => {
  const vectors = [[1, 0, 0], [0.9, 0.1, 0], [0, 0, 1], undefined];
  const made = startRows(vectors, 5, 3, 1);
  const row = (i: number) => made.subarray(i * 256, (i + 1) * 256);
  expect(dot(row(0), row(1))).toBeGreaterThan(dot(row(0), row(2)) + 0.5);
  expect(Math.hypot(...row(4))).toBeGreaterThan(0.7);
  expect(startRows(vectors, 5, 3, 1)).toEqual(made);
  expect(startRows(vectors, 5, 3, 2)).not.toEqual(made);
});
