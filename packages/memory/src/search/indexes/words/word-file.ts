/**
 * The side file of the word index: a header, then flat arrays as in memory, each with its checksum. Read without trust, and
 * read and replaced as a whole. Any error in it is a reason to rebuild it from the table, never a failure.
 */
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { replaceFileWith } from "@tacit-memory/files";
import type { RowClass } from "../row-classes.ts";
import { ID_BYTES } from "./doc-table.ts";
import type { Breathe } from "./postings.ts";

/** Read as another number on a machine with another byte order, and in every other format. */
const MAGIC = 0x7443_5732;
const HEADER_BYTES = 16;
const ALIGNMENT = 8;
const CHUNK_BYTES = 2 ** 22;
const MAX_META_BYTES = 2 ** 28;

interface WordFileMeta {
  readonly lastSeq: number;
  readonly seqSum: number;
  readonly docs: number;
  readonly terms: number;
  readonly classes: readonly RowClass[];
}

/** All arrays of a newly built index, named after their fields. */
interface WordFileArrays {
  readonly termBytes: Uint8Array;
  readonly termEnds: Uint32Array;
  readonly termSlots: Uint32Array;
  readonly starts: Uint32Array;
  readonly postings: Uint32Array;
  readonly patterns: Uint16Array;
  readonly blocks: Uint32Array;
  readonly places: Uint8Array;
  readonly patternCounts: Uint32Array;
  readonly rids: Float64Array;
  readonly seqs: Float64Array;
  readonly lengths: Uint32Array;
  readonly classNumbers: Uint32Array;
  readonly ids: Uint8Array;
}

type Name = keyof WordFileArrays;

const TYPES = {
  termBytes: Uint8Array,
  termEnds: Uint32Array,
  termSlots: Uint32Array,
  starts: Uint32Array,
  postings: Uint32Array,
  patterns: Uint16Array,
  blocks: Uint32Array,
  places: Uint8Array,
  patternCounts: Uint32Array,
  rids: Float64Array,
  seqs: Float64Array,
  lengths: Uint32Array,
  classNumbers: Uint32Array,
  ids: Uint8Array,
} as const satisfies Record<Name, unknown>;

const NAMES = Object.keys(TYPES) as Name[];

export interface WordFile {
  readonly meta: WordFileMeta;
  readonly arrays: WordFileArrays;
}

interface WrittenMeta extends WordFileMeta {
  readonly sections: readonly { readonly bytes: number; readonly crc: number }[];
}

/** Returns the file's contents, or why they cannot be used. */
export async function readWordFile(path: string, breathe: Breathe): Promise<WordFile | string> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? "there was no side file" : `it cannot be read: ${code}`;
  }
  try {
    return await readFrom(file, breathe);
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`;
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, breathe: Breathe): Promise<WordFile | string> {
  const { size } = await file.stat();
  const header = new Uint32Array(HEADER_BYTES / 4);
  if (size < HEADER_BYTES) return "it is cut off";
  await fill(file, bytesOf(header), 0, breathe);
  const [magic, metaBytes = 0, metaCrc] = header;
  if (magic !== MAGIC) return "it is of another format";
  if (metaBytes > Math.min(MAX_META_BYTES, size)) return "its header is damaged";
  const text = Buffer.alloc(metaBytes);
  if ((await fill(file, text, HEADER_BYTES, breathe)) !== metaCrc) return "its header is damaged";
  const meta = JSON.parse(text.toString()) as WrittenMeta;
  const expected = meta.sections.reduce((at, { bytes }) => at + aligned(bytes), 0);
  let at = HEADER_BYTES + aligned(metaBytes);
  if (meta.sections.length !== NAMES.length || at + expected !== size) return "its length is wrong";
  const arrays: Partial<Record<Name, unknown>> = {};
  for (const [i, name] of NAMES.entries()) {
    const { bytes, crc } = meta.sections[i] ?? { bytes: 0, crc: 0 };
    const array = new TYPES[name](bytes / TYPES[name].BYTES_PER_ELEMENT);
    if ((await fill(file, bytesOf(array), at, breathe)) !== crc) return `${name} is damaged`;
    arrays[name] = array;
    at += aligned(bytes);
  }
  const found = { meta, arrays: arrays as WordFileArrays };
  return isConsistent(found) ? found : "its parts do not fit each other";
}

/** Checks the lengths that searching relies on; the checksums cover the contents of the arrays. */
function isConsistent({ meta, arrays }: WordFile): boolean {
  const { docs, terms } = meta;
  const { termEnds, termSlots, starts, postings, patterns } = arrays;
  const ofDocs = [arrays.rids, arrays.seqs, arrays.lengths, arrays.classNumbers];
  return (
    ofDocs.every(({ length }) => length === docs) &&
    arrays.ids.length === docs * ID_BYTES &&
    termEnds.length === terms &&
    starts.length === terms + 1 &&
    (termEnds.at(-1) ?? 0) === arrays.termBytes.length &&
    (starts.at(-1) ?? 0) === postings.length &&
    patterns.length === postings.length &&
    termSlots.length >= 2 * terms &&
    (termSlots.length & (termSlots.length - 1)) === 0
  );
}

/** Reads until the array is full; returns the checksum. Throws when the file ends before. */
async function fill(
  file: FileHandle,
  bytes: Uint8Array,
  at: number,
  breathe: Breathe,
): Promise<number> {
  let crc = 0;
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(CHUNK_BYTES, bytes.length - done);
    const { bytesRead } = await file.read(bytes, done, length, at + done);
    if (bytesRead === 0) throw new Error("it is cut off");
    crc = crc32(bytes.subarray(done, done + bytesRead), crc);
    done += bytesRead;
    await breathe();
  }
  return crc;
}

/**
 * Replaces the file with an index, readable by the owner only. Another process opens either the old file or the new
 * one. Returns the reason if the file could not be written; then no temporary file remains.
 */
export async function writeWordFile(
  path: string,
  { meta, arrays }: WordFile,
  breathe: Breathe,
): Promise<string | null> {
  try {
    const sections: WrittenMeta["sections"][number][] = [];
    for (const name of NAMES) {
      const bytes = bytesOf(arrays[name]);
      sections.push({ bytes: bytes.length, crc: await checksum(bytes, breathe) });
    }
    const text = Buffer.from(JSON.stringify({ ...meta, sections } satisfies WrittenMeta));
    const header = new Uint32Array([MAGIC, text.length, crc32(text), 0]);
    const parts = [bytesOf(header), text, ...NAMES.map((name) => bytesOf(arrays[name]))];
    await replaceFileWith(path, chunksOf(parts, breathe));
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

async function checksum(bytes: Uint8Array, breathe: Breathe): Promise<number> {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    crc = crc32(bytes.subarray(at, at + CHUNK_BYTES), crc);
    await breathe();
  }
  return crc;
}

async function* chunksOf(parts: readonly Uint8Array[], breathe: Breathe) {
  for (const bytes of parts) {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      yield bytes.subarray(at, at + CHUNK_BYTES);
      await breathe();
    }
    yield new Uint8Array(aligned(bytes.length) - bytes.length);
  }
}

function bytesOf(array: Uint8Array | Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
