/**
 * Extracts many files: with others' help when there is enough to do, on this thread otherwise or when nobody helps.
 * Those who help are one to a core: a process for what oxc reads, a thread for the rest.
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

/** In the order in which they are ready. Ends early only by throwing what `take` throws. */
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

/** Whether oxc reads what it can, as far as is known by now. */
class OxcUse {
  #isOn = isInstalled("oxc-parser");
  #crashes = 0;

  reads(path: string): boolean {
    return this.#isOn && languageOf(path)?.oxc !== undefined;
  }

  /** It reads several languages, and what is made ready for one is for all. */
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

/** Gives what nobody did. */
async function withHelp(
  root: string,
  wanted: readonly Sized[],
  room: number,
  take: (file: ExtractedFile) => void,
): Promise<readonly Sized[]> {
  const oxc = new OxcUse();
  const others = wanted.filter(({ path }) => !oxc.reads(path));
  // A thread takes longer to begin than to read them; here they are read when the first of the others has nothing left to do.
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
  // While they start, which takes them a while.
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

/** Batches are under way in it, so that nobody waits for us. */
const DEPTH = 2;

/** What keeps one core busy. */
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

  /** Gives the batches that it had and did not do. */
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

  /** Null when there is nobody to ask. */
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

  /** What is to be waited for instead: nothing, when it was answered. Null when the thread ended. */
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
      // Another one may have been started since.
      if (reader === this.#process) this.#process = null;
      if (error.wasAtIt) this.#oxc.crashed();
      const again = this.#ask(batch, !error.wasAtIt);
      return again === null ? null : [again];
    }
    for (const file of unpacked(answered)) take(file);
    return [];
  }

  /** Nobody is asked any more, though `run` may not have ended yet. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#process?.end(), this.#thread?.end()]);
  }
}
