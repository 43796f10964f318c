/** Extraction of many files: all are read with any reader, and later threads are unaffected. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { type ExtractedFile, extractFile } from "../facts/extract-file.ts";
import { inSmallHeap } from "../live/small-heap.ts";
import { CODEGRAPH } from "../tuning.ts";
import { extractAll } from "./extract-pool.ts";

/**
 * A worker that reports the size of its nursery after many allocations. If the nursery does not grow, this is its initial
 * size.
 */
const MAKING = `
  const { getHeapSpaceStatistics } = require("node:v8");
  let kept = [];
  for (let i = 0; i < 200_000; i++) { kept.push({ i, text: "x" + i }); if (i % 5000 === 0) kept = []; }
  const space = getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
  require("node:worker_threads").parentPort.postMessage(space.space_size);
`;

function nurseryBytes(): Promise<number> {
  return inSmallHeap(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(MAKING, { eval: true });
        worker.once("message", resolve);
        worker.once("error", reject);
      }),
  );
}

test("leaves the nursery of later threads at its default", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-pool-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const before = await nurseryBytes();
  const text = "export const x = 1;\n".repeat(CODEGRAPH.batchBytes / 40);
  const size = Buffer.byteLength(text);
  const wanted = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"].map((path) => {
    writeFileSync(join(root, path), text);
    return { path, size, mtimeMs: 0, knownHash: null };
  });
  expect(Math.min(availableParallelism(), CODEGRAPH.maxWorkers)).toBeGreaterThan(1);
  const taken: string[] = [];
  await extractAll(root, wanted, ({ path }) => void taken.push(path));
  expect(taken.sort()).toEqual(wanted.map(({ path }) => path));
  expect(await nurseryBytes()).toBeLessThan(before * 2);
});

test("reads a file that crashes the process without it, and all other files too", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-pool-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const filler = `filled = "${"x".repeat(80)}";\n`.repeat(CODEGRAPH.batchBytes / 90);
  const deep = 20_000;
  const texts: Record<string, string> = {
    "deep.ts": `export function deep() {}\n${filler}x = ${"(\n".repeat(deep)}1${")\n".repeat(deep)};`,
    "other.py": `def other():\n    pass\n${filler}`,
  };
  for (const name of ["a", "b", "c", "d"]) {
    texts[`${name}.ts`] = `export function ${name}() {}\n${filler}`;
  }
  const wanted = Object.entries(texts).map(([path, text]) => {
    writeFileSync(join(root, path), text);
    return { path, size: Buffer.byteLength(text), mtimeMs: 0, knownHash: null };
  });
  const taken = new Map<string, ExtractedFile>();
  await extractAll(root, wanted, (file) => void taken.set(file.path, file));
  expect([...taken.keys()].sort()).toEqual(Object.keys(texts).sort());
  for (const [path, { facts, skipped }] of taken) {
    if (path === "deep.ts") continue;
    expect(skipped, path).toBeNull();
    expect(facts, path).toBeInstanceOf(Uint8Array);
  }
  // Expected: the result of tree-sitter, on any thread.
  const deepOne = await extractFile(root, { path: "deep.ts", knownHash: null });
  expect(taken.get("deep.ts")?.skipped).toBe(deepOne.skipped);
  expect(Buffer.from(taken.get("deep.ts")?.facts ?? [])).toEqual(Buffer.from(deepOne.facts ?? []));
});

test("stops reading when the caller throws", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-pool-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const text = `filled = "${"x".repeat(80)}";\n`.repeat(CODEGRAPH.batchBytes / 90);
  const wanted = Array.from({ length: 12 }, (_, n) => {
    writeFileSync(join(root, `${n}.ts`), text);
    return { path: `${n}.ts`, size: Buffer.byteLength(text), mtimeMs: 0, knownHash: null };
  });
  let taken = 0;
  const full = () => {
    taken++;
    throw new Error("no room");
  };
  await expect(extractAll(root, wanted, full)).rejects.toThrow("no room");
  // A process handle closes a few event-loop turns after its process has ended.
  const children = () =>
    process.getActiveResourcesInfo().filter((item) => item === "ProcessWrap").length;
  await expect.poll(children).toBe(0);
  expect(taken).toBeLessThan(wanted.length);
});
