/**
 * Memories written one after the other, each as its words with their positions, until they are converted to postings. In
 * batches, so that each can be released once converted.
 */
import { type ByteTable, internBytes } from "./byte-table.ts";
import { COLUMNS, type CountPatterns, patternOf } from "./count-patterns.ts";
import { grown } from "./growing.ts";
import { createSplitter } from "./unicode61.ts";

/** Memories per batch. */
const BATCH_DOCS = 4096;

export interface Batch {
  docs: number;
  /** Number of distinct words of each memory. */
  readonly sizes: Uint32Array;
  postings: number;
  /** For each word of each memory, its number, its pattern of counts, and its positions. */
  terms: Uint32Array;
  patterns: Uint16Array;
  /** Positions in a column, each as the difference to the previous one minus one; varints, as many as the pattern counts. */
  places: Uint8Array;
  placesEnd: number;
}

export interface WrittenDocs {
  readonly batches: Batch[];
  readonly docs: number;
  /** Adds a memory's columns; returns their total number of words. */
  add(texts: readonly string[]): number;
  clear(): void;
}

export function createWrittenDocs(terms: ByteTable, patterns: CountPatterns): WrittenDocs {
  const split = createSplitter();
  const occurrences = createOccurrences();
  const batches: Batch[] = [];
  let docs = 0;
  return {
    batches,
    get docs() {
      return docs;
    },
    add: (texts) => {
      let batch = batches.at(-1);
      if (batch === undefined || batch.docs === BATCH_DOCS) {
        batch = createBatch();
        batches.push(batch);
      }
      let total = 0;
      occurrences.clear();
      for (let column = 0; column < COLUMNS; column++) {
        let place = 0;
        split(texts[column] ?? "", (bytes, length) => {
          occurrences.add(internBytes(terms, bytes, length), column, place++);
        });
        total += place;
      }
      occurrences.write(batch, patterns);
      docs++;
      return total;
    },
    clear: () => {
      batches.length = 0;
      docs = 0;
    },
  };
}

function createBatch(): Batch {
  return {
    docs: 0,
    sizes: new Uint32Array(BATCH_DOCS),
    postings: 0,
    terms: new Uint32Array(1024),
    patterns: new Uint16Array(1024),
    places: new Uint8Array(2048),
    placesEnd: 0,
  };
}

interface Occurrences {
  clear(): void;
  /** Adds a word, in the order of the text, column by column. */
  add(term: number, column: number, place: number): void;
  write(batch: Batch, patterns: CountPatterns): void;
}

/** Creates the occurrences of one memory, chained by word, so that a word's positions are returned together. */
function createOccurrences(): Occurrences {
  const slots = new Map<number, number>();
  let [size, slotCount] = [0, 0];
  let columns = new Uint8Array(256);
  let places = new Uint32Array(256);
  let next = new Uint32Array(256);
  let terms = new Uint32Array(128);
  let heads = new Uint32Array(128);
  let tails = new Uint32Array(128);
  let counts = new Uint32Array(128 * COLUMNS);

  const slotFor = (term: number): number => {
    const existing = slots.get(term);
    if (existing !== undefined) return existing;
    const slot = slotCount++;
    slots.set(term, slot);
    terms = grown(terms, slotCount);
    heads = grown(heads, slotCount);
    tails = grown(tails, slotCount);
    counts = grown(counts, slotCount * COLUMNS);
    counts.fill(0, slot * COLUMNS, slotCount * COLUMNS);
    terms[slot] = term;
    heads[slot] = size;
    tails[slot] = size;
    return slot;
  };
  const writePlaces = (batch: Batch, slot: number): void => {
    let [last, column] = [-1, 0];
    for (let at = heads[slot] ?? 0; ; at = next[at] ?? 0) {
      if (columns[at] !== column) [last, column] = [-1, columns[at] ?? 0];
      const place = places[at] ?? 0;
      batch.placesEnd = writeVarint(batch.places, batch.placesEnd, place - last - 1);
      last = place;
      if (at === tails[slot]) return;
    }
  };
  return {
    clear: () => {
      slots.clear();
      size = 0;
      slotCount = 0;
    },
    add: (term, column, place) => {
      columns = grown(columns, size + 1);
      places = grown(places, size + 1);
      next = grown(next, size + 1);
      columns[size] = column;
      places[size] = place;
      const slot = slotFor(term);
      next[tails[slot] ?? 0] = size;
      tails[slot] = size;
      const count = slot * COLUMNS + column;
      counts[count] = (counts[count] ?? 0) + 1;
      size++;
    },
    write: (batch, patterns) => {
      batch.terms = grown(batch.terms, batch.postings + slotCount);
      batch.patterns = grown(batch.patterns, batch.postings + slotCount);
      batch.places = grown(batch.places, batch.placesEnd + size * MAX_VARINT);
      for (let slot = 0; slot < slotCount; slot++) {
        batch.terms[batch.postings] = terms[slot] ?? 0;
        batch.patterns[batch.postings] = patternOf(patterns, counts, slot * COLUMNS);
        writePlaces(batch, slot);
        batch.postings++;
      }
      batch.sizes[batch.docs++] = slotCount;
    },
  };
}

const MAX_VARINT = 5;

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let [rest, end] = [value, at];
  while (rest >= 0x80) {
    bytes[end++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[end++] = rest;
  return end;
}
