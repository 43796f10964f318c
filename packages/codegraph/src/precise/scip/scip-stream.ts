/**
 * Reads a SCIP index as a stream: metadata, then its documents, one in memory at a time. An index of a large repository has
 * hundreds of megabytes and does not contain its own length, so truncation is detected only at the end.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { READ_AT_ONCE } from "@tacit-memory/files";
import { CodegraphError } from "../../codegraph-error.ts";
import { CODEGRAPH } from "../../tuning.ts";
import { readMetadata, type ScipMetadata } from "./scip-document.ts";

export interface ScipPart {
  readonly kind: "metadata" | "document";
  /** Valid until the next part is requested. */
  readonly bytes: Uint8Array;
}

const CHUNK_BYTES = 1 << 20;
const METADATA = 1;
const DOCUMENT = 2;
const EXTERNAL_SYMBOL = 3;

/**
 * Yields the parts of an index. Throws "input_missing" if the file does not exist, and "scip_malformed" if it is not a
 * complete index.
 */
export function* scipParts(path: string): Generator<ScipPart> {
  const fd = opened(path);
  try {
    if (!fstatSync(fd).isFile()) throw malformed(path, "it is not a file");
    yield* partsOf(path, new ByteWindow(fd));
  } finally {
    closeSync(fd);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, READ_AT_ONCE);
  } catch (cause) {
    throw new CodegraphError("input_missing", { path, cause });
  }
}

/** Returns a "scip_malformed" error with path and reason. */
export function malformed(path: string, reason: string, cause?: unknown): CodegraphError {
  return new CodegraphError("scip_malformed", { path, reason, cause });
}

function* partsOf(path: string, from: ByteWindow): Generator<ScipPart> {
  refuseOtherFormats(path, from.peek(4));
  let isFirst = true;
  for (;;) {
    const at = from.position;
    const key = from.varint();
    if (key === "end") break;
    if (key === "cut") throw malformed(path, `it ends early, at byte ${at}`);
    const [field, wire] = [key >>> 3, key & 7];
    const isKnown = field === METADATA || field === DOCUMENT || field === EXTERNAL_SYMBOL;
    if (wire !== 2 || field === 0 || (isFirst && !isKnown)) {
      throw malformed(path, `no SCIP index: byte ${at} begins no field of one`);
    }
    isFirst = false;
    const bytes = messageAt(path, from, field, at);
    if (field === METADATA) yield { kind: "metadata", bytes };
    else if (field === DOCUMENT) yield { kind: "document", bytes };
  }
}

function messageAt(path: string, from: ByteWindow, field: number, at: number): Uint8Array {
  const length = from.varint();
  if (length === "end" || length === "cut" || !from.has(length)) {
    throw malformed(path, `it ends early, at byte ${at}`);
  }
  if (field !== METADATA && field !== DOCUMENT) {
    from.skip(length);
    return NO_BYTES;
  }
  const maxBytes = CODEGRAPH.scipMaxDocumentBytes;
  if (length > maxBytes) throw malformed(path, `a document of ${length} bytes, at byte ${at}`);
  const bytes = from.take(length);
  if (bytes.length < length) throw malformed(path, `it became shorter while it was read`);
  return bytes;
}

const NO_BYTES = new Uint8Array(0);

/** Rejects files that are often mistaken for an index and names their format. */
function refuseOtherFormats(path: string, head: Uint8Array): void {
  const [first, second] = head;
  if (first === undefined) throw malformed(path, "it is empty");
  if (first === 0x1f && second === 0x8b) {
    throw malformed(path, "it is compressed: unpack it with `gzip -d` first");
  }
  if (first === 0x28 && second === 0xb5) {
    throw malformed(path, "it is compressed: unpack it with `zstd -d` first");
  }
  if (first === 0x50 && second === 0x4b)
    throw malformed(path, "it is a zip archive: unpack it first");
  if (first === 0x7b || first === 0x5b) {
    throw malformed(path, "it is JSON: give the index itself, or an LSIF dump made into SCIP");
  }
}

/** Reads the metadata. Throws "scip_malformed" for another version of the format. */
export function checkedMetadata(path: string, bytes: Uint8Array): ScipMetadata {
  const metadata = readMetadata(bytes);
  if (metadata.version !== 0) {
    throw malformed(path, `version ${metadata.version} of the format is not known here`);
  }
  return metadata;
}

/** Reads a file forwards in chunks. */
class ByteWindow {
  readonly #fd: number;
  #buffer = Buffer.alloc(CHUNK_BYTES);
  #start = 0;
  #end = 0;
  #fileAt = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Position of the next byte in the file. */
  get position(): number {
    return this.#fileAt - (this.#end - this.#start);
  }

  /** Returns the next bytes without consuming them; fewer at the end of the file. */
  peek(count: number): Uint8Array {
    this.#fill(Math.min(count, fstatSync(this.#fd).size));
    return this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + count));
  }

  /** Returns whether that many bytes are left. A length beyond the end of the file must not allocate memory. */
  has(count: number): boolean {
    return this.#end - this.#start >= count || this.position + count <= fstatSync(this.#fd).size;
  }

  /** Reads a number up to 2^53; "end" at the end of the file, "cut" within a number. */
  varint(): number | "end" | "cut" {
    let [value, factor] = [0, 1];
    for (let count = 0; count < 8; count++) {
      if (!this.#fill(1)) return count === 0 ? "end" : "cut";
      const byte = this.#buffer[this.#start++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    return "cut";
  }

  /** Returns the next bytes; none if the file was shortened after `has` was called. */
  take(count: number): Uint8Array {
    if (!this.#fill(count)) return NO_BYTES;
    this.#start += count;
    return this.#buffer.subarray(this.#start - count, this.#start);
  }

  skip(count: number): void {
    const held = Math.min(count, this.#end - this.#start);
    this.#start += held;
    this.#fileAt += count - held;
  }

  /** Fills the buffer with at least that many bytes from `#start` on; returns false if the file ends before. */
  #fill(count: number): boolean {
    if (this.#end - this.#start >= count) return true;
    const held = this.#end - this.#start;
    if (!this.has(count)) return false;
    if (count > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(count, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, this.#start, this.#end);
      this.#buffer = larger;
    } else this.#buffer.copyWithin(0, this.#start, this.#end);
    [this.#start, this.#end] = [0, held];
    while (this.#end < count) {
      const room = this.#buffer.length - this.#end;
      const read = readSync(this.#fd, this.#buffer, this.#end, room, this.#fileAt);
      if (read === 0) return false;
      this.#end += read;
      this.#fileAt += read;
    }
    return true;
  }
}
