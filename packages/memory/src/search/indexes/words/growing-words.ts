/**
 * Ranks memories by the words of their content like FTS5, for a process that writes many memories and compares each with all
 * before it. Adding a memory takes the time of its own words: FTS5 counts every match of every word in each search, and
 * `word-index` converts its latest memories to postings again.
 */
import type { MemoryId } from "../../../domain/ids.ts";
import type { WordRow } from "../../../domain/ports/word-row.ts";
import { classKey, passes, type RowClass, type RowFilter } from "../row-classes.ts";
import { bestDocs } from "./best-docs.ts";
import { createByteTable, findBytes, internBytes } from "./byte-table.ts";
import { grown } from "./growing.ts";
import { createSplitter } from "./unicode61.ts";

/** Column of the content in the texts of a row. */
const CONTENT = 1;
/** Maximum occurrences of a word in a content that are counted. */
const MAX_COUNT = 65_535;

/** The memories that contain a word. */
interface Occurrences {
  /** Number of existing memories that contain it in any column. */
  frequency: number;
  /** Memories that contain it in the content, ascending, and how often. */
  docs: Uint32Array;
  counts: Uint16Array;
  size: number;
}

export interface GrowingWords {
  /** The change of the table up to which everything is included. */
  readonly lastSeq: number;
  /** Adds, replaces and removes rows in the order of their changes. */
  readonly take: (rows: readonly WordRow[]) => void;
  /**
   * Returns the `limit` memories whose content matches best, best first, ties by id. Null if only FTS5 can answer: fewer have
   * one of the terms in their content, or a term is a phrase.
   */
  readonly best: (
    terms: readonly string[],
    filter: RowFilter,
    limit: number,
  ) => readonly MemoryId[] | null;
}

interface Doc {
  readonly doc: number;
  readonly words: readonly number[];
}

type Living = NonNullable<WordRow["memory"]>;

export function createGrowingWords(): GrowingWords {
  return new Growing();
}

class Growing implements GrowingWords {
  readonly #split = createSplitter();
  readonly #names = createByteTable();
  readonly #words: Occurrences[] = [];
  readonly #table = {
    count: 0,
    live: 0,
    words: 0,
    lengths: new Uint32Array(0),
    classes: new Uint32Array(0),
  };
  readonly #ids: MemoryId[] = [];
  readonly #classes: RowClass[] = [];
  readonly #classNumbers = new Map<string, number>();
  readonly #docOfRid = new Map<number, Doc>();
  #mostCounted = 0;
  lastSeq = 0;

  take(rows: readonly WordRow[]): void {
    for (const { rid, seq, memory } of rows) {
      this.#strike(rid);
      if (memory !== null) this.#add(rid, memory);
      this.lastSeq = seq;
    }
  }

  best(terms: readonly string[], filter: RowFilter, limit: number): readonly MemoryId[] | null {
    const found = terms.map((term) => this.#find(term));
    if (found.includes("phrase")) return null;
    const isPassing = passes(filter);
    const classes = this.#classes.map((rowClass) => Number(isPassing(rowClass)));
    const ranked = bestDocs({
      docs: this.#table,
      terms: found.flatMap((word) => (word === null || word === "phrase" ? [] : scored(word))),
      frequencies: Float64Array.from({ length: this.#mostCounted + 1 }, (_, count) => count),
      isSelected: Uint8Array.from([0, ...classes]),
      limit,
    });
    if (ranked.length < limit) return null;
    return ranked
      .map(({ doc, score }) => ({ id: this.#ids[doc] as MemoryId, score }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  #find(term: string): Occurrences | null | "phrase" {
    const parts: number[] = [];
    this.#split(term, (bytes, size) => parts.push(findBytes(this.#names, bytes, size)));
    const [only, another] = parts;
    if (another !== undefined) return "phrase";
    return only === undefined || only < 0 ? null : (this.#words[only] ?? null);
  }

  #strike(rid: number): void {
    const found = this.#docOfRid.get(rid);
    if (found === undefined) return;
    this.#docOfRid.delete(rid);
    this.#table.classes[found.doc] = 0;
    this.#table.live--;
    this.#table.words -= this.#table.lengths[found.doc] ?? 0;
    for (const word of found.words) occurrencesOf(this.#words, word).frequency--;
  }

  #add(rid: number, memory: Living): void {
    const table = this.#table;
    const { counts, length } = this.#count(memory.texts);
    const doc = table.count++;
    table.lengths = grown(table.lengths, table.count);
    table.classes = grown(table.classes, table.count);
    table.lengths[doc] = length;
    table.classes[doc] = this.#classOf(memory);
    table.live++;
    table.words += length;
    this.#ids[doc] = memory.id;
    this.#docOfRid.set(rid, { doc, words: [...counts.keys()] });
    for (const [word, count] of counts) {
      const counted = Math.min(count, MAX_COUNT);
      this.#mostCounted = Math.max(this.#mostCounted, counted);
      addOccurrence(occurrencesOf(this.#words, word), doc, counted);
    }
  }

  /** Returns how often each word occurs in the content, and the number of all words. */
  #count(texts: readonly string[]) {
    const counts = new Map<number, number>();
    let length = 0;
    for (const [column, text] of texts.entries()) {
      this.#split(text, (bytes, size) => {
        const word = internBytes(this.#names, bytes, size);
        counts.set(word, (counts.get(word) ?? 0) + Number(column === CONTENT));
        length++;
      });
    }
    return { counts, length };
  }

  /** Returns the number of its class, from 1. */
  #classOf(memory: Living): number {
    const isArchived = memory.state === "archived";
    const isSuperseded = memory.isSuperseded || !(isArchived || memory.state === "active");
    const { projectId, type, scope, stage } = memory;
    const rowClass = { projectId, type, scope, isArchived, isSuperseded, stage };
    const key = classKey(rowClass);
    const cached = this.#classNumbers.get(key);
    if (cached !== undefined) return cached;
    this.#classes.push(rowClass);
    this.#classNumbers.set(key, this.#classes.length);
    return this.#classes.length;
  }
}

function occurrencesOf(words: Occurrences[], word: number): Occurrences {
  const cached = words[word];
  if (cached !== undefined) return cached;
  const none = { frequency: 0, docs: new Uint32Array(0), counts: new Uint16Array(0), size: 0 };
  words[word] = none;
  return none;
}

function addOccurrence(word: Occurrences, doc: number, count: number): void {
  word.frequency++;
  if (count === 0) return;
  word.docs = grown(word.docs, word.size + 1);
  word.counts = grown(word.counts, word.size + 1);
  word.docs[word.size] = doc;
  word.counts[word.size] = count;
  word.size++;
}

function scored({ docs, counts, size, frequency }: Occurrences) {
  if (size === 0) return [];
  return [{ frequency, matches: [{ docs, patterns: counts, from: 0, to: size }] }];
}
