/**
 * The contents of a word index: memories, words, patterns of counts, and postings in up to three parts: most of them, those
 * added since, and the latest, which are converted to postings again each time so that one more memory costs little.
 */
import type { WordRow } from "../../../domain/ports/word-row.ts";
import { type ByteTable, bytesAt, createByteTable, internBytes } from "./byte-table.ts";
import { COLUMNS, type CountPatterns, createPatterns } from "./count-patterns.ts";
import {
  addDoc,
  appendDoc,
  createDocTable,
  type DocTable,
  ID_BYTES,
  idBytesOf,
  internClass,
  isGone,
  strikeRids,
} from "./doc-table.ts";
import { WORDS } from "./limits.ts";
import { type Breathe, EMPTY_POSTINGS, GONE, invert, merge, type Postings } from "./postings.ts";
import type { WordFile } from "./word-file.ts";
import { createWrittenDocs, type WrittenDocs } from "./written-docs.ts";

export interface Contents {
  readonly docs: DocTable;
  readonly terms: ByteTable;
  readonly patterns: CountPatterns;
  /** Number of memories in the first part; these have the lowest numbers. */
  readonly baseDocs: number;
  readonly base: Postings;
  middle: Postings;
  latest: Postings;
  /** The memories from which `latest` is built. */
  readonly written: WrittenDocs;
  /** The change of the table up to which everything is included. */
  lastSeq: number;
}

export function createContents(): Contents {
  return contentsOf(createDocTable(), createByteTable(), createPatterns(), EMPTY_POSTINGS, 0);
}

function contentsOf(
  docs: DocTable,
  terms: ByteTable,
  patterns: CountPatterns,
  base: Postings,
  lastSeq: number,
): Contents {
  const [middle, latest] = [EMPTY_POSTINGS, EMPTY_POSTINGS];
  const written = createWrittenDocs(terms, patterns);
  return { docs, terms, patterns, baseDocs: docs.count, base, middle, latest, written, lastSeq };
}

export function partsOf({ base, middle, latest }: Contents): Postings[] {
  return [base, middle, latest].filter(({ docs }) => docs.length > 0);
}

/** Returns the number of memories added or removed since the first part was built. */
export function countSinceBase({ docs, baseDocs }: Contents): number {
  return docs.count - baseDocs + docs.gone.length;
}

/** Adds rows in the order of their changes. They are not found until `settle`. */
export function takeRows(contents: Contents, rows: readonly WordRow[]): void {
  const { docs, written } = contents;
  strikeRids(
    docs,
    rows.map(({ rid }) => rid),
  );
  for (const row of rows) {
    if (row.memory !== null) addDoc(docs, row, row.memory, written.add(row.memory.texts));
    contents.lastSeq = row.seq;
  }
}

/** Converts added memories to postings. */
export async function mergeWritten(contents: Contents): Promise<void> {
  const { docs, written, patterns } = contents;
  if (written.docs === 0) return;
  const firstDoc = docs.count - written.docs;
  contents.latest = await invert(written.batches, firstDoc, patterns);
  if (written.docs < WORDS.latestDocs) return;
  contents.middle = await merge([contents.middle, contents.latest], patterns);
  contents.latest = EMPTY_POSTINGS;
  written.clear();
}

/** Builds the first part of contents that have none, from all added memories. */
export async function makeBase(contents: Contents, breathe: Breathe): Promise<Contents> {
  const { docs, terms, patterns, written, lastSeq } = contents;
  const base = await invert(written.batches, 0, patterns, breathe);
  written.clear();
  return contentsOf(docs, terms, patterns, base, lastSeq);
}

