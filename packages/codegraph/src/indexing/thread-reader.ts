/** Extracts on a thread, with tree-sitter. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { CODEGRAPH } from "../tuning.ts";
import { type BatchReader, WaitingLine } from "./batch-reader.ts";
import type { BatchAnswer } from "./extract-batch.ts";

/** Null where no thread can be had. */
export function startThread(root: string): BatchReader | null {
  const isUp = withNursery();
  const worker = startWorker(root);
  if (worker === null) {
    isUp();
    return null;
  }
  const line = new WaitingLine();
  // A grammar that crashed, memory that ran out.
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

/** What a thread throws away is much and young: a small nursery keeps it from growing. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };
/** As it begins it would be smaller still, and each look at it stops the thread until all that help are done. */
const NURSERY = `--min-semi-space-size=${CODEGRAPH.threadNurseryMb}`;

let starting = 0;

/** Heeded when a thread's heap is made, and by no heap that is there. Put back once the last of several has one. */
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

/** Beside the program in what is published; the TypeScript itself in a checkout. */
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
