/**
 * Reads rows straight from the pages of a database file, for tables whose inner pages are damaged: SQLite reaches a row only
 * through them. Only leaf pages of tables with rowids are read. Source of the format: sqlite.org/fileformat.html, 1.6 and 2.1.
 */
import type { SqlValue } from "../driver.ts";

export interface LeafRow {
  readonly rowid: bigint;
  /** Stored values in the order of the columns. Columns that were added later are missing. Null for the rowid's alias. */
  readonly values: readonly SqlValue[];
}

const LEAF_OF_TABLE = 13;
const LEAF_HEADER_BYTES = 8;
const FILE_HEADER_BYTES = 100;
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];
const utf8 = new TextDecoder();

/** Yields the rows of all leaf pages, of any table. A cell that is damaged is left out. */
export function* leafRows(file: Buffer): Generator<LeafRow> {
  const pageBytes = pageSizeOf(file);
  for (let start = 0; start + pageBytes <= file.length; start += pageBytes) {
    const header = start === 0 ? FILE_HEADER_BYTES : start;
    if (file[header] !== LEAF_OF_TABLE) continue;
    const count = file.readUInt16BE(header + 3);
    const pointers = header + LEAF_HEADER_BYTES;
    if (pointers + 2 * count > start + pageBytes) continue;
    for (let i = 0; i < count; i++) {
      const row = readCell(file, start, file.readUInt16BE(pointers + 2 * i), pageBytes);
      if (row !== null) yield row;
    }
  }
}

function pageSizeOf(file: Buffer): number {
  const written = file.length < FILE_HEADER_BYTES ? 0 : file.readUInt16BE(16);
  return written === 1
    ? 65_536
    : written >= 512 && Number.isInteger(Math.log2(written))
      ? written
      : 4096;
}

function readCell(file: Buffer, page: number, offset: number, pageBytes: number): LeafRow | null {
  try {
    const size = readVarint(file, page + offset);
    const rowid = readVarint(file, size.end);
    const payload = readPayload(file, rowid.end, Number(size.value), page, pageBytes);
    return { rowid: BigInt.asIntN(64, rowid.value), values: readRecord(payload) };
  } catch (error) {
    // Reading beyond the end of a buffer, which only a damaged cell asks for.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Joins the part of a payload in its page with the parts on overflow pages. Throws a RangeError if a part is missing. */
function readPayload(
  file: Buffer,
  start: number,
  bytes: number,
  page: number,
  pageBytes: number,
): Buffer {
  if (bytes > file.length) throw new RangeError("longer than the file");
  const maxLocal = pageBytes - 35;
  if (bytes <= maxLocal) return within(file, start, bytes, page + pageBytes);
  const minLocal = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
  const wanted = minLocal + ((bytes - minLocal) % (pageBytes - 4));
  const local = wanted <= maxLocal ? wanted : minLocal;
  const parts = [within(file, start, local, page + pageBytes)];
  let next = file.readUInt32BE(start + local);
  for (let left = bytes - local; left > 0; ) {
    const at = (next - 1) * pageBytes;
    next = file.readUInt32BE(at);
    const part = Math.min(left, pageBytes - 4);
    parts.push(within(file, at + 4, part, at + pageBytes));
    left -= part;
  }
  return Buffer.concat(parts);
}

function within(file: Buffer, start: number, bytes: number, end: number): Buffer {
  if (start + bytes > end || end > file.length) throw new RangeError("beyond the page");
  return file.subarray(start, start + bytes);
}

function readRecord(payload: Buffer): SqlValue[] {
  const header = readVarint(payload, 0);
  const values: SqlValue[] = [];
  let body = Number(header.value);
  for (let at = header.end; at < Number(header.value); ) {
    const type = readVarint(payload, at);
    at = type.end;
    const { value, bytes } = readValue(payload, body, Number(type.value));
    values.push(value);
    body += bytes;
  }
  if (body !== payload.length) throw new RangeError("not the length of the record");
  return values;
}

function readValue(payload: Buffer, at: number, type: number): { value: SqlValue; bytes: number } {
  if (type === 0) return { value: null, bytes: 0 };
  if (type === 7) return { value: payload.readDoubleBE(at), bytes: 8 };
  if (type === 8 || type === 9) return { value: BigInt(type - 8), bytes: 0 };
  if (type === 10 || type === 11) throw new RangeError("a reserved type");
  if (type < 7) {
    const bytes = INTEGER_BYTES[type] ?? 0;
    const value = bytes === 8 ? payload.readBigInt64BE(at) : BigInt(payload.readIntBE(at, bytes));
    return { value, bytes };
  }
  const bytes = Math.floor((type - 12) / 2);
  const part = within(payload, at, bytes, payload.length);
  return { value: type % 2 === 0 ? new Uint8Array(part) : utf8.decode(part), bytes };
}

/** Reads a whole number of at most nine bytes: seven bits in each of the first eight, eight in the ninth. */
function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(start + i);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value, end: start + i + 1 };
  }
  return { value: (value << 8n) | BigInt(bytes.readUInt8(start + 8)), end: start + 9 };
}
