/**
 * For every word the memories that contain it, ascending, with how often and where. Built from written memories or from other
 * postings. Immutable; removed memories are dropped when the next one is built.
 */
import type { CountPatterns } from "./count-patterns.ts";
import { grown } from "./growing.ts";
import type { Batch } from "./written-docs.ts";

/** Postings per block (as a power of two) that share one offset of their positions. */
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;
/** Postings processed between two pauses. */
const POSTINGS_A_BREATH = 1 << 19;

export interface Postings {
  /** Words that occur in a memory, ascending. */
  readonly terms: Uint32Array;
  /** Start of each word's postings, plus the end. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly patterns: Uint16Array;
  /** Start of the positions of every 64th posting. */
  readonly blocks: Uint32Array;
  readonly places: Uint8Array;
}

/** Pauses long work, so that the process can answer meanwhile. */
export type Breathe = () => Promise<void>;

export const EMPTY_POSTINGS: Postings = {
  terms: new Uint32Array(0),
  starts: new Uint32Array(1),
  docs: new Uint32Array(0),
  patterns: new Uint16Array(0),
  blocks: new Uint32Array(0),
  places: new Uint8Array(0),
};

/** Returns the range of a word's postings; empty when `from` equals `to`. */
export function rangeOf({ terms, starts }: Postings, term: number): [from: number, to: number] {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? [starts[low] ?? 0, starts[low + 1] ?? 0] : [0, 0];
}

/**
 * Returns the first posting of a range whose memory is not before `doc`; `to` when there is none. Near postings are found
 * fastest.
 */
