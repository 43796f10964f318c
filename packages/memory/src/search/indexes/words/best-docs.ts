/**
 * Finds the best memories by BM25, scored as FTS5's `bm25()`: for each term of the query
 *
 * idf · f · (k1 + 1) ÷ (f + k1 · (1 − b + b · length ÷ average length))
 *
 * with f the weighted frequency over the columns. Memories are processed in ranges short enough for their scores to stay in
 * the processor's cache. In each range, rare terms come first; once no memory without any of them can exceed the k-th best so
 * far, the common terms are only looked up for memories with one of them (MaxScore: Turtle & Flood, IPM 31(6), 1995). Nothing
 * is estimated: the result equals that of scoring everything.
 */
import type { DocTable } from "./doc-table.ts";
import type { Match } from "./matches.ts";
import { seek } from "./postings.ts";

const K1 = 1.2;
const B = 0.75;
const MIN_IDF = 1e-6;
/** Maximum contribution of a term, as a factor of its idf. */
const SATURATION = K1 + 1;
/**
 * Maximum difference between sums in another order: a score this close to the k-th best is kept until it was summed in order.
 */
const SLACK = 1e-9;
const STRETCH_DOCS = 1 << 15;
/** Looking up a memory costs about as much as skipping this many postings. */
const SEEK_COST = 8;
/** Number of lengths whose part of the formula is computed once per query. */
const KNOWN_LENGTHS = 4096;

export interface ScoredTerm {
  readonly matches: readonly Match[];
  /** Number of memories with the term that are not removed. */
  readonly frequency: number;
}

/** What is read of the memories. */
type RankedDocs = Pick<DocTable, "count" | "live" | "words" | "lengths" | "classes">;

export interface Ranking {
  readonly docs: RankedDocs;
  readonly terms: readonly ScoredTerm[];
  /** Weighted frequency of each pattern; all above 0. */
  readonly frequencies: Float64Array;
  /** By the value in `docs.classes`: whether the filter selects it. 0, for removed memories, never. */
  readonly isSelected: Uint8Array;
  readonly limit: number;
}

export interface RankedDoc {
  readonly doc: number;
  readonly score: number;
}

/** Returns FTS5's idf: at least a millionth, so that a term in most memories still counts. */
function idfOf(frequency: number, documents: number): number {
  return Math.max(MIN_IDF, Math.log((documents - frequency + 0.5) / (frequency + 0.5)));
}

/** Returns at least the best `limit`, unordered, including those so close that only a tie-break decides. */
export function bestDocs(ranking: Ranking): RankedDoc[] {
  const { docs, limit } = ranking;
  const terms = ranking.terms
    .map((term) => ({ ...term, idf: idfOf(term.frequency, docs.live) }))
    .sort((a, b) => b.idf - a.idf);
  const rest = mostOfRest(terms);
  const lists = terms.map(({ matches, idf }) => ({
    idf,
    cursors: matches.map((match) => ({ match, at: match.from, end: match.from })),
  }));
  const shareOf = createShares(docs);
  const stretch = createStretch(ranking, shareOf);
  const best = createBest(limit, leastOf(ranking, terms, shareOf));
  for (let first = 0; first < docs.count && limit > 0; first += STRETCH_DOCS) {
    stretch.begin(first);
    let next = 0;
    for (; next < lists.length && (rest[next] ?? 0) >= best.threshold() - SLACK; next++) {
      stretch.addAll(lists[next]);
    }
    for (; next < lists.length && stretch.size() > 0; next++) {
      stretch.keepAbove(best.threshold() - (rest[next] ?? 0) - SLACK);
      stretch.addToKept(lists[next]);
    }
    stretch.finish(best.offer);
  }
  return best.docs().map((doc) => ({ doc, score: scoreOf(ranking, shareOf, doc) }));
}

/**
 * Returns a lower bound for the k-th best score: what a term contributes to its own k-th best. Computed for terms with little
 * work; it saves work in the ranges, especially the first ones.
 */
