/** Extracts many files: on threads when there is enough to do, on this one otherwise or when threads fail. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { type ExtractedFile, extractFile, type Wanted } from "./extract-file.ts";
import type { BatchAnswer } from "./extract-worker.ts";
import type { Language } from "./languages/language.ts";
import { languageOf } from "./languages/languages.ts";
import { optimise, optimiseHot } from "./parser.ts";
import { CODEGRAPH } from "./tuning.ts";

export interface Sized extends Wanted {
  readonly size: number;
  readonly mtimeMs: number;
}

/** In the order in which they are ready. Ends early only by throwing what `take` throws. */
export async function extractAll(
  root: string,
  wanted: readonly Sized[],
  take: (file: ExtractedFile) => void,
): Promise<void> {
  const batches = batchesOf(wanted);
  const room = Math.ceil(bytesOf(wanted) / CODEGRAPH.batchBytes.value);
  const count = Math.min(availableParallelism(), CODEGRAPH.maxWorkers.value, batches.length, room);
  const left = count < 2 ? batches : await onThreads(root, batches, count, take);
  for (const batch of left) for (const one of batch) take(await extractFile(root, one));
}

/**
 * Of one grammar each: to make ready for one takes as long as to read a hundred files, so what few files are of is for
 * one thread to read, and at first. Of the others the largest files first, so that no thread is left alone with one.
 */
export function batchesOf<T extends Pick<Sized, "path" | "size">>(wanted: readonly T[]): T[][] {
  const groups = [...Map.groupBy(wanted, ({ path }) => grammarOf(path)).values()];
  return groups.sort((a, b) => bytesOf(a) - bytesOf(b)).flatMap(cutToSize);
}

/**
 * Hands out batches. A thread gets one of a grammar that it has made ready, else one of a grammar that none has, else
 * one that it must make ready too: others have it, and there is nothing better to do.
 */
export function handOut<T extends Pick<Sized, "path">>(batches: readonly (readonly T[])[]) {
  const left = [...batches];
  const begun = new Set<string>();
  const grammar = (batch: readonly T[]) => grammarOf(batch[0]?.path ?? "");
  const next = (ready: Set<string>): readonly T[] | undefined => {
    const own = left.findIndex((batch) => ready.has(grammar(batch)));
    const fresh = own < 0 ? left.findIndex((batch) => !begun.has(grammar(batch))) : own;
    const [batch] = left.splice(Math.max(fresh, 0), 1);
    if (batch === undefined) return undefined;
    begun.add(grammar(batch));
    ready.add(grammar(batch));
    return batch;
  };
  return { left, next };
}

/** What a thread makes ready, by a name of its own: languages that share both share what is made of them. */
function grammarOf(path: string): string {
  const language = languageOf(path);
  if (language === undefined) return "";
  let name = grammarNames.get(language);
  if (name === undefined) {
    name = `${language.grammar}\n${language.query}`;
    grammarNames.set(language, name);
  }
  return name;
}

/** One string each, as long as a query: to make and to hash it for every file of a tree takes tens of milliseconds. */
const grammarNames = new Map<Language, string>();

function bytesOf(files: readonly Pick<Sized, "size">[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function cutToSize<T extends Pick<Sized, "size">>(files: readonly T[]): T[][] {
  const batches: T[][] = [];
  let batch: T[] = [];
  let bytes = 0;
  for (const one of [...files].sort((a, b) => b.size - a.size)) {
    batch.push(one);
    bytes += one.size;
    if (bytes < CODEGRAPH.batchBytes.value) continue;
    batches.push(batch);
    [batch, bytes] = [[], 0];
  }
  return batch.length === 0 ? batches : [...batches, batch];
}

/** Two batches are under way in each thread, so that none waits for us. Gives the batches nobody did. */
async function onThreads(
  root: string,
  batches: readonly (readonly Sized[])[],
  count: number,
  take: (file: ExtractedFile) => void,
): Promise<(readonly Sized[])[]> {
  const queue = handOut(batches);
  const left: (readonly Sized[])[] = [];
  const files = batches.flat();
  const isMuch = bytesOf(files) >= CODEGRAPH.muchSourceBytes.value;
  const releases = isMuch ? [] : [optimiseHot()];
  const runs = Array.from({ length: count }, async () => {
    const ready = new Set<string>();
    const unanswered = await runThread(root, () => queue.next(ready), take);
    left.push(...unanswered);
  });
  // While threads start, which takes them a while.
  if (isMuch) releases.push(optimise(new Set(files.flatMap(({ path }) => languageOf(path) ?? []))));
  try {
    await Promise.all(runs);
  } finally {
    for (const release of releases) release();
  }
  return [...left, ...queue.left];
}

function runThread(
  root: string,
  next: () => readonly Sized[] | undefined,
  take: (file: ExtractedFile) => void,
): Promise<(readonly Sized[])[]> {
  return new Promise((resolve, reject) => {
    const isUp = withNursery();
    const worker = startWorker(root);
    if (worker === null) {
      isUp();
      resolve([]);
      return;
    }
    worker.once("online", isUp);
    const underWay: (readonly Sized[])[] = [];
    const give = () => {
      const batch = next();
      if (batch === undefined) return;
      underWay.push(batch);
      worker.postMessage(batch.map(({ path, knownHash }) => ({ path, knownHash })));
    };
    // Waited for: a thread's memory is given back when it has ended, and linking needs room.
    const end = (unanswered: (readonly Sized[])[]) => {
      isUp();
      worker.removeAllListeners();
      worker.terminate().then(() => resolve(unanswered), reject);
    };
    worker.on("message", (message: BatchAnswer) => {
      underWay.shift();
      try {
        for (const file of unpacked(message)) take(file);
      } catch (error) {
        void worker.terminate();
        reject(error);
        return;
      }
      give();
      if (underWay.length === 0) end([]);
    });
    // A grammar that crashed, memory that ran out: what it had is done here, on this thread.
    worker.on("error", () => end([...underWay]));
    worker.on("exit", () => end([...underWay]));
    give();
    give();
    if (underWay.length === 0) end([]);
  });
}

function unpacked({ files, bytes }: BatchAnswer): ExtractedFile[] {
  return files.map(({ start, length, ...file }) => ({
    ...file,
    facts: length < 0 ? null : bytes.subarray(start, start + length),
  }));
}

/** What a thread throws away is much and young: a small nursery keeps it from growing. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };
/** As it begins it would be smaller still, and each look at it stops the thread until all that help are done. */
const NURSERY = `--min-semi-space-size=${CODEGRAPH.threadNurseryMb.value}`;

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
