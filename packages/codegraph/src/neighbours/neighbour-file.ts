/**
 * A file of neighbours that hooks query without parser, graph or database: only the few bytes of the answer are read. It is
 * always replaced as a whole, and a damaged file gives no answer. Header · hash table of paths · start of each path · start
 * of each file's neighbours · neighbours · paths. All numbers are 32 bits, little-endian; a neighbour is two numbers: a file,
 * and 16 bits of weight above 8 of kinds.
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { fnv1aOfBytes, replaceFile } from "@tacit-memory/files";

const NEIGHBOUR_KINDS = ["imports", "calls", "co_change", "co_access"] as const;
/** `imports` and `calls` in either direction; `co_change` from the git history, `co_access` from the sessions of agents. */
export type NeighbourKind = (typeof NEIGHBOUR_KINDS)[number];

export interface FileNeighbour {
  readonly path: string;
  /** 0 to 1: all kinds combined. */
  readonly weight: number;
  readonly kinds: readonly NeighbourKind[];
}

const MAGIC = "TACITNBR1\n\n\n";
const HEADER_BYTES = 32;
const MAX_WEIGHT = 65_535;
/** A longer record is invalid. */
const MAX_PATH_BYTES = 65_536;
const MAX_NEIGHBOURS = 1_000;

/** Replaces the file as a whole. */
export function writeNeighbours(
  file: string,
  neighbours: ReadonlyMap<string, readonly FileNeighbour[]>,
): void {
  replaceFile(file, encoded(neighbours), { folderMode: 0o700 });
}

function encoded(neighbours: ReadonlyMap<string, readonly FileNeighbour[]>): Buffer {
  const numbers = new Map<string, number>();
  const numberOf = (path: string) => {
    const number = numbers.get(path) ?? numbers.size;
    numbers.set(path, number);
    return number;
  };
  for (const path of neighbours.keys()) numberOf(path);
  const rows: number[] = [];
  const rowStarts = [0];
  for (const all of neighbours.values()) {
    for (const fileNeighbour of all) rows.push(numberOf(fileNeighbour.path), packed(fileNeighbour));
    rowStarts.push(rows.length / 2);
  }
  while (rowStarts.length <= numbers.size) rowStarts.push(rows.length / 2);
  const texts = [...numbers.keys()].map((path) => Buffer.from(path, "utf8"));
  const textStarts = [0];
  for (const text of texts) textStarts.push((textStarts.at(-1) ?? 0) + text.length);
  const slots = slotCount(numbers.size);
  const table = new Uint32Array(slots);
  texts.forEach((text, number) => {
    let slot = fnv1aOfBytes(text) % slots;
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = number + 1;
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, "latin1");
  [numbers.size, slots, rows.length / 2, textStarts.at(-1) ?? 0].forEach((value, index) => {
    header.writeUInt32LE(value, MAGIC.length + index * 4);
  });
  const columns = [table, textStarts, rowStarts, rows].map(littleEndian);
  return Buffer.concat([header, ...columns, ...texts]);
}

function littleEndian(numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 4);
  for (let at = 0; at < numbers.length; at++) bytes.writeUInt32LE(numbers[at] ?? 0, at * 4);
  return bytes;
}

function packed({ weight, kinds }: FileNeighbour): number {
  const bits = kinds.reduce((sum, kind) => sum | (1 << NEIGHBOUR_KINDS.indexOf(kind)), 0);
  return Math.round(Math.min(1, Math.max(0, weight)) * MAX_WEIGHT) * 256 + bits;
}

/** Returns the number of hash slots. More than half of them are empty, at least one, so that every search ends. */
function slotCount(files: number): number {
  return files * 2 + 1;
}

/**
 * Returns the neighbours of each of `paths` (relative to the project's root), the nearest first. Paths without neighbours are
 * left out; the result is empty if the file is missing or invalid.
 */