function leastOf(
  { docs: { classes }, frequencies, isSelected, limit }: Ranking,
  terms: readonly (ScoredTerm & { readonly idf: number })[],
  shareOf: (doc: number) => number,
): number {
  const offerAll = ({ docs, patterns, from, to }: Match, idf: number, best: Best) => {
    for (let at = from; at < to; at++) {
      const doc = docs[at] ?? 0;
      if (isSelected[classes[doc] ?? 0] !== 1) continue;
      const frequency = frequencies[patterns[at] ?? 0] ?? 0;
      best.offer(doc, idf * ((frequency * SATURATION) / (frequency + shareOf(doc))));
    }
  };
  let minScore = 0;
  for (const { matches, frequency, idf } of terms) {
    const isWorthIt =
      frequency >= limit && frequency <= STRETCH_DOCS && idf * SATURATION > minScore;
    if (!isWorthIt) continue;
    const best = createBest(limit, minScore);
    for (const match of matches) offerAll(match, idf, best);
    minScore = best.threshold();
  }
  return minScore;
}

interface Cursor {
  readonly match: Match;
  /** First posting of the current range; earlier ones were processed. */
  at: number;
  end: number;
}

interface TermList {
  readonly idf: number;
  readonly cursors: readonly Cursor[];
}

/** Returns the maximum that a term and those after it can contribute together. */
function mostOfRest(terms: readonly { readonly idf: number }[]): Float64Array {
  const rest = new Float64Array(terms.length);
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i--) {
    sum += (terms[i]?.idf ?? 0) * SATURATION;
    rest[i] = sum;
  }
  return rest;
}

/** Returns the function for a memory's length in the formula. */
function createShares({ lengths, words, live }: RankedDocs): (doc: number) => number {
  const average = words / live;
  const shareOfLength = (length: number) => K1 * (1 - B + (B * length) / average);
  const shares = new Float64Array(KNOWN_LENGTHS);
  for (let length = 0; length < KNOWN_LENGTHS; length++) shares[length] = shareOfLength(length);
  return (doc) => {
    const length = lengths[doc] ?? 0;
    return length < KNOWN_LENGTHS ? (shares[length] ?? 0) : shareOfLength(length);
  };
}

interface Stretch {
  begin(first: number): void;
  /** Number of memories found so far and not dropped. */
  size(): number;
  /** Adds every memory of the range that contains the term and that the filter selects. */
  addAll(list: TermList | undefined): void;
  keepAbove(minScore: number): void;
  /** Adds the term only to memories found before. */
  addToKept(list: TermList | undefined): void;
  finish(offer: (doc: number, score: number) => void): void;
}

