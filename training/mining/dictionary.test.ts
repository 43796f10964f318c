/** Tests reading of the dictionaries' files, and that a paraphrase keeps the sentence's shape. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import {
  mineMoby,
  mineWordNet,
  paraphrase,
  readMoby,
  readWordNet,
  substitutes,
} from "./dictionary.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NOUNS = `  1 This software and database is being provided to you
00000010 04 n 02 begin 0 start_out 1 001 @ 00000020 n 0000 | the act of starting; "the start was slow"
00000020 04 n 01 act 0 000 | something that people do
`;
writeFileSync(join(folder, "data.noun"), NOUNS);
writeFileSync(join(folder, "data.adj"), "00000030 00 s 01 galore(ip) 0 000 | in great numbers\n");
for (const part of ["verb", "adv"]) writeFileSync(join(folder, `data.${part}`), "");

test("reads WordNet's words, glosses, examples and hypernyms", () => {
  const synsets = readWordNet(folder);
  expect([...synsets.keys()]).toEqual(["n00000010", "n00000020", "a00000030"]);
  expect(synsets.get("a00000030")?.words).toEqual(["galore"]);
  expect([...mineWordNet(synsets)].map(({ k, a, b }) => [k, a, b]).slice(0, 4)).toEqual([
    ["word_definition", "begin, start out", "the act of starting"],
    ["word_example", "begin, start out: the act of starting", "the start was slow"],
    ["word_synonym", "begin", "start out"],
    ["word_kind", "begin, start out: the act of starting", "act: something that people do"],
  ]);
});

test("reads Moby's root words and lists with any line ending", () => {
  const path = join(folder, "words.txt");
  writeFileSync(path, "big,large,huge\r\nalone\rsmall,little");
  const lists = readMoby(path);
  expect([...lists]).toEqual([
    ["big", ["large", "huge"]],
    ["small", ["little"]],
  ]);
  const pairs = [...mineMoby(lists, seededRandom(1))];
  expect(pairs.map(({ a }) => a)).toEqual(["big", "big", "small", "small"]);
  expect(
    pairs.every(({ a, b }) => b.split(", ").every((word) => lists.get(a)?.includes(word))),
  ).toBe(true);
});

test("substitutes only near, usable words with another stem", () => {
  const vectors: Record<string, number[]> = {
    server: [1, 0],
    host: [0.9, 0.44],
    waiter: [0, 1],
    serve: [1, 0],
    rare: [1, 0],
  };
  const synsets = new Map([
    [
      "n1",
      {
        words: ["server", "host", "waiter", "serve", "rare", "two words"],
        gloss: "",
        examples: [],
        kindOf: [],
      },
    ],
  ]);
  const found = substitutes(
    synsets,
    new Map(),
    (word) => (vectors[word] ? Float32Array.from(vectors[word]) : undefined),
    new Set(["server", "host", "waiter", "serve"]),
    { wordnet: 0.5, moby: 0.5 },
  );
  expect(found.get("server")).toEqual(["host"]);
  expect(found.get("waiter")).toBeUndefined();
});

const STAND_INS = new Map([
  ["delete", ["remove"]],
  ["file", ["record"]],
  ["copy", ["duplicate"]],
  ["match", ["box"]],
]);

test.each([
  ["we delete the file now", "we remove the record now"],
  ["Deleting files", "removing records"],
  ["deleted copies", "removed duplicates"],
  ["it matches a file", "it boxes a record"],
  ["only one file here", null],
  ["", null],
])("paraphrases %j as %j", (sentence, expected) => {
  expect(paraphrase(sentence, STAND_INS, () => 0.5)).toBe(expected);
});

test("keeps a share of the words unchanged", () => {
  expect(paraphrase("delete the file", STAND_INS, () => 0.1)).toBeNull();
});
