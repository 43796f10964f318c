/**
 * Maps byte strings to numbers from 0, in order of first occurrence: a hash table in three flat arrays, so that a million
 * words are three reads of a file instead of a million objects. FNV-1a, open addressing.
 */
import { fnv1aOfBytes } from "@tacit-memory/files";
import { grown } from "./growing.ts";

export interface ByteTable {
  count: number;
  /** All strings, concatenated. */
  bytes: Uint8Array;
  /** End of each string in `bytes`. */
  ends: Uint32Array;
  /** Number + 1 by hash, 0 for an empty slot; the size is a power of two, and at most half is used. */
  slots: Uint32Array;
}

const FIRST_SLOTS = 1024;
const FIRST_BYTES = 8192;

export function createByteTable(): ByteTable {
  return {
    count: 0,
    bytes: new Uint8Array(FIRST_BYTES),
    ends: new Uint32Array(FIRST_SLOTS),
    slots: new Uint32Array(FIRST_SLOTS),
  };
}

/** Returns the number of a string; −1 when it does not exist. */
export function findBytes(table: ByteTable, bytes: Uint8Array, length: number): number {
  return (table.slots[slotOf(table, bytes, length)] ?? 0) - 1;
}

/** Returns the number of a string; adds it when it does not exist. */
export function internBytes(table: ByteTable, bytes: Uint8Array, length: number): number {
  const slot = slotOf(table, bytes, length);
  const entry = table.slots[slot] ?? 0;
  if (entry !== 0) return entry - 1;
  const number = table.count;
  const start = startOf(table, number);
  table.bytes = grown(table.bytes, start + length);
  for (let i = 0; i < length; i++) table.bytes[start + i] = bytes[i] ?? 0;
  table.ends = grown(table.ends, number + 1);
  table.ends[number] = start + length;
  table.slots[slot] = number + 1;
  table.count = number + 1;
  if (table.count * 2 > table.slots.length) rehash(table);
  return number;
}

function startOf(table: ByteTable, number: number): number {
  return number === 0 ? 0 : (table.ends[number - 1] ?? 0);
}

/** Returns the string of a number, as a view of the table. */
export function bytesAt(table: ByteTable, number: number): Uint8Array {
  return table.bytes.subarray(startOf(table, number), table.ends[number]);
}

/** Returns the slot where a string is or would be stored. */
function slotOf(table: ByteTable, bytes: Uint8Array, length: number): number {
  const { slots } = table;
  const mask = slots.length - 1;
  let slot = hashOf(bytes, 0, length) & mask;
  for (;;) {
    const number = slots[slot] ?? 0;
    if (number === 0 || isAt(table, number - 1, bytes, length)) return slot;
    slot = (slot + 1) & mask;
  }
}

function isAt(table: ByteTable, number: number, bytes: Uint8Array, length: number): boolean {
  const start = startOf(table, number);
  if ((table.ends[number] ?? 0) - start !== length) return false;
  const own = table.bytes;
  for (let i = 0; i < length; i++) if (own[start + i] !== bytes[i]) return false;
  return true;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  const hash = fnv1aOfBytes(bytes, from, to);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function rehash(table: ByteTable): void {
  const slots = new Uint32Array(table.slots.length * 2);
  const mask = slots.length - 1;
  for (let number = 0; number < table.count; number++) {
    let slot = hashOf(table.bytes, startOf(table, number), table.ends[number] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
  table.slots = slots;
}
