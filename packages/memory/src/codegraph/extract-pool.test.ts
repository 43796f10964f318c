/**
 * Who reads which files: are they all read, and no grammar by more threads than it has work for? And does another
 * thread notice, afterwards?
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { batchesOf, extractAll, handOut } from "./extract-pool.ts";
import { inSmallHeap } from "./small-heap.ts";
import { CODEGRAPH } from "./tuning.ts";

const files = fc.array(
  fc.record({
    name: fc.nat(9_999),
    extension: fc.constantFrom("ts", "tsx", "js", "py", "sh"),
    size: fc.nat(CODEGRAPH.batchBytes.value),
  }),
  { maxLength: 30 },
);

test("property: every file once, batches of one grammar, cut where they are full", () => {
  fc.assert(
    fc.property(files, (all) => {
      const wanted = all.map(({ name, extension, size }) => ({
        path: `${name}.${extension}`,
        size,
      }));
      const batches = batchesOf(wanted);
      const told = (some: typeof wanted) => some.map(({ path, size }) => `${path} ${size}`).sort();
      expect(told(batches.flat())).toEqual(told(wanted));
      for (const batch of batches) {
        const grammars = batch.map(({ path }) =>
          path.replace(/.*\.(?:js|tsx)$/, "x.tsx").slice(-3),
        );
        expect(new Set(grammars).size).toBe(1);
        const bytes = batch.slice(0, -1).reduce((sum, { size }) => sum + size, 0);
        expect(bytes).toBeLessThan(CODEGRAPH.batchBytes.value);
      }
    }),
  );
});

test("what few files are of is read at first, and the largest of the others before the small", () => {
  const wanted = [
    { path: "small.ts", size: 10 },
    { path: "large.ts", size: 900_000 },
    { path: "script.sh", size: 90 },
    { path: "page.tsx", size: 300 },
    { path: "old.js", size: 400 },
  ];
  const paths = batchesOf(wanted).map((batch) => batch.map(({ path }) => path));
  expect(paths).toEqual([["script.sh"], ["old.js", "page.tsx"], ["large.ts"], ["small.ts"]]);
});

test("a thread goes on with the grammar it has, and two do not both make one ready while there is another", () => {
  const paths = ["1.sh", "1.tsx", "2.tsx", "1.ts", "2.ts", "3.ts"];
  const { next, left } = handOut(paths.map((path) => [{ path }]));
  const [one, two] = [new Set<string>(), new Set<string>()];
  const given = [one, one, two, one, two, one, two].map((ready) => next(ready)?.[0]?.path);
  expect(given).toEqual(["1.sh", "1.tsx", "1.ts", "2.tsx", "2.ts", "3.ts", undefined]);
  expect(left).toEqual([]);
});

/** Bytes of a thread's nursery that does not grow, once much was made in it: as many as it began with. */
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

test("threads that begin afterwards begin as ever", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-pool-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const before = await nurseryBytes();
  const text = "export const x = 1;\n".repeat(CODEGRAPH.batchBytes.value / 40);
  const size = Buffer.byteLength(text);
  const wanted = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"].map((path) => {
    writeFileSync(join(root, path), text);
    return { path, size, mtimeMs: 0, knownHash: null };
  });
  expect(Math.min(availableParallelism(), CODEGRAPH.maxWorkers.value)).toBeGreaterThan(1);
  const taken: string[] = [];
  await extractAll(root, wanted, ({ path }) => void taken.push(path));
  expect(taken.sort()).toEqual(wanted.map(({ path }) => path));
  expect(await nurseryBytes()).toBeLessThan(before * 2);
});
