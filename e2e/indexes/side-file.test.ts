/**
 * Every process finds the content of the table, even if other processes write the side file, are killed while writing it, or
 * fill the disk.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { killAtRandom, makeFolders, start } from "../store/processes.ts";

const WRITER = join(import.meta.dirname, "index-writer.ts");
const MEMORIES = 120;

async function homeWithMemories() {
  const { home, project } = makeFolders();
  const tacit = await openTacit({ home, cwd: project });
  for (let i = 0; i < MEMORIES; i++) {
    const content = `Statement number ${i} that every process embeds anew.`;
    await tacit.memories.remember({ content, source: "imported", isVerbatim: true });
  }
  await tacit.close();
  return { store: join(home, "memory.db"), path: join(home, "vectors-e2e.idx"), home };
}

const allRight = { right: MEMORIES / 2, of: MEMORIES / 2, unwritten: null };
const linesOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as unknown);

test("finds all vectors of both processes while they embed and write the file at once", async () => {
  const { store, path } = await homeWithMemories();
  const writers = ["0", "1"].map((name) => start(WRITER, [store, name, "12", path]));
  for (const { lines, stderr, status } of await Promise.all(
    writers.map((writer) => writer.ended),
  )) {
    expect([stderr, status]).toEqual(["", 0]);
    expect(linesOf(lines)).toEqual(Array(12).fill(allRight));
  }
});

test("leaves a correct or rebuilt file when writers are killed at random moments", async () => {
  const { store, path, home } = await homeWithMemories();
  for (let i = 0; i < 5; i++) {
    const { lines, stderr } = await killAtRandom(start(WRITER, [store, "0", "1000", path]), 60);
    expect(stderr).toBe("");
    expect(linesOf(lines)).toEqual(Array(lines.length).fill(allRight));
    const after = await start(WRITER, [store, "1", "1", path]).ended;
    expect(linesOf(after.lines)).toEqual([allRight]);
  }
  expect(readdirSync(home)).toContain("vectors-e2e.idx");
});

test("continues to search on a full disk, and leaves no partial file", async () => {
  const { store, path, home } = await homeWithMemories();
  for (const name of ["0", "1"]) await start(WRITER, [store, name, "1", path]).ended;
  const full = join(home, "vectors-full.idx");
  const { lines, stderr, status } = await start(WRITER, [store, "reader", "1", full], 36).ended;
  expect([stderr, status]).toEqual(["", 0]);
  expect(linesOf(lines)).toEqual([{ ...allRight, unwritten: "EFBIG" }]);
  expect(readdirSync(home).filter((name) => name.startsWith("vectors-full"))).toEqual([]);
});