export function seek(docs: Uint32Array, from: number, to: number, doc: number): number {
  let step = 1;
  let low = from;
  while (low + step < to && (docs[low + step] ?? 0) < doc) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Skips the positions of a posting. */
function skipPlaces(places: Uint8Array, at: number, count: number): number {
  let end = at;
  for (let left = count; left > 0; end++) if ((places[end] ?? 0) < 0x80) left--;
  return end;
}

/** Converts memories, numbered from `firstDoc` on, to postings. */
export async function invert(
  batches: readonly Batch[],
  firstDoc: number,
  patterns: CountPatterns,
  breathe?: Breathe,
): Promise<Postings> {
  const found = await countTerms(batches, patterns, breathe);
  const writer = createWriter(found, patterns);
  let doc = firstDoc;
  for (const batch of batches) {
    let [posting, place] = [0, 0];
    for (let i = 0; i < batch.docs; i++, doc++) {
      for (let left = batch.sizes[i] ?? 0; left > 0; left--, posting++) {
        const slot = (found.slots[batch.terms[posting] ?? 0] ?? 0) - 1;
        place = writer.add(slot, doc, batch.patterns[posting] ?? 0, batch.places, place);
      }
    }
    await breathe?.();
  }
  return writer.postings;
}

interface TermCounts {
  /** Ascending. */
  readonly terms: Uint32Array;
  /** Number of postings, and of bytes of their positions, for each term. */
  readonly counts: Uint32Array;
  readonly placeBytes: Uint32Array;
}

interface SlottedCounts extends TermCounts {
  /** Position in `terms` + 1, by term. Entries of other terms are never accessed. */
  readonly slots: Uint32Array;
}

async function countTerms(
  batches: readonly Batch[],
  { totals }: CountPatterns,
  breathe?: Breathe,
): Promise<SlottedCounts> {
  const last = batches.reduce((max, batch) => Math.max(max, lastTermOf(batch)), 0);
  const slots = new Uint32Array(last + 1);
  let seen = new Uint32Array(1024);
  let counts = new Uint32Array(1024);
  let placeBytes = new Uint32Array(1024);
  let size = 0;
  for (const batch of batches) {
    let place = 0;
    for (let posting = 0; posting < batch.postings; posting++) {
      const term = batch.terms[posting] ?? 0;
      let slot = (slots[term] ?? 0) - 1;
      if (slot < 0) {
        slot = size++;
        slots[term] = size;
        seen = grown(seen, size);
        counts = grown(counts, size);
        placeBytes = grown(placeBytes, size);
        seen[slot] = term;
      }
      const end = skipPlaces(batch.places, place, totals[batch.patterns[posting] ?? 0] ?? 0);
      counts[slot] = (counts[slot] ?? 0) + 1;
      placeBytes[slot] = (placeBytes[slot] ?? 0) + end - place;
      place = end;
    }
    await breathe?.();
  }
  const terms = seen.slice(0, size).sort();
  const bySlot = (values: Uint32Array) => terms.map((term) => values[(slots[term] ?? 1) - 1] ?? 0);
  const sorted = { terms, counts: bySlot(counts), placeBytes: bySlot(placeBytes), slots };
  for (let i = 0; i < size; i++) slots[terms[i] ?? 0] = i + 1;
  return sorted;
}

function lastTermOf({ terms, postings }: Batch): number {
  let last = 0;
  for (let i = 0; i < postings; i++) last = Math.max(last, terms[i] ?? 0);
  return last;
}

interface Writer {
  readonly postings: Postings;
  /** Adds a memory of a word, in ascending order. Copies its positions from `places`; returns their end there. */
  add(slot: number, doc: number, pattern: number, places: Uint8Array, from: number): number;
}

function createWriter(
  { terms, counts, placeBytes }: TermCounts,
  { totals }: CountPatterns,
): Writer {
  const starts = runningSum(counts);
  const nextPlace = runningSum(placeBytes);
  const size = starts[terms.length] ?? 0;
  const docs = new Uint32Array(size);
  const patterns = new Uint16Array(size);
  const blocks = new Uint32Array(Math.ceil(size / BLOCK));
  const places = new Uint8Array(nextPlace[terms.length] ?? 0);
  const next = starts.slice();
  return {
    postings: { terms, starts, docs, patterns, blocks, places },
    add: (slot, doc, pattern, source, from) => {
      const at = next[slot] ?? 0;
      next[slot] = at + 1;
      docs[at] = doc;
      patterns[at] = pattern;
      const to = nextPlace[slot] ?? 0;
      if ((at & (BLOCK - 1)) === 0) blocks[at >> BLOCK_BITS] = to;
      let [end, written] = [from, to];
      for (let left = totals[pattern] ?? 0; left > 0; end++) {
        const byte = source[end] ?? 0;
        places[written++] = byte;
        if (byte < 0x80) left--;
      }
      nextPlace[slot] = written;
      return end;
    },
  };
}

function runningSum(values: Uint32Array): Uint32Array {
  const sums = new Uint32Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return sums;
}

/** New numbers of memories; GONE for those that are left out. Their order stays. */
export const GONE = 0xffffffff;

/**
 * Merges several postings. `parts` are consecutive: every memory of a part comes before those of the next. `renumber`: the
 * new number of each memory; if omitted, numbers stay. Words without postings are dropped.
 */
export async function merge(
  parts: readonly Postings[],
  patterns: CountPatterns,
  renumber?: Uint32Array,
  breathe?: Breathe,
): Promise<Postings> {
  const numberOf = (doc: number) => (renumber === undefined ? doc : (renumber[doc] ?? GONE));
  const counts = await countMerged(parts, patterns, numberOf, breathe);
  const writer = createWriter(counts, patterns);
  const cursors = new Uint32Array(parts.length);
  let since = 0;
  for (const [slot, term] of counts.terms.entries()) {
    for (const [number, part] of parts.entries()) {
      const [from, to] = passTo(part, term, cursors, number);
      let place = placesOf(part, from, patterns);
      for (let at = from; at < to; at++) {
        const [doc, pattern] = [numberOf(part.docs[at] ?? 0), part.patterns[at] ?? 0];
        place =
          doc === GONE
            ? skipPlaces(part.places, place, patterns.totals[pattern] ?? 0)
            : writer.add(slot, doc, pattern, part.places, place);
      }
      since += to - from + 1;
    }
    if (since > POSTINGS_A_BREATH) {
      since = 0;
      await breathe?.();
    }
  }
  return writer.postings;
}

/** Returns the range of a word's postings, for words requested in ascending order. */
function passTo(part: Postings, term: number, cursors: Uint32Array, number: number) {
  let cursor = cursors[number] ?? 0;
  while (cursor < part.terms.length && (part.terms[cursor] ?? 0) < term) cursor++;
  cursors[number] = cursor;
  if (part.terms[cursor] !== term) return [0, 0] as const;
  return [part.starts[cursor] ?? 0, part.starts[cursor + 1] ?? 0] as const;
}

async function countMerged(
  parts: readonly Postings[],
  patterns: CountPatterns,
  numberOf: (doc: number) => number,
  breathe?: Breathe,
): Promise<TermCounts> {
  const all = mergedTerms(parts);
  const counts = new Uint32Array(all.length);
  const placeBytes = new Uint32Array(all.length);
  for (const part of parts) {
    let slot = 0;
    for (const [i, term] of part.terms.entries()) {
      while (all[slot] !== term) slot++;
      const [count, bytes] = countKept(part, i, patterns, numberOf);
      counts[slot] = (counts[slot] ?? 0) + count;
      placeBytes[slot] = (placeBytes[slot] ?? 0) + bytes;
    }
    await breathe?.();
  }
  const isKept = (_: number, slot: number) => (counts[slot] ?? 0) > 0;
  return {
    terms: all.filter(isKept),
    counts: counts.filter((count) => count > 0),
    placeBytes: placeBytes.filter(isKept),
  };
}

/** Counts the remaining postings of a part's i-th word, and the bytes of their positions. */
function countKept(
  part: Postings,
  i: number,
  patterns: CountPatterns,
  numberOf: (doc: number) => number,
): readonly [count: number, bytes: number] {
  const [from, to] = [part.starts[i] ?? 0, part.starts[i + 1] ?? 0];
  let [count, bytes] = [0, 0];
  let place = placesOf(part, from, patterns);
  for (let at = from; at < to; at++) {
    const end = skipPlaces(part.places, place, patterns.totals[part.patterns[at] ?? 0] ?? 0);
    if (numberOf(part.docs[at] ?? 0) !== GONE) {
      count++;
      bytes += end - place;
    }
    place = end;
  }
  return [count, bytes];
}

/** Returns the words of all parts, ascending, each once. */
function mergedTerms(parts: readonly Postings[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { terms }) => sum + terms.length, 0));
  let at = 0;
  for (const { terms } of parts) {
    all.set(terms, at);
    at += terms.length;
  }
  all.sort();
  return all.filter((term, i) => i === 0 || term !== all[i - 1]);
}

/** Returns the start of a posting's positions. */
export function placesOf(
  { blocks, patterns, places }: Postings,
  posting: number,
  { totals }: CountPatterns,
): number {
  let at = blocks[posting >> BLOCK_BITS] ?? 0;
  for (let i = posting & ~(BLOCK - 1); i < posting; i++) {
    at = skipPlaces(places, at, totals[patterns[i] ?? 0] ?? 0);
  }
  return at;
}
