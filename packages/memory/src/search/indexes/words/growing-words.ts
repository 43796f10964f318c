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
const MOST = 65_535;

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

export function createGrowingWords(): GrowingWords {
  const split = createSplitter();
  const names = createByteTable();
  const words: Occurrences[] = [];
  const table = {
    count: 0,
    live: 0,
    words: 0,
    lengths: new Uint32Array(0),
    classes: new Uint32Array(0),
  };
  const ids: MemoryId[] = [];
  const classes: RowClass[] = [];
  const classNumbers = new Map<string, number>();
  const docOfRid = new Map<number, { readonly doc: number; readonly words: readonly number[] }>();
  let lastSeq = 0;
  let mostCounted = 0;

  const strike = (rid: number): void => {
    const found = docOfRid.get(rid);
    if (found === undefined) return;
    docOfRid.delete(rid);
    table.classes[found.doc] = 0;
    table.live--;
    table.words -= table.lengths[found.doc] ?? 0;
    for (const word of found.words) occurrencesOf(words, word).frequency--;
  };
  const classNumber = (memory: NonNullable<WordRow["memory"]>): number => {
    const isArchived = memory.state === "archived";
    const isSuperseded = memory.isSuperseded || !(isArchived || memory.state === "active");
    const rowClass = { ...memory, isArchived, isSuperseded };
    const key = classKey(rowClass);
    const known = classNumbers.get(key);
    if (known !== undefined) return known;
    classes.push(rowClass);
    classNumbers.set(key, classes.length);
    return classes.length;
  };
  /** Returns how often each word occurs in the content, and the number of all words. */
  const counted = (texts: readonly string[]) => {
    const counts = new Map<number, number>();
    let length = 0;
    for (const [column, text] of texts.entries()) {
      split(text, (bytes, size) => {
        const word = internBytes(names, bytes, size);
        counts.set(word, (counts.get(word) ?? 0) + Number(column === CONTENT));
        length++;
      });
    }
    return { counts, length };
  };
  const add = (rid: number, memory: NonNullable<WordRow["memory"]>): void => {
    const { counts, length } = counted(memory.texts);
    const doc = table.count++;
    table.lengths = grown(table.lengths, table.count);
    table.classes = grown(table.classes, table.count);
    table.lengths[doc] = length;
    table.classes[doc] = classNumber(memory);
    table.live++;
    table.words += length;
    ids[doc] = memory.id;
    docOfRid.set(rid, { doc, words: [...counts.keys()] });
    for (const [word, count] of counts) {
      mostCounted = Math.max(mostCounted, count);
      addOccurrence(occurrencesOf(words, word), doc, Math.min(count, MOST));
    }
  };
  const found = (term: string): Occurrences | null | "phrase" => {
    const parts: number[] = [];
    split(term, (bytes, size) => parts.push(findBytes(names, bytes, size)));
    const [only, another] = parts;
    if (another !== undefined) return "phrase";
    return only === undefined || only < 0 ? null : (words[only] ?? null);
  };

  return {
    get lastSeq() {
      return lastSeq;
    },
    take: (rows) => {
      for (const { rid, seq, memory } of rows) {
        strike(rid);
        if (memory !== null) add(rid, memory);
        lastSeq = seq;
      }
    },
    best: (terms, filter, limit) => {
      const all = terms.map(found);
      if (all.includes("phrase")) return null;
      const isPassing = passes(filter);
      const ranked = bestDocs({
        docs: table,
        terms: all.flatMap((word) => (word === null || word === "phrase" ? [] : scored(word))),
        frequencies: Float64Array.from(
          { length: Math.min(mostCounted, MOST) + 1 },
          (_, count) => count,
        ),
        isSelected: Uint8Array.from([0, ...classes.map((rowClass) => Number(isPassing(rowClass)))]),
        limit,
      });
      if (ranked.length < limit) return null;
      return ranked
        .map(({ doc, score }) => ({ id: ids[doc] as MemoryId, score }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => id);
    },
  };
}

function occurrencesOf(words: Occurrences[], word: number): Occurrences {
  const known = words[word];
  if (known !== undefined) return known;
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
