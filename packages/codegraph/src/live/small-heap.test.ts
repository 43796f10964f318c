/** Does a heap stay small while a tree is worked on, and grow as ever afterwards? */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { CODEGRAPH } from "../tuning.ts";
import { inSmallHeap } from "./small-heap.ts";

/** In a thread of its own: the nursery of this one has grown long ago. Bytes of the nursery after much was made. */
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

test("the nursery stays as it begins, for as long as the last of several lasts", async () => {
  const usual = await nurseryBytes();
  const [small, smaller] = await inSmallHeap(async () => {
    const inner = await inSmallHeap(() => nurseryBytes());
    return [inner, await nurseryBytes()];
  });
  expect(small).toBeLessThan(usual / 2);
  expect(smaller).toBeLessThan(usual / 2);
  expect(await nurseryBytes()).toBeGreaterThan(usual / 2);
});

test("what fails is told, and the heap grows as before", async () => {
  const failing = inSmallHeap(() => Promise.reject(new Error("stopped")));
  await expect(failing).rejects.toThrow("stopped");
  expect(await nurseryBytes()).toBeGreaterThan(3_000_000);
});

/** Bytes of a thread's nursery: as it is, grown, and after much was made in what was grown. */
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

test("the nursery of who asks for it grows so far and no further, and only while the heap is kept small", async () => {
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
