/** Extracts on a thread, with tree-sitter. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { CODEGRAPH } from "../tuning.ts";
import { type BatchReader, WaitingLine } from "./batch-reader.ts";
import type { BatchAnswer } from "./extract-batch.ts";

/** Starts a thread. Returns null if none can be started. */
export function startThread(root: string): BatchReader | null {
  const isUp = withNursery();
  const worker = startWorker(root);
  if (worker === null) {
    isUp();
    return null;
  }
  const line = new WaitingLine();
  // A grammar crashed or memory was exhausted.
  const fail = () => {
    isUp();
    line.end(true);
  };
  worker.once("online", isUp);
  worker.on("message", (message: BatchAnswer) => line.answer(message));
  worker.on("error", fail);
  worker.on("exit", fail);
  return {
    read: (batch) =>
      line.wait(() =>
        worker.postMessage(batch.map(({ path, knownHash }) => ({ path, knownHash }))),
      ),
    end: () => {
      isUp();
      worker.removeAllListeners();
      return worker.terminate();
    },
  };
}

/** A thread discards many young objects: a small nursery keeps its memory from growing. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };
/** The initial nursery would be even smaller, and each collection stops the thread until all helper threads have finished. */
const NURSERY = `--min-semi-space-size=${CODEGRAPH.threadNurseryMb}`;

let starting = 0;

/**
 * Sets the flag that applies to a thread's heap when it is created, not to existing heaps. The flag is reset once the last of
 * several threads has its heap.
 */
function withNursery(): () => void {
  starting++;
  setFlagsFromString(NURSERY);
  let isUp = false;
  return () => {
    if (isUp) return;
    isUp = true;
    if (--starting === 0) setFlagsFromString("--min-semi-space-size=0");
  };
}

/** Starts the worker program: next to the bundle when published, the TypeScript source in a checkout. */
function startWorker(root: string): Worker | null {
  const bundled = new URL("./code-worker.mjs", import.meta.url);
  const source = new URL("./extract-worker.ts", import.meta.url);
  const entry = [bundled, source].find((url) => existsSync(fileURLToPath(url)));
  try {
    return entry === undefined
      ? null
      : new Worker(entry, { workerData: { root }, resourceLimits: LIMITS });
  } catch {
    return null;
  }
}
