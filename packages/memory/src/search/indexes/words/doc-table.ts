/**
 * Stores memories by number, in order of arrival: the values for filters, their length, and their row. A changed memory gets
 * a new number; the old one is removed and keeps its place until the index is rebuilt.
 */

import { plusSeq } from "@tacit-memory/encoder";
import { MemoryError } from "../../../domain/errors.ts";
import type { MemoryId } from "../../../domain/ids.ts";
import type { WordRow } from "../../../domain/ports/word-row.ts";
import { classKey, type RowClass } from "../row-classes.ts";
import { type ByteTable, bytesAt, createByteTable, findBytes, internBytes } from "./byte-table.ts";
import { grown } from "./growing.ts";

export const ID_BYTES = 16;

export interface DocTable {
  count: number;
  /** Numbers of removed memories; the others are live. */
  readonly gone: number[];
  live: number;
  /** Words of all live memories. */
  words: number;
  /** Sum of the seqs of all live memories, modulo SEQ_SUM_MODULUS. */
  seqSum: number;
  maxRid: number;
  rids: Float64Array;
  seqs: Float64Array;
  /** Words of each memory, over all columns. */
  lengths: Uint32Array;
  /** 0: removed; otherwise the number of its class plus one. */
  classes: Uint32Array;
  /** Number of the memory's id in `ids`. */
  idNumbers: Uint32Array;
  readonly classTable: RowClass[];
  readonly classNumbers: Map<string, number>;
  /** Ids as 16 bytes, and the latest memory of each. */
  ids: ByteTable;
  docOfId: Uint32Array;
}

const FIRST = 1024;
/** Up to this number, rows are searched individually, which the engine does twenty times as fast as a set lookup per row. */
const FEW = 16;

export function createDocTable(): DocTable {
  return {
    count: 0,
    gone: [],
    live: 0,
    words: 0,
    seqSum: 0,
    maxRid: Number.NEGATIVE_INFINITY,
    rids: new Float64Array(FIRST),
    seqs: new Float64Array(FIRST),
    lengths: new Uint32Array(FIRST),
    classes: new Uint32Array(FIRST),
    idNumbers: new Uint32Array(FIRST),
    classTable: [],
    classNumbers: new Map(),
    ids: createByteTable(),
    docOfId: new Uint32Array(FIRST),
  };
}

type Living = NonNullable<WordRow["memory"]>;

/** Adds a memory and returns its number. Throws "internal" for an id that is no UUID; full-text search continues. */
export function addDoc(table: DocTable, row: WordRow, memory: Living, length: number): number {
  const id = parseId(memory.id);
  if (id === null) throw new MemoryError("internal", { id: memory.id, reason: "no UUID" });
  return appendDoc(table, { ...row, id, length, classNumber: classOf(table, memory) });
}

export interface DocEntry {
  readonly rid: number;
  readonly seq: number;
  readonly length: number;
  readonly classNumber: number;
  readonly id: Uint8Array;
}

export function appendDoc(table: DocTable, entry: DocEntry): number {
  const doc = table.count++;
  table.rids = grown(table.rids, table.count);
  table.seqs = grown(table.seqs, table.count);
  table.lengths = grown(table.lengths, table.count);
  table.classes = grown(table.classes, table.count);
  table.idNumbers = grown(table.idNumbers, table.count);
  table.rids[doc] = entry.rid;
  table.seqs[doc] = entry.seq;
  table.lengths[doc] = entry.length;
  table.classes[doc] = entry.classNumber + 1;
  const idNumber = internBytes(table.ids, entry.id, ID_BYTES);
  table.idNumbers[doc] = idNumber;
  table.docOfId = grown(table.docOfId, idNumber + 1);
  table.docOfId[idNumber] = doc;
  table.live++;
  table.words += entry.length;
  table.maxRid = Math.max(table.maxRid, entry.rid);
  table.seqSum = plusSeq(table.seqSum, entry.seq);
  return doc;
}

function strikeDoc(table: DocTable, doc: number): void {
  if (isGone(table, doc)) return;
  table.classes[doc] = 0;
  table.gone.push(doc);
  table.live--;
  table.words -= table.lengths[doc] ?? 0;
  table.seqSum = plusSeq(table.seqSum, -(table.seqs[doc] ?? 0));
}

export function isGone(table: DocTable, doc: number): boolean {
  return table.classes[doc] === 0;
}

/** Removes the memories of these rows, if they exist; a rid may have been reassigned since. */
export function strikeRids(table: DocTable, rids: readonly number[]): void {
  const knownRids = new Set(rids.filter((rid) => rid <= table.maxRid));
  const all = table.rids.subarray(0, table.count);
  if (knownRids.size <= FEW) {
    for (const rid of knownRids) {
      for (let doc = all.indexOf(rid); doc >= 0; doc = all.indexOf(rid, doc + 1))
        strikeDoc(table, doc);
    }
    return;
  }
  for (const [doc, rid] of all.entries()) if (knownRids.has(rid)) strikeDoc(table, doc);
}

/** Returns the number of a memory; −1 when it does not exist or was removed. */
export function docOfMemory(table: DocTable, id: MemoryId): number {
  const bytes = parseId(id);
  const number = bytes === null ? -1 : findBytes(table.ids, bytes, ID_BYTES);
  const doc = number < 0 ? -1 : (table.docOfId[number] ?? 0);
  return doc < 0 || isGone(table, doc) ? -1 : doc;
}

export function idBytesOf(table: DocTable, doc: number): Uint8Array {
  return bytesAt(table.ids, table.idNumbers[doc] ?? 0);
}

export function memoryIdOf(table: DocTable, doc: number): MemoryId {
  const hex = Buffer.from(idBytesOf(table, doc)).toString("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join("-")}-${hex.slice(20)}` as MemoryId;
}

/** Returns the type of a live memory, for filters. */
export function typeOfDoc(table: DocTable, doc: number): string {
  return table.classTable[(table.classes[doc] ?? 0) - 1]?.type ?? "";
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function parseId(id: string): Uint8Array | null {
  return UUID.test(id) ? Buffer.from(id.replaceAll("-", ""), "hex") : null;
}

function classOf(table: DocTable, memory: Living): number {
  const { projectId, type, scope, state, stage } = memory;
  const isArchived = state === "archived";
  // A memory that is neither active nor archived is never found, like a superseded one.
  const isSuperseded = memory.isSuperseded || !(isArchived || state === "active");
  return internClass(table, { projectId, type, scope, isArchived, isSuperseded, stage });
}

export function internClass(table: DocTable, rowClass: RowClass): number {
  const key = classKey(rowClass);
  const existing = table.classNumbers.get(key);
  if (existing !== undefined) return existing;
  const number = table.classTable.push(rowClass) - 1;
  table.classNumbers.set(key, number);
  return number;
}