export function readNeighbours(
  file: string,
  paths: readonly string[],
): Map<string, readonly FileNeighbour[]> {
  const found = new Map<string, readonly FileNeighbour[]>();
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return found;
  }
  try {
    const read = readerOf(fd);
    const places = placesIn(read, fstatSync(fd).size);
    if (places === null) return found;
    for (const path of paths) {
      const neighbours = neighboursIn(read, places, path);
      if (neighbours.length > 0) found.set(path, neighbours);
    }
  } catch (error) {
    // An offset outside of the file: a foreign or truncated file. The next index run creates it again.
    if (!(error instanceof RangeError)) throw error;
  } finally {
    closeSync(fd);
  }
  return found;
}

interface Places {
  readonly files: number;
  readonly slots: number;
  readonly rows: number;
  readonly table: number;
  readonly textStarts: number;
  readonly rowStarts: number;
  readonly rowsAt: number;
  readonly texts: number;
}

function placesIn(read: Read, size: number): Places | null {
  if (size < HEADER_BYTES) return null;
  const header = read(0, HEADER_BYTES);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  const number = (index: number) => header.readUInt32LE(MAGIC.length + index * 4);
  const [files, slots, rows, textBytes] = [number(0), number(1), number(2), number(3)];
  const table = HEADER_BYTES;
  const textStarts = table + slots * 4;
  const rowStarts = textStarts + (files + 1) * 4;
  const rowsAt = rowStarts + (files + 1) * 4;
  const texts = rowsAt + rows * 8;
  if (texts + textBytes !== size || slots !== slotCount(files)) return null;
  return { files, slots, rows, table, textStarts, rowStarts, rowsAt, texts };
}

function neighboursIn(read: Read, places: Places, path: string): FileNeighbour[] {
  const number = numberOf(read, places, Buffer.from(path, "utf8"));
  if (number < 0) return [];
  const [start, end] = pairAt(read, places.rowStarts + number * 4);
  if (end > places.rows || end - start > MAX_NEIGHBOURS) throw new RangeError("no such neighbours");
  const rows = read(places.rowsAt + start * 8, (end - start) * 8);
  const found: FileNeighbour[] = [];
  for (let at = 0; at < rows.length; at += 8) {
    const packedRow = rows.readUInt32LE(at + 4);
    found.push({
      path: textOf(read, places, rows.readUInt32LE(at)).toString("utf8"),
      weight: (packedRow >>> 8) / MAX_WEIGHT,
      kinds: NEIGHBOUR_KINDS.filter((_kind, bit) => (packedRow & (1 << bit)) !== 0),
    });
  }
  return found;
}

/** Returns the number of a path; -1 if it is not in the file. */
function numberOf(read: Read, places: Places, path: Buffer): number {
  const { slots, table } = places;
  const first = fnv1aOfBytes(path) % slots;
  for (let step = 0; step < slots; step++) {
    const slot = (first + step) % slots;
    const number = read(table + slot * 4, 4).readUInt32LE(0) - 1;
    if (number < 0) return -1;
    if (textOf(read, places, number).equals(path)) return number;
  }
  return -1;
}

function textOf(read: Read, { files, textStarts, texts }: Places, number: number): Buffer {
  if (number >= files) throw new RangeError("no such file");
  const [start, end] = pairAt(read, textStarts + number * 4);
  if (end - start > MAX_PATH_BYTES) throw new RangeError("no such path");
  return read(texts + start, end - start);
}

function pairAt(read: Read, at: number): [number, number] {
  const bytes = read(at, 8);
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

/** Reads `count` bytes at `at`. Throws RangeError if the file has fewer. */
type Read = (at: number, count: number) => Buffer;

/** A file up to this size is read as a whole in the time of a few small reads. */
const SMALL_BYTES = 2_000_000;

function readerOf(fd: number): Read {
  const { size } = fstatSync(fd);
  if (size > SMALL_BYTES) return (at, count) => bytesAt(fd, at, count);
  const whole = bytesAt(fd, 0, size);
  return (at, count) => {
    if (count < 0 || at + count > size) throw new RangeError("it ends early");
    return whole.subarray(at, at + count);
  };
}

function bytesAt(fd: number, at: number, count: number): Buffer {
  if (count < 0) throw new RangeError("less than nothing");
  const bytes = Buffer.allocUnsafe(count);
  if (count > 0 && readSync(fd, bytes, 0, count, at) !== count) {
    throw new RangeError("it ends early");
  }
  return bytes;
}
