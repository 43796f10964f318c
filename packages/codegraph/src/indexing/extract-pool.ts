/**
 * Extracts many files: with helpers if there is enough work, otherwise or without helpers on this thread. There is one helper
 * lane per core: a process for files that oxc reads, a thread for the rest.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { type ExtractedFile, extractFile } from "../facts/extract-file.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { OXC } from "../facts/oxc/limits.ts";
import { optimise, optimiseHot } from "../facts/parser/parser.ts";
import { CODEGRAPH } from "../tuning.ts";
import { type BatchReader, ReaderEnded } from "./batch-reader.ts";
import { batchesOf, bytesOf, grammarOf, handOut, type Sized } from "./batches.ts";
import { type BatchAnswer, unpacked } from "./extract-batch.ts";
import { startProcess } from "./process-reader.ts";
import { startThread } from "./thread-reader.ts";

type Batch = readonly Sized[];

/** Calls `take` for files in the order they are ready. Ends early only by throwing what `take` throws. */
export async function extractAll(
  root: string,
  wanted: readonly Sized[],
  take: (file: ExtractedFile) => void,
): Promise<void> {
  const room = Math.ceil(bytesOf(wanted) / CODEGRAPH.batchBytes);
  const left = room < 2 ? wanted : await withHelp(root, wanted, room, take);
  for (const sized of left) take(await extractFile(root, sized));
}

const READY_FOR_OXC = "oxc";

/** Tracks whether oxc can still be used. */
class OxcUse {
  #isOn = isInstalled("oxc-parser");
  #crashes = 0;

  reads(path: string): boolean {
    return this.#isOn && languageOf(path)?.oxc !== undefined;
  }

  /** Returns what a reader must load. oxc reads several languages and is loaded once for all. */
  readinessOf(path: string): string {
    return this.reads(path) ? READY_FOR_OXC : grammarOf(path);
  }

  crashed(): void {
    if (++this.#crashes >= OXC.maxCrashes) this.#isOn = false;
  }

  turnOff(): void {
    this.#isOn = false;
  }
}

function isInstalled(name: string): boolean {
  try {
    return existsSync(createRequire(import.meta.url).resolve(name));
  } catch {
    return false;
  }
}

/** Extracts files with helpers and returns the files that are left. */
async function withHelp(
  root: string,
  wanted: readonly Sized[],
  room: number,
  take: (file: ExtractedFile) => void,
): Promise<readonly Sized[]> {
  const oxc = new OxcUse();
  const others = wanted.filter(({ path }) => !oxc.reads(path));
  // A thread takes longer to start than to read these few files; this thread reads them as soon as a helper is idle.
  const areFew = others.length < wanted.length && bytesOf(others) <= CODEGRAPH.fewBytes;
  const forHere: readonly Sized[] = areFew ? others : [];
  const handedOut = areFew ? wanted.filter(({ path }) => oxc.reads(path)) : wanted;
  const batches = batchesOf(handedOut, (path) => oxc.readinessOf(path));
  const count = Math.min(availableParallelism(), CODEGRAPH.maxWorkers, batches.length, room);
  if (count < 2) return wanted;
  const queue = handOut(batches, (path) => oxc.readinessOf(path));
  const isMuch = bytesOf(others) >= CODEGRAPH.muchSourceBytes.value;
  const releases = isMuch || areFew || others.length === 0 ? [] : [optimiseHot()];
  const lanes = Array.from({ length: count }, () => new Lane(root, oxc));
  const runs = lanes.map((lane) => {
    const ready = new Set<string>();
    return lane.run(() => queue.next(ready), take);
  });
  // Runs while the helpers start, which takes some time.
  if (isMuch) {
    releases.push(optimise(new Set(others.flatMap(({ path }) => languageOf(path) ?? []))));
  }
  try {
    const readFew = async () => {
      await Promise.race(runs);
      await readHere(root, forHere, take);
    };
    const [left] = await Promise.all([Promise.all(runs), readFew()]);
    return [...left, queue.left].flat(2);
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()));
    for (const release of releases) release();
  }
}

async function readHere(
  root: string,
  files: readonly Sized[],
  take: (file: ExtractedFile) => void,
): Promise<void> {
  for (const file of files) take(await extractFile(root, file));
}

interface UnderWay {
  readonly batch: Batch;
  readonly reader: BatchReader;
  readonly answer: Promise<BatchAnswer>;
}

/** Batches in flight per reader, so that it never waits for this thread. */
const DEPTH = 2;

/** The readers that keep one core busy. */
class Lane {
  readonly #root: string;
  readonly #oxc: OxcUse;
  #process: BatchReader | null = null;
  #thread: BatchReader | null = null;
  #isOver = false;

  constructor(root: string, oxc: OxcUse) {
    this.#root = root;
    this.#oxc = oxc;
  }

  /** Processes batches and returns those that it received but did not finish. */
  async run(
    next: () => Batch | undefined,
    take: (file: ExtractedFile) => void,
  ): Promise<readonly Batch[]> {
    const underWay: UnderWay[] = [];
    for (;;) {
      while (underWay.length < DEPTH) {
        const batch = next();
        const started = batch && this.#ask(batch);
        if (started === null) return [...underWay.map((item) => item.batch), batch ?? []];
        if (started === undefined) break;
        underWay.push(started);
      }
      const [first] = underWay;
      if (first === undefined) return [];
      const again = await this.#taken(first, take);
      if (again === null) return underWay.map(({ batch }) => batch);
      underWay.splice(0, 1, ...again);
    }
  }

  /** Sends a batch to a reader. Returns null if no reader is available. */
  #ask(batch: Batch, mayBeOxc = true): UnderWay | null {
    const isOxc = mayBeOxc && this.#oxc.reads(batch[0]?.path ?? "");
    if (this.#isOver) return null;
    if (isOxc) {
      const onUnavailable = () => this.#oxc.turnOff();
      this.#process ??= startProcess(this.#root, { onUnavailable });
      if (this.#process === null) this.#oxc.turnOff();
    } else this.#thread ??= startThread(this.#root);
    const reader = isOxc ? this.#process : this.#thread;
    if (reader !== null) return { batch, reader, answer: reader.read(batch) };
    return isOxc ? this.#ask(batch, false) : null;
  }

  /**
   * Takes the answer of a batch. Returns what to wait for instead: nothing if it was answered, or null if the thread ended.
   */
  async #taken(
    { batch, reader, answer }: UnderWay,
    take: (file: ExtractedFile) => void,
  ): Promise<readonly UnderWay[] | null> {
    let answered: BatchAnswer;
    try {
      answered = await answer;
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      if (reader === this.#thread) return null;
      // A new process may have been started already.
      if (reader === this.#process) this.#process = null;
      if (error.wasAtIt) this.#oxc.crashed();
      const again = this.#ask(batch, !error.wasAtIt);
      return again === null ? null : [again];
    }
    for (const file of unpacked(answered)) take(file);
    return [];
  }

  /** Ends the readers. No further batch is sent, though `run` may still be finishing. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#process?.end(), this.#thread?.end()]);
  }
}
