/** Tests the conversion of pairs to the trainer's corpus: dropped pairs, chosen words, contents of the file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bucketsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { Collection, NumberList } from "./collect.ts";
import { chooseWords, encodePairs, writeCorpus } from "./corpus.ts";
import { CORPUS_MAGIC } from "./formats.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function collected(...pairs: readonly (readonly [k: string, r: string, a: string, b: string])[]) {
  const collection = new Collection({ heldOut: new Set(), runs: new Set() });
  for (const [k, r, a, b] of pairs) collection.add({ k, r, a, b });
  return collection;
}

test("drops duplicate pairs, a text paired with itself and texts without words", () => {
  const found = collected(
    ["x", "s", "one", "two"],
    ["y", "t", "One ", "two"],
    ["x", "s", "two", "one"],
    ["x", "s", "same", "SAME"],
    ["x", "s", "one", "!?"],
  );
  expect([found.pairs.length, found.duplicates, found.leaked]).toEqual([2, 2, 0]);
  expect(found.countsPerKind()).toEqual({ x: 2 });
});

test("chooses frequent words of at least two sources, the widest spread first", () => {
  const often = (word: string) => `${word} `.repeat(8);
  const found = collected(
    ["x", "s", often("wide"), often("own")],
    ["x", "t", often("wide"), `${often("both")}rare`],
    ["x", "u", often("wide"), `both rare`],
  );
  expect(chooseWords(found, 10)).toEqual(["wide", "both"]);
  expect(chooseWords(found, 1)).toEqual(["wide"]);
});

test("groups the file by kind and source, counts tokens and maps unknown words to buckets", async () => {
  const found = collected(
    ["x", "s", "cat cat dog", "dog"],
    ["y", "s", "dog", "cat"],
    ["x", "t", "cat", "zebra"],
    ["x", "s", "dog cat", "cat dog dog"],
  );
  const corpus = encodePairs(found, ["cat", "dog"], 16);
  const path = join(folder, "corpus.bin");
  await writeCorpus(path, found, corpus);
  const bytes = readFileSync(path);
  const numbers = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => bytes.readUInt32LE(at + 4 * i));
  const grams = ["cat", "dog"].flatMap((word) => bucketsOf(word, 16));
  const tokens = corpus.tokens.length;
  expect(numbers(0, 7)).toEqual([CORPUS_MAGIC, 2, 16, 4, 4, grams.length, tokens]);
  expect(bytes.toString("utf8", 28, 32)).toBe("x\ny\n");
  const startsAt = 32 + 4 * (18 + 3 + grams.length);
  const starts = Array.from({ length: 9 }, (_, i) =>
    Number(bytes.readBigUInt64LE(startsAt + 8 * i)),
  );
  const tokensAt = startsAt + 72;
  const textAt = (i: number) =>
    numbers(tokensAt + 4 * (starts[i] ?? 0), (starts[i + 1] ?? 0) - (starts[i] ?? 0)).map(
      (token) => [token & 0xffffff, token >>> 24],
    );
  expect(textAt(0)).toEqual([
    [0, 2],
    [1, 1],
  ]);
  expect(textAt(3)).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(new Set(textAt(5).map(([id = 0]) => id - 2))).toEqual(new Set(bucketsOf("zebra", 16)));
  const restAt = tokensAt + 4 * tokens;
  expect([...bytes.subarray(restAt)]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  expect(corpus.frequency.every((share) => share > 0)).toBe(true);
});

test("rejects more kinds than the format can number", () => {
  const found = collected(
    ...Array.from({ length: 257 }, (_, i) => [`k${i}`, "s", `a${i}`, "b"] as const),
  );
  expect(() => encodePairs(found, [], 16)).toThrow("257 kinds");
});

test("reads and writes a number list beyond its first chunk", () => {
  const list = new NumberList();
  const length = (1 << 22) + 2;
  for (let i = 0; i < length; i++) list.push(i);
  expect([list.length, list.at(0), list.at(length - 3), list.at(length - 1)]).toEqual([
    length,
    0,
    length - 3,
    length - 1,
  ]);
});
