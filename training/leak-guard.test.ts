/** Tests that the guard detects eight consecutive words of an evaluation set, but not seven. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { wordsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { guardedRuns, isGuarded } from "./leak-guard.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function guardOf(text: string): Set<number> {
  const path = join(folder, "set.gz");
  writeFileSync(path, gzipSync(text));
  return guardedRuns([path]);
}

const TEXT = "one two three four five six seven eight nine";
const lines = guardOf(`${JSON.stringify({ text: TEXT, n: 1 })}\n{"question":"too short"}\n`);

test.each([
  ["one two three four five six seven eight", true],
  ["before two three four five six seven eight nine after", true],
  ["One, two; THREE four_five six-seven: eight!", true],
  ["one two three four five six seven", false],
  ["one two three four five six seven other nine", false],
  ["two one three four five six seven eight", false],
  ["", false],
])("guards %j: %s", (text, expected) => expect(isGuarded(wordsOf(text), lines)).toBe(expected));

test("reads an array of records and each of their text fields", () => {
  const runs = guardOf(
    JSON.stringify([{ doc: TEXT }, { code: "a b c d e f g h" }, { id: TEXT.replace("one", "no") }]),
  );
  expect(isGuarded(wordsOf(TEXT), runs)).toBe(true);
  expect(isGuarded(wordsOf("a b c d e f g h"), runs)).toBe(true);
  expect(isGuarded(wordsOf("no two three four five six seven eight"), runs)).toBe(false);
});

test("throws for an unreadable evaluation set instead of returning an empty guard", () => {
  expect(() => guardOf("{")).toThrow(SyntaxError);
  writeFileSync(join(folder, "plain.gz"), "no gzip");
  expect(() => guardedRuns([join(folder, "plain.gz")])).toThrow("incorrect header check");
});
