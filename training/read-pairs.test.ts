/** Tests that every line of a file of pairs is read as one pair, and that broken lines are reported. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { all } from "./mining/testing-repository.ts";
import { readPairs } from "./read-pairs.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PAIR = { k: "kind", r: "a/b", a: "first\u2028still first", b: "second" };
const LINE = JSON.stringify(PAIR);

async function read(name: string, content: string | Buffer) {
  writeFileSync(join(folder, name), content);
  return all(readPairs(join(folder, name)));
}

test.each([
  ["plain", "a.jsonl", `${LINE}\n\n${LINE}`],
  ["compressed", "a.jsonl.zst", zstdCompressSync(`${LINE}\n${LINE}\n`)],
])("reads a line separator within a text: %s", async (_how, name, content) => {
  expect(await read(name, content)).toEqual([PAIR, PAIR]);
});

test.each([
  ["cut short", `${LINE}\n${LINE.slice(0, 20)}`, "b.jsonl:2: not JSON"],
  ["of another shape", '{"k":"x"}\n', "b.jsonl:1: not a pair"],
  ["null", "null\n", "b.jsonl:1: not a pair"],
])("rejects a line %s", async (_how, content, message) => {
  await expect(read("b.jsonl", content)).rejects.toThrow(message);
});

test("rejects a compressed file that is missing or truncated", async () => {
  await expect(all(readPairs(join(folder, "gone.zst")))).rejects.toThrow("ENOENT");
  const cut = zstdCompressSync(`${LINE}\n`.repeat(100)).subarray(0, 40);
  await expect(read("cut.zst", cut)).rejects.toThrow();
});