/** Returns the same contents in one part, without removed memories: neither their postings nor words only they had. */
export async function compact(contents: Contents, breathe: Breathe): Promise<Contents> {
  const docs = createDocTable();
  for (const rowClass of contents.docs.classTable) internClass(docs, rowClass);
  const renumber = new Uint32Array(contents.docs.count).fill(GONE);
  for (let doc = 0; doc < renumber.length; doc++) {
    if (!isGone(contents.docs, doc)) renumber[doc] = appendDoc(docs, entryOf(contents.docs, doc));
  }
  await breathe();
  const merged = await merge(partsOf(contents), contents.patterns, renumber, breathe);
  const terms = createByteTable();
  for (const [i, term] of merged.terms.entries()) {
    const bytes = bytesAt(contents.terms, term);
    merged.terms[i] = internBytes(terms, bytes, bytes.length);
  }
  return contentsOf(docs, terms, contents.patterns, merged, contents.lastSeq);
}

function entryOf(docs: DocTable, doc: number) {
  return {
    rid: docs.rids[doc] ?? 0,
    seq: docs.seqs[doc] ?? 0,
    length: docs.lengths[doc] ?? 0,
    classNumber: (docs.classes[doc] ?? 1) - 1,
    id: idBytesOf(docs, doc),
  };
}

/** Converts contents with one part and no removed memories, as returned by `makeBase` or `compact`. */
export function toFile({ docs, terms, patterns, base, lastSeq }: Contents): WordFile {
  const { count } = docs;
  return {
    meta: {
      lastSeq,
      seqSum: docs.seqSum,
      docs: count,
      terms: terms.count,
      classes: docs.classTable,
    },
    arrays: {
      termBytes: terms.bytes.subarray(0, terms.count === 0 ? 0 : terms.ends[terms.count - 1]),
      termEnds: terms.ends.subarray(0, terms.count),
      termSlots: terms.slots,
      starts: base.starts,
      postings: base.docs,
      patterns: base.patterns,
      blocks: base.blocks,
      places: base.places,
      patternCounts: patterns.counts.subarray(0, patterns.size * COLUMNS),
      rids: docs.rids.subarray(0, count),
      seqs: docs.seqs.subarray(0, count),
      lengths: docs.lengths.subarray(0, count),
      classNumbers: docs.classes.subarray(0, count).map((item) => item - 1),
      ids: idsOf(docs),
    },
  };
}

function idsOf(docs: DocTable): Uint8Array {
  const ids = new Uint8Array(docs.count * ID_BYTES);
  for (let doc = 0; doc < docs.count; doc++) ids.set(idBytesOf(docs, doc), doc * ID_BYTES);
  return ids;
}

/** Returns the contents of a file, or why they are invalid. */
export async function fromFile({ meta, arrays }: WordFile, breathe: Breathe) {
  const { lastSeq, seqSum, docs: count, terms: termCount, classes } = meta;
  const docs = createDocTable();
  for (const rowClass of classes) internClass(docs, rowClass);
  for (let doc = 0; doc < count; doc++) {
    const classNumber = arrays.classNumbers[doc] ?? 0;
    if (classNumber >= classes.length) return "its parts do not fit each other";
    appendDoc(docs, {
      rid: arrays.rids[doc] ?? 0,
      seq: arrays.seqs[doc] ?? 0,
      length: arrays.lengths[doc] ?? 0,
      classNumber,
      id: arrays.ids.subarray(doc * ID_BYTES, (doc + 1) * ID_BYTES),
    });
    if (doc % 65_536 === 0) await breathe();
  }
  if (docs.seqSum !== seqSum) return "its parts do not fit each other";
  const terms = {
    count: termCount,
    bytes: arrays.termBytes,
    ends: arrays.termEnds,
    slots: arrays.termSlots,
  };
  const base = {
    terms: Uint32Array.from({ length: termCount }, (_, term) => term),
    starts: arrays.starts,
    docs: arrays.postings,
    patterns: arrays.patterns,
    blocks: arrays.blocks,
    places: arrays.places,
  };
  return contentsOf(docs, terms, createPatterns(arrays.patternCounts), base, lastSeq);
}
