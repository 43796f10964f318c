/** The heap stays small during work on a tree and grows normally afterwards. */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { CODEGRAPH } from "../tuning.ts";
import { inSmallHeap } from "./small-heap.ts";

/**
 * Returns the size of a nursery after many allocations. Runs in a separate thread, because the nursery of this thread has
 * grown already.
 */
const MAKING = `
  const { getHeapSpaceStatistics } = require("node:v8");
  const { parentPort } = require("node:worker_threads");
  let kept = [];
  for (let i = 0; i < 400_000; i++) { kept.push({ i, text: "x" + i }); if (i % 50_000 === 0) kept = []; }
  const space = getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
  parentPort.postMessage(space.space_size);
`;

function nurseryBytes(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(MAKING, { eval: true });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("limits the nursery to its initial size until the last of several tasks ends", async () => {
  const usual = await nurseryBytes();
  const [small, smaller] = await inSmallHeap(async () => {
    const inner = await inSmallHeap(() => nurseryBytes());
    return [inner, await nurseryBytes()];
  });
  expect(small).toBeLessThan(usual / 2);
  expect(smaller).toBeLessThan(usual / 2);
  expect(await nurseryBytes()).toBeGreaterThan(usual / 2);
});

test("passes on an error and lets the heap grow as before", async () => {
  const failing = inSmallHeap(() => Promise.reject(new Error("stopped")));
  await expect(failing).rejects.toThrow("stopped");
  expect(await nurseryBytes()).toBeGreaterThan(3_000_000);
});

/** Sizes of a thread's nursery: initially, after growing, and after many allocations. */
const GROWING = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { parentPort, workerData } from "node:worker_threads";
  const { inSmallHeap, growNursery } = await import(workerData.smallHeap);
  const bytes = () => getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size;
  growNursery();
  const seen = [bytes()];
  await inSmallHeap(async () => {
    growNursery();
    seen.push(bytes());
    let kept = [];
    for (let i = 0; i < 400_000; i++) { kept.push({ i, text: "x" + i }); if (i % 50_000 === 0) kept = []; }
    seen.push(bytes());
  });
  parentPort.postMessage(seen);
`;

test("grows the nursery of a thread on request up to a limit, and only in a small heap", async () => {
  const smallHeap = new URL("./small-heap.ts", import.meta.url).href;
  const module = new URL(`data:text/javascript,${encodeURIComponent(GROWING)}`);
  const worker = new Worker(module, { workerData: { smallHeap } });
  const [before = 0, grown = 0, after = 0] = await new Promise<number[]>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  const wanted = CODEGRAPH.linkNurseryMb * 2 ** 20;
  expect(before).toBeLessThan(wanted / 2);
  expect(grown).toBeGreaterThanOrEqual(wanted);
  expect(after).toBeLessThan(wanted * 2);
});
