/**
 * Words in memory: BM25 ranked like FTS5, for processes that run long enough to hold the index. Built from the side file or
 * the table, and kept in sync with the table, which is authoritative. Call in two steps: `refresh` returns whether the index
 * is complete; queries made before the next await see the same state.
 */
import { rm } from "node:fs/promises";
import { MemoryError } from "../../../domain/errors.ts";
import type { MemoryId } from "../../../domain/ids.ts";
import type { WordRow, WordStamp } from "../../../domain/ports/word-row.ts";
import { passes, type RowFilter } from "../row-classes.ts";
import { bestDocs, type RankedDoc, type ScoredTerm } from "./best-docs.ts";
import { findBytes } from "./byte-table.ts";
import {
  type Contents,
  compact,
  countSinceBase,
  createContents,
  fromFile,
  makeBase,
  mergeWritten,
  partsOf,
  takeRows,
  toFile,
} from "./contents.ts";
import { weightedFrequencies } from "./count-patterns.ts";
import { docOfMemory, memoryIdOf, typeOfDoc } from "./doc-table.ts";
import { WORDS } from "./limits.ts";
import { type Match, matchesOf } from "./matches.ts";
import { type Breathe, seek } from "./postings.ts";
import { createSplitter } from "./unicode61.ts";
import { readWordFile, writeWordFile } from "./word-file.ts";

/** Rows of the table read at a time while the index is built. */
const PAGE_ROWS = 1024;
const ATTEMPTS = 3;

/** The table of the store. */
interface WordSource {
  /** Returns rows changed after `seq`, in the order of change. */
  readonly since: (seq: number, limit: number) => Promise<readonly WordRow[]>;
  readonly stamp: () => Promise<WordStamp>;
}

export interface WordIndexOptions {
  /** Path of the side file; its folder must exist. */
  readonly path: string;
  readonly rows: WordSource;
  /** Weights of the columns title, content, tags, files, symbols, identifiers; above 0. */
  readonly weights: readonly number[];
  /** Awaited every few milliseconds of long work, so that other work can run. */
  readonly breathe: Breathe;
}

interface WordHit {
  readonly id: MemoryId;
  readonly type: string;
  /** BM25 like FTS5's, with the opposite sign. */
  readonly score: number;
}

/** The word index. A term is text: a single word, or several words that form a phrase. */
export interface WordIndex {
  /** Number of memories in the index, in any state. */
  readonly size: number;
  /** Bytes of its arrays. */
  readonly bytes: number;
  /** "rebuilt" when it was built from the table since it was opened. */
  readonly state: "in_step" | "rebuilt";
  /** Why it was rebuilt. */
  readonly reason: string | undefined;
  /** Why the side file could not be written in the last attempt. */
  readonly unwritten: string | undefined;
  /** Indexes changes. False while there are more than a recall should wait for. */
  refresh(): Promise<boolean>;
  /** Returns the number of memories that contain a term, in any state. */
  frequencyOf(term: string): number;
  /** Returns the `limit` best memories that contain any of the terms; ties by id. */
  search(terms: readonly string[], filter: RowFilter, limit: number): WordHit[];
  /** Returns those of the given memories that contain a term. */
  matching(term: string, ids: readonly MemoryId[]): MemoryId[];
  /** Resolves when no work is running. */
  settled(): Promise<void>;
  /** Closes the index, which cannot be used afterwards. Writes the side file if it does not exist. */
  close(): Promise<void>;
}

/** Opens the index. Throws what the source throws, and "internal" for memories it cannot store. */
export async function openWordIndex(options: WordIndexOptions): Promise<WordIndex> {
  const file = await readWordFile(options.path, options.breathe);
  const found = typeof file === "string" ? file : await fromFile(file, options.breathe);
  const index = new SideFileIndex(options);
  if (typeof found === "string") await index.remake(found);
  else index.adopt(found);
  await index.refresh();
  await index.settled();
  return index;
}

