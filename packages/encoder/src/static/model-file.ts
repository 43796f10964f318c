/**
 * The file of a static encoder: a table from words to rows, and the rows with four bits per number. Rows are read one
 * by one, because a short process needs twenty words of fifty thousand.
 *
 *     u32 × 16     magic, format, dims D, words W, buckets B, slots H (a power of two), revision; then zeros
 *     u16 × H      open addressing: word + 1 at slot hashWord(word) mod H or the next free slot; 0 is free
 *     u32 × W      a second hash of each word, stored instead of its letters
 *     f32 × (W+B)  scale of each row, which includes the learned weight of the word
 *     u8 × D/2     per row: numbers in −7…7, +8, two per byte, low half first
 *
 * All numbers are little-endian.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { READ_AT_ONCE } from "@tacit-memory/files";
import { EncoderError } from "../encoder-error.ts";
import { hashWord } from "./tokenizer.ts";

export const MODEL_MAGIC = 0x31455354;
export const MODEL_FORMAT = 1;
const HEADER_BYTES = 64;
/** The seed of the second hash: any odd number other than that of the first. */
const SECOND_SEED = 0x9747b28c;
/** After this many single reads, the remaining rows are read at once, which is cheaper from there on. */
const ROWS_ONE_BY_ONE = 512;

export interface ModelFile {
  readonly dims: number;
  readonly words: number;
  readonly buckets: number;
  readonly revision: number;
  /** In [0, words), or −1 for a word outside the vocabulary. */
  rowOf(word: string): number;
  /** Adds `share` × row to `sum`, for the first `sum.length` dimensions. Throws "encoder_failed" if a read fails. */
  addRow(row: number, share: number, sum: Float64Array): void;
  close(): void;
}

export function secondHash(word: string): number {
  return hashWord(word, SECOND_SEED);
}

/** Throws "encoder_failed" if the file is missing, has another format, or is truncated. */
export function openModelFile(path: string): ModelFile {
  const file = openOrThrow(path);
  try {
    return readModelFile(path, file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openOrThrow(path: string): number {
  try {
    return openSync(path, READ_AT_ONCE);
  } catch (error) {
    throw failed(path, "not_there", "the encoder's file cannot be read", error);
  }
}

function readModelFile(path: string, file: number): ModelFile {
  if (!fstatSync(file).isFile()) throw broken(path, "not a file");
  const { dims, words, buckets, slots, revision } = readHeader(path, file);
  const rows = words + buckets;
  const rowBytes = dims / 2;
  const secondAt = HEADER_BYTES + slots * 2;
  const scalesAt = secondAt + words * 4;
  const rowsAt = scalesAt + rows * 4;
  // Checked before memory of these sizes is allocated: a damaged header can hold any numbers.
  if (fstatSync(file).size !== rowsAt + rows * rowBytes) throw broken(path, "cut short");
  const table = new Uint16Array(slots);
  const second = new Uint32Array(words);
  const scales = new Float32Array(rows);
  readFully(path, file, bytesOf(table), HEADER_BYTES);
  readFully(path, file, bytesOf(second), secondAt);
  readFully(path, file, bytesOf(scales), scalesAt);
  const { codes, load, close } = rowReader(path, file, rowsAt, rows, rowBytes);

  return {
    dims,
    words,
    buckets,
    revision,
    rowOf: (word) => {
      const own = secondHash(word);
      for (let slot = hashWord(word) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
        const entry = table[slot] ?? 0;
        if (entry === 0) return -1;
        if (second[entry - 1] === own) return entry - 1;
      }
    },
    addRow: (row, share, sum) => {
      load(row);
      const scale = share * (scales[row] ?? 0);
      const at = row * rowBytes;
      for (let d = 0; d < sum.length; d += 2) {
        const two = codes[at + (d >> 1)] ?? 0;
        sum[d] = (sum[d] ?? 0) + scale * ((two & 15) - 8);
        sum[d + 1] = (sum[d + 1] ?? 0) + scale * ((two >> 4) - 8);
      }
    },
    close,
  };
}

interface Header {
  readonly dims: number;
  readonly words: number;
  readonly buckets: number;
  readonly slots: number;
  readonly revision: number;
}

function readHeader(path: string, file: number): Header {
  const header = new Uint32Array(HEADER_BYTES / 4);
  readFully(path, file, bytesOf(header), 0);
  const [magic, format, dims = 0, words = 0, buckets = 0, slots = 0, revision = 0] = header;
  if (magic !== MODEL_MAGIC) throw broken(path, "not an encoder's file");
  if (format !== MODEL_FORMAT) throw broken(path, `of format ${format}, not ${MODEL_FORMAT}`);
  return { dims, words, buckets, slots, revision };
}

interface RowReader {
  /** The rows, of which only the loaded ones are filled in. */
  readonly codes: Uint8Array;
  readonly load: (row: number) => void;
  readonly close: () => void;
}

/** Reads rows one by one at first, then all of them, and closes the file after that. */
function rowReader(
  path: string,
  file: number,
  rowsAt: number,
  rows: number,
  rowBytes: number,
): RowReader {
  const codes = new Uint8Array(rows * rowBytes);
  const isRead = new Uint8Array(rows);
  let left = ROWS_ONE_BY_ONE;
  let open: number | null = file;
  const close = () => {
    if (open !== null) closeSync(open);
    open = null;
  };
  const load = (row: number): void => {
    if (open === null || isRead[row] === 1) return;
    if (left-- > 0) {
      const at = row * rowBytes;
      readFully(path, open, codes.subarray(at, at + rowBytes), rowsAt + at);
      isRead[row] = 1;
      return;
    }
    readFully(path, open, codes, rowsAt);
    close();
  };
  return { codes, load, close };
}

function readFully(path: string, file: number, to: Uint8Array, position: number): void {
  for (let done = 0; done < to.length; ) {
    const read = readSync(file, to, done, to.length - done, position + done);
    if (read === 0) throw broken(path, "cut short");
    done += read;
  }
}

function bytesOf(part: ArrayBufferView): Uint8Array {
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

function broken(path: string, reason: string): EncoderError {
  return failed(path, "unexpected_shape", reason);
}

/** `what` is the machine-readable cause, `reason` the text for people. */
function failed(path: string, what: string, reason: string, cause?: unknown): EncoderError {
  return new EncoderError("encoder_failed", { reason, what, encoder: path, cause });
}
