/**
 * Tests that the second look finds what words alone do not: code that means the task in other words, and a name made of its
 * words.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { votesOfCloseLook } from "./close-look.ts";
import { definedNames } from "./defined-names.ts";
import { bestFirst, type Vote } from "./prefetched.ts";

/** Toy encoder: one dimension per meaning; text without any of them has a separate dimension. */
const MEANINGS = [/log ?in|sign in|password|credential/gi, /colou?r|palette|theme/gi];
const encode = (text: string): Float32Array => {
  const counts = [...MEANINGS.map((meaning) => text.match(meaning)?.length ?? 0), 0.1];
  const length = Math.hypot(...counts);
  return Float32Array.from(counts, (count) => count / length);
};
const texts = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files));
const ofPath = (votes: readonly Vote[], path: string) =>
  votes.filter((vote) => vote.path === path).reduce((sum, { value }) => sum + value, 0);

describe("meaning", () => {
  const files = texts({
    "a.ts": `${"\n".repeat(60)}checks the credential and the password\n`,
    "b.ts": "the palette of the theme\n",
  });

  test("votes for the part that means the first line, with its line, and against the others by the same amount", () => {
    const votes = votesOfCloseLook("cannot sign in\n\nsince the colour changed", files, encode);
    expect(ofPath(votes, "a.ts")).toBeGreaterThan(0);
    expect(ofPath(votes, "b.ts")).toBeCloseTo(-ofPath(votes, "a.ts"));
    const [first, second] = bestFirst(votes, 2);
    expect(first).toMatchObject({
      path: "a.ts",
      why: ["its code is about the same as the task, mostly near line 61"],
    });
    expect(second).toMatchObject({ path: "b.ts", why: [] });
  });

  test("votes nothing when meaning is off", () => {
    expect(votesOfCloseLook("cannot sign in", files, null)).toEqual([]);
  });

  test("handles a text without a line, and no text", () => {
    expect(votesOfCloseLook("sign in", texts({ "a.ts": "" }), encode)).toHaveLength(1);
    expect(votesOfCloseLook("sign in", new Map(), encode)).toEqual([]);
  });
});

describe("definitions", () => {
  test("prefers the name with most words of the task, and a rare word over a common one", () => {
    const files = texts({
      "a.py": "def parse_header(line):\n    def retry(): ...\n",
      "b.py": "def parse_body(line): ...\n",
      "c.py": "def parse(line): ...\nretry_header = 1\n",
    });
    const votes = votesOfCloseLook("retrying drops the header: parse it once", files, null);
    expect(bestFirst(votes, 3).map(({ path, why }) => [path, why])).toEqual([
      ["a.py", ["defines parse_header, whose name has words of the task"]],
      ["b.py", ["defines parse_body, whose name has words of the task"]],
      ["c.py", ["defines parse, whose name has words of the task"]],
    ]);
    expect(ofPath(votes, "a.py")).toBeGreaterThan(ofPath(votes, "b.py"));
  });

  test("uses only words at the beginning of the task", () => {
    const files = texts({ "a.py": "def header(): ...\n" });
    expect(votesOfCloseLook(`${"x ".repeat(400)}header`, files, null)).toEqual([]);
  });

  test.each([
    ["a.py", "class Router:\n    async def add_route(self):\n", ["Router", "add_route"]],
    ["a.go", "func (r *Router) Handle(path string) {\ntype Tree struct {\n", ["Handle", "Tree"]],
    ["a.rs", "pub(crate) fn walk<T>(t: T) {\nimpl Walk for T {\n", ["walk"]],
    ["a.ts", "export default class Lexer {\n  next(): Token {\nconst EOF = 1;\n", ["Lexer", "EOF"]],
    ["A.java", "public <T> T fromJson(Reader r) {\n  if (r == null) {\n", ["fromJson"]],
    ["a.c", "static int\njv_cmp(jv a) {\nint jv_get(jv a) {\n  free(a);\n", ["jv_get"]],
  ])("extracts the names that %s defines", (path, text, names) => {
    expect(definedNames(path, text)).toEqual(names);
  });

  test("processes a line of many words in bounded time", () => {
    const startMs = performance.now();
    definedNames("a.c", `${"a ".repeat(99)}(\n`.repeat(2000));
    definedNames("a.c", `${"(".repeat(199)}\n`.repeat(2000));
    expect(performance.now() - startMs).toBeLessThan(2000);
  });
});

test("property: accepts any text, and each vote is a number for a given file", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.dictionary(fc.string(), fc.string({ unit: "binary", maxLength: 300 })),
      (task, files) => {
        const looked = texts(files);
        for (const { path, value } of votesOfCloseLook(task, looked, encode)) {
          expect(looked.has(path)).toBe(true);
          expect(value).not.toBeNaN();
        }
      },
    ),
  );
});
