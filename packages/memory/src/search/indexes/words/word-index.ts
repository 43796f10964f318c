/**
 * Words in memory: BM25 as FTS5 ranks, for processes that live long enough to hold it. Made from the side file or
 * from the table, and kept in step with the table, which is right whenever they differ. It is asked in two steps:
 * `refresh` says whether it has everything; what is asked then, before anything is awaited, is of one state.
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

/** Rows of the table read at once while the index is made. */
const PAGE_ROWS = 1024;
const ATTEMPTS = 3;

/** The table, as the store tells it. */
interface WordSource {
  /** Changed after `seq`, in the order changed. */
  readonly since: (seq: number, limit: number) => Promise<readonly WordRow[]>;
  readonly stamp: () => Promise<WordStamp>;
}

export interface WordIndexOptions {
  /** Of the side file; its folder must be there. */
  readonly path: string;
  readonly rows: WordSource;
  /** Weights of the columns title, content, tags, files, symbols, identifiers; above 0. */
  readonly weights: readonly number[];
  /** Awaited every few milliseconds of long work, so that others have their turn. */
  readonly breathe: Breathe;
}

interface WordHit {
  readonly id: MemoryId;
  readonly type: string;
  /** BM25, as FTS5 has it with its sign turned. */
  readonly score: number;
}

/** A term is text: one word or more, which are then a phrase. */
export interface WordIndex {
  /** Memories it has, whatever their state. */
  readonly size: number;
  /** Of its arrays. */
  readonly bytes: number;
  /** "rebuilt" when it was made from the table since it was opened. */
  readonly state: "in_step" | "rebuilt";
  /** Why it was rebuilt. */
  readonly reason: string | undefined;
  /** Why the side file could not be written when that was last tried. */
  readonly unwritten: string | undefined;
  /** Takes in what changed. False while there is more of that than a recall should wait for. */
  refresh(): Promise<boolean>;
  /** In how many memories a term is found, whatever their state. */
  frequencyOf(term: string): number;
  /** The `limit` best of those that any of the terms is found in; ties by id. */
  search(terms: readonly string[], filter: RowFilter, limit: number): WordHit[];
  /** Those of the memories given that a term is found in. */
  matching(term: string, ids: readonly MemoryId[]): MemoryId[];
  /** Resolves when nothing is being made any more. */
  settled(): Promise<void>;
  /** Of no more use afterwards. Writes the side file where it is not there. */
  close(): Promise<void>;
}

/** Throws what the source throws, and "internal" for memories it cannot hold. */
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
  /** Of the present state. */
  #terms = new Map<string, ScoredTerm>();
  #turn: Promise<unknown> = Promise.resolve();
  /** Long work under way: what is there now is not asked until it is done. */
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

  /** From the table. What others write meanwhile is taken in by the refresh after it. */
  async remake(reason: string): Promise<void> {
    this.state = "rebuilt";
    this.reason = reason;
    const { rows, breathe } = this.#options;
    const { lastSeq } = await rows.stamp();
    const contents = createContents();
    await this.#readOn(contents);
    // The clock of a store that never had a memory is ahead of all changes.
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

  /** Forgets what was derived from the state before. */
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
    const most = Math.max(WORDS.compactDocs, this.size * WORDS.compactShare);
    return countSinceBase(this.#contents) > most;
  }

  /** Long work, while full-text search answers. */
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

  /** Who forgets a memory takes the side file away. Where that happened while we wrote ours, ours goes too. */
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