class SideFileIndex implements WordIndex {
  readonly #options: WordIndexOptions;
  readonly #split = createSplitter();
  #contents: Contents = createContents();
  #frequencies: Float64Array = new Float64Array(0);
  /** Terms of the current state. */
  #terms = new Map<string, ScoredTerm>();
  #turn: Promise<unknown> = Promise.resolve();
  /** Running long work; the current contents are not queried until it is done. */
  #work: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;
  #isClosed = false;
  #hasFile = false;
  state: WordIndex["state"] = "in_step";
  reason: string | undefined;
  unwritten: string | undefined;

  constructor(options: WordIndexOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#contents.docs.live;
  }

  get bytes(): number {
    const { docs, terms, base, middle, latest } = this.#contents;
    const arrays = [docs, docs.ids, terms, base, middle, latest].flatMap((item) =>
      Object.values(item).filter((value) => ArrayBuffer.isView(value)),
    );
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  refresh(): Promise<boolean> {
    const turn = this.#turn.then(async () => {
      if (this.#failure !== null) throw this.#failure.error;
      return !this.#isClosed && this.#work === null && (await this.#catchUp());
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  frequencyOf(term: string): number {
    return this.#resolve(term).frequency;
  }

  search(terms: readonly string[], filter: RowFilter, limit: number): WordHit[] {
    const { docs } = this.#contents;
    const found = terms.map((term) => this.#resolve(term)).filter(({ frequency }) => frequency > 0);
    const isPassing = passes(filter);
    const isSelected = new Uint8Array(docs.classTable.length + 1);
    for (const [number, one] of docs.classTable.entries()) {
      isSelected[number + 1] = Number(isPassing(one));
    }
    const ranked = bestDocs({
      docs,
      terms: found,
      frequencies: this.#weighted(),
      isSelected,
      limit,
    });
    return ranked
      .map(({ doc, score }: RankedDoc) => ({
        id: memoryIdOf(docs, doc),
        type: typeOfDoc(docs, doc),
        score,
      }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  matching(term: string, ids: readonly MemoryId[]): MemoryId[] {
    const { matches } = this.#resolve(term);
    return ids.filter((id) => {
      const doc = docOfMemory(this.#contents.docs, id);
      return doc >= 0 && matches.some((match) => isIn(match, doc));
    });
  }

  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work;
    if (this.#failure !== null) throw this.#failure.error;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#turn;
    await this.settled().catch(() => undefined);
    this.#isClosed = true;
    if (this.#failure === null && !this.#hasFile)
      await this.#compactAndWrite().catch(() => undefined);
    this.#adoptNothing();
  }

  /** Rebuilds from the table. Changes made meanwhile are indexed by the next refresh. */
  async remake(reason: string): Promise<void> {
    this.state = "rebuilt";
    this.reason = reason;
    const { rows, breathe } = this.#options;
    const { lastSeq } = await rows.stamp();
    const contents = createContents();
    await this.#readOn(contents);
    // In a store that never had a memory, the clock is ahead of all changes.
    contents.lastSeq = Math.max(contents.lastSeq, lastSeq);
    this.adopt(await makeBase(contents, breathe));
    await this.#compactAndWrite();
    const after = await rows.stamp();
    if (after.lastSeq !== this.#contents.lastSeq || this.#isAt(after)) return;
    throw new MemoryError("internal", { reason: "the table and its clock disagree", ...after });
  }

  adopt(contents: Contents): void {
    this.#contents = contents;
    this.#hasFile = true;
    this.#changed();
  }

  #adoptNothing(): void {
    this.#contents = createContents();
    this.#changed();
  }

  /** Drops what was derived from the previous state. */
  #changed(): void {
    this.#terms.clear();
  }

  async #catchUp(): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stamp = await this.#options.rows.stamp();
      if (this.#isAt(stamp)) return true;
      if (stamp.lastSeq < this.#contents.lastSeq) {
        return this.#begin(() => this.remake("the store is older than it"));
      }
      const page = await this.#options.rows.since(this.#contents.lastSeq, WORDS.pageRows);
      if (page.length === WORDS.pageRows) return this.#begin(() => this.#takeMany());
      if (page.length === 0)
        return this.#begin(() => this.remake("it has other rows than the store"));
      await this.#take(page);
      if (this.#isTooFar()) return this.#begin(() => this.#compactAndWrite());
    }
    return false;
  }

  #isAt({ lastSeq, seqSum }: WordStamp): boolean {
    return this.#contents.lastSeq === lastSeq && this.#contents.docs.seqSum === seqSum;
  }

  async #take(page: readonly WordRow[]): Promise<void> {
    takeRows(this.#contents, page);
    await mergeWritten(this.#contents);
    this.#changed();
    if (page.some(({ memory }) => memory === null)) await this.#dropFile();
  }

  #isTooFar(): boolean {
    const maxChanges = Math.max(WORDS.compactDocs, this.size * WORDS.compactShare);
    return countSinceBase(this.#contents) > maxChanges;
  }

  /** Starts long work, while full-text search answers. */
  #begin(work: () => Promise<void>): false {
    this.#work = work()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#work = null;
      });
    return false;
  }

  async #takeMany(): Promise<void> {
    await this.#readOn(this.#contents);
    await this.#compactAndWrite();
  }

  async #readOn(contents: Contents): Promise<void> {
    const { rows, breathe } = this.#options;
    for (let isMore = true; isMore; ) {
      const page = await rows.since(contents.lastSeq, PAGE_ROWS);
      takeRows(contents, page);
      isMore = page.length === PAGE_ROWS;
      await breathe();
    }
  }

  async #compactAndWrite(): Promise<void> {
    const { breathe, path } = this.#options;
    await mergeWritten(this.#contents);
    const isWhole = countSinceBase(this.#contents) === 0;
    const contents = isWhole ? this.#contents : await compact(this.#contents, breathe);
    this.adopt(contents);
    this.#hasFile = false;
    this.unwritten = (await writeWordFile(path, toFile(contents), breathe)) ?? undefined;
    this.#hasFile = this.unwritten === undefined;
    await this.#dropWhatWasForgotten();
  }

  /**
   * Forgetting a memory deletes the side file. If that happened while this process wrote its file, the new file is deleted
   * too.
   */
  async #dropWhatWasForgotten(): Promise<void> {
    const since = await this.#options.rows.since(this.#contents.lastSeq, WORDS.pageRows);
    const isMore = since.length === WORDS.pageRows;
    if (isMore || since.some(({ memory }) => memory === null)) await this.#dropFile();
  }

  async #dropFile(): Promise<void> {
    this.#hasFile = false;
    await rm(this.#options.path, { force: true }).catch(() => undefined);
  }

  #weighted(): Float64Array {
    const { patterns } = this.#contents;
    if (this.#frequencies.length !== patterns.size) {
      this.#frequencies = weightedFrequencies(patterns, this.#options.weights);
    }
    return this.#frequencies;
  }

  #resolve(term: string): ScoredTerm {
    const cached = this.#terms.get(term);
    if (cached !== undefined) return cached;
    const words: number[] = [];
    this.#split(term, (bytes, length) => {
      words.push(findBytes(this.#contents.terms, bytes, length));
    });
    const matches = matchesOf(partsOf(this.#contents), words, this.#contents.patterns);
    const all = matches.reduce((sum, { from, to }) => sum + to - from, 0);
    const found = { matches, frequency: all - this.#countGone(matches) };
    this.#terms.set(term, found);
    return found;
  }

  #countGone(matches: readonly Match[]): number {
    const { gone } = this.#contents.docs;
    let count = 0;
    for (const match of matches) for (const doc of gone) count += Number(isIn(match, doc));
    return count;
  }
}

function isIn({ docs, from, to }: Match, doc: number): boolean {
  const at = seek(docs, from, to, doc);
  return at < to && docs[at] === doc;
}
