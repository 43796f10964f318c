/**
 * Finds a term of a query: the stored postings of a word, or those of a phrase, computed by comparing the positions of its
 * words, the rarest first.
 */
import { COLUMNS, type CountPatterns, patternOf } from "./count-patterns.ts";
import { grown } from "./growing.ts";
import { type Postings, placesOf, rangeOf, seek } from "./postings.ts";

/** Range of postings of one term in one part of the index. */
export interface Match {
  readonly docs: Uint32Array;
  readonly patterns: Uint16Array;
  readonly from: number;
  readonly to: number;
}

/** Returns the matches by part, in order; parts without a match are left out. */
export function matchesOf(
  parts: readonly Postings[],
  words: readonly number[],
  patterns: CountPatterns,
): Match[] {
  const [only] = words;
  if (only === undefined || words.includes(-1)) return [];
  return parts.flatMap((part) => {
    if (words.length > 1) return matchPhrase(part, words, patterns);
    const [from, to] = rangeOf(part, only);
    return from === to ? [] : [{ docs: part.docs, patterns: part.patterns, from, to }];
  });
}

interface Cursor {
  /** Position of the word in the phrase. */
  readonly offset: number;
  readonly to: number;
  /** Current posting. */
  at: number;
  /** Positions of the word in the current memory, by column, each with the number of positions before it. */
  places: Uint32Array;
  readonly columnEnds: Uint32Array;
}

function matchPhrase(part: Postings, words: readonly number[], patterns: CountPatterns): Match[] {
  const cursors = words.map((word, offset): Cursor => {
    const [at, to] = rangeOf(part, word);
    return { offset, at, to, places: new Uint32Array(16), columnEnds: new Uint32Array(COLUMNS) };
  });
  // The rarest first, because it and the next exclude most memories.
  cursors.sort((a, b) => a.to - a.at - (b.to - b.at));
  const [lead] = cursors;
  if (lead === undefined || lead.at === lead.to) return [];
  const counts = new Uint32Array(COLUMNS);
  let docs = new Uint32Array(16);
  let found = new Uint16Array(16);
  let size = 0;
  for (; lead.at < lead.to; lead.at++) {
    const doc = part.docs[lead.at] ?? 0;
    if (!allReach(cursors, part, doc)) continue;
    if (!countTogether(cursors, part, patterns, counts)) continue;
    docs = grown(docs, size + 1);
    found = grown(found, size + 1);
    docs[size] = doc;
    found[size++] = patternOf(patterns, counts, 0);
  }
  return size === 0 ? [] : [{ docs, patterns: found, from: 0, to: size }];
}

function allReach(cursors: readonly Cursor[], { docs }: Postings, doc: number): boolean {
  for (const cursor of cursors) {
    cursor.at = seek(docs, cursor.at, cursor.to, doc);
    if (cursor.at === cursor.to || docs[cursor.at] !== doc) return false;
  }
  return true;
}

interface Start {
  readonly column: number;
  readonly place: number;
}

/** Counts how often the words follow each other in the current memory, by column; false for never. */
function countTogether(
  cursors: readonly Cursor[],
  part: Postings,
  patterns: CountPatterns,
  counts: Uint32Array,
): boolean {
  let starts: readonly Start[] | null = null;
  for (const cursor of cursors) {
    readPlaces(cursor, part, patterns);
    starts =
      starts === null
        ? startsOf(cursor)
        : starts.filter(({ column, place }) => isAtPlace(cursor, column, place + cursor.offset));
    if (starts.length === 0) return false;
  }
  counts.fill(0);
  for (const { column } of starts ?? []) counts[column] = (counts[column] ?? 0) + 1;
  return true;
}

/** Returns where the phrase would begin, by the positions of one of its words. */
function startsOf({ places, columnEnds, offset }: Cursor): Start[] {
  const starts: Start[] = [];
  let at = 0;
  for (const [column, end] of columnEnds.entries()) {
    for (; at < end; at++) {
      const place = (places[at] ?? 0) - offset;
      if (place >= 0) starts.push({ column, place });
    }
  }
  return starts;
}

function isAtPlace({ places, columnEnds }: Cursor, column: number, place: number): boolean {
  const end = columnEnds[column] ?? 0;
  let low = column === 0 ? 0 : (columnEnds[column - 1] ?? 0);
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low < end && places[low] === place;
}

function readPlaces(cursor: Cursor, part: Postings, patterns: CountPatterns): void {
  const pattern = part.patterns[cursor.at] ?? 0;
  cursor.places = grown(cursor.places, patterns.totals[pattern] ?? 0);
  let at = placesOf(part, cursor.at, patterns);
  let size = 0;
  for (let column = 0; column < COLUMNS; column++) {
    let place = -1;
    for (let left = patterns.counts[pattern * COLUMNS + column] ?? 0; left > 0; left--) {
      let [step, shift] = [0, 0];
      for (;;) {
        const byte = part.places[at++] ?? 0;
        step |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
        shift += 7;
      }
      place += step + 1;
      cursor.places[size++] = place;
    }
    cursor.columnEnds[column] = size;
  }
}