function createStretch(
  { docs: { classes }, frequencies, isSelected }: Ranking,
  shareOf: (doc: number) => number,
): Stretch {
  const scores = new Float64Array(STRETCH_DOCS);
  const touched = new Uint32Array(STRETCH_DOCS);
  const keptDocs = new Uint32Array(STRETCH_DOCS);
  let [first, touchedSize, size] = [0, 0, 0];
  let isSorted = false;

  const give = (pattern: number, idf: number, doc: number) => {
    const frequency = frequencies[pattern] ?? 0;
    return idf * ((frequency * SATURATION) / (frequency + shareOf(doc)));
  };
  /** Moves a cursor to the postings of the range. */
  const enter = (cursor: Cursor) => {
    const { docs, to } = cursor.match;
    cursor.at = seek(docs, cursor.end, to, first);
    cursor.end = seek(docs, cursor.at, to, first + STRETCH_DOCS);
  };
  const addFrom = ({ match, at: from, end }: Cursor, idf: number) => {
    const { docs, patterns } = match;
    for (let at = from; at < end; at++) {
      const doc = docs[at] ?? 0;
      if (isSelected[classes[doc] ?? 0] !== 1) continue;
      const before = scores[doc - first] ?? 0;
      if (before === 0) touched[touchedSize++] = doc;
      scores[doc - first] = before + give(patterns[at] ?? 0, idf, doc);
    }
  };
  /** Processes all postings. Also adds to memories that were found and dropped, which are never read. */
  const addToTouched = ({ match, at: from, end }: Cursor, idf: number) => {
    const { docs, patterns } = match;
    for (let at = from; at < end; at++) {
      const doc = docs[at] ?? 0;
      const before = scores[doc - first] ?? 0;
      if (before !== 0) scores[doc - first] = before + give(patterns[at] ?? 0, idf, doc);
    }
  };
  const addToEach = ({ match, at: from, end }: Cursor, idf: number) => {
    if (!isSorted) keptDocs.subarray(0, size).sort();
    isSorted = true;
    let at = from;
    for (let i = 0; i < size && at < end; i++) {
      const doc = keptDocs[i] ?? 0;
      at = seek(match.docs, at, end, doc);
      if (at === end || match.docs[at] !== doc) continue;
      scores[doc - first] = (scores[doc - first] ?? 0) + give(match.patterns[at] ?? 0, idf, doc);
    }
  };
  return {
    begin: (doc) => {
      first = doc;
      touchedSize = 0;
      size = 0;
    },
    size: () => size,
    addAll: (list) => {
      for (const cursor of list?.cursors ?? []) {
        enter(cursor);
        addFrom(cursor, list?.idf ?? 0);
      }
      keptDocs.set(touched.subarray(size, touchedSize), size);
      size = touchedSize;
      isSorted = false;
    },
    keepAbove: (minScore) => {
      let left = 0;
      for (let i = 0; i < size; i++) {
        const doc = keptDocs[i] ?? 0;
        if ((scores[doc - first] ?? 0) >= minScore) keptDocs[left++] = doc;
      }
      size = left;
    },
    addToKept: (list) => {
      for (const cursor of list?.cursors ?? []) {
        enter(cursor);
        if (size * SEEK_COST > cursor.end - cursor.at) addToTouched(cursor, list?.idf ?? 0);
        else addToEach(cursor, list?.idf ?? 0);
      }
    },
    finish: (offer) => {
      for (let i = 0; i < size; i++)
        offer(keptDocs[i] ?? 0, scores[(keptDocs[i] ?? 0) - first] ?? 0);
      for (let i = 0; i < touchedSize; i++) scores[(touched[i] ?? 0) - first] = 0;
    },
  };
}

/** Sums the score term by term in the order of the query, as FTS5 does. */
function scoreOf(
  { docs, terms, frequencies }: Ranking,
  shareOf: (doc: number) => number,
  doc: number,
): number {
  let sum = 0;
  for (const { matches, frequency: found } of terms) {
    for (const match of matches) {
      const at = seek(match.docs, match.from, match.to, doc);
      if (at === match.to || match.docs[at] !== doc) continue;
      const frequency = frequencies[match.patterns[at] ?? 0] ?? 0;
      const share = (frequency * SATURATION) / (frequency + shareOf(doc));
      sum += idfOf(found, docs.live) * share;
    }
  }
  return sum;
}

interface Best {
  /** Returns the k-th best score so far; a lower bound while there are fewer. */
  readonly threshold: () => number;
  readonly offer: (doc: number, score: number) => void;
  readonly docs: () => number[];
}

/** Creates a heap of the k best scores, the lowest on top, with a list of every memory that came close. */
function createBest(limit: number, minScore: number): Best {
  const heap = new Float64Array(limit);
  let size = 0;
  const docs: number[] = [];
  const scores: number[] = [];
  const threshold = () => (size < limit ? minScore : (heap[0] ?? 0));
  return {
    threshold,
    offer: (doc, score) => {
      if (score < threshold() - SLACK) return;
      docs.push(doc);
      scores.push(score);
      if (size < limit) siftUp(heap, size++, score);
      else if (score > (heap[0] ?? 0)) siftDown(heap, score);
    },
    docs: () => docs.filter((_, i) => (scores[i] ?? 0) >= threshold() - SLACK),
  };
}

function siftUp(heap: Float64Array, place: number, value: number): void {
  let at = place;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((heap[parent] ?? 0) <= value) break;
    heap[at] = heap[parent] ?? 0;
    at = parent;
  }
  heap[at] = value;
}

/** Replaces the lowest value of the heap. */
function siftDown(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    if ((heap[child] ?? 0) >= value) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
}
