/**
 * The bytes of a transcript, unpacked if necessary. Errors of the file system are thrown. Damaged content is reported to
 * `onProblem` and ends the bytes.
 */
import type { Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { READ_AT_ONCE } from "@tacit-memory/files";
import { TranscriptError, type TranscriptErrorCode } from "../transcript-error.ts";
import type { TranscriptProblem } from "../transcript-host.ts";
import { asUtf8, isUtf16 } from "./line-reader.ts";

const CHUNK_BYTES = 256 * 1024;
/** The head of a transcript never unpacks to more than this. */
const MAX_HEAD_BYTES = 128 * 1024 * 1024;

export interface ByteOptions {
  readonly onProblem?: ((problem: TranscriptProblem) => void) | undefined;
  /** Called with the number of bytes read from the file, packed or not. */
  readonly onProgress?: ((byteCount: number) => void) | undefined;
}

/** The content as UTF-8 without a byte order mark, unpacked if the file starts like gzip. */
export async function* fileBytes(path: string, options: ByteOptions): AsyncGenerator<Uint8Array> {
  const { head, rest } = await withHead(counted(path, options), 2);
  yield* asUtf8(isGzip(head) ? unpacked(rest, options) : rest);
}

/**
 * The offset of the first line, after the byte order mark. Undefined if the offsets of lines are not those of the file,
 * because it is packed or in UTF-16.
 */
export async function linesBeginAt(path: string): Promise<number | undefined> {
  const file = await openTranscript(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (isGzip(bytes) || isUtf16(bytes)) return undefined;
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  } finally {
    await file.close();
  }
}

/** The first `byteCount` bytes as text, or slightly more, without reading the rest. */
export async function readHead(path: string, byteCount: number): Promise<string> {
  const file = await openTranscript(path);
  try {
    const buffer = Buffer.alloc(byteCount);
    const { bytesRead } = await file.read(buffer, 0, byteCount, 0);
    const bytes = buffer.subarray(0, bytesRead);
    return await decoded(isGzip(bytes) ? unpackedHead(bytes) : bytes, byteCount);
  } finally {
    await file.close();
  }
}

/** The chunks of the first `byteCount` bytes joined as `head`, and `rest`: all chunks from the start. */
export async function withHead(
  chunks: AsyncGenerator<Uint8Array>,
  byteCount: number,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array> }> {
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < byteCount) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(first).subarray(0, byteCount);
  const rest = chained(first, chunks);
  await rest.next();
  return { head, rest };
}

async function* chained(
  first: Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    // Started here: a generator that was never started cannot be ended, and would leave the file open.
    yield new Uint8Array(0);
    for (let chunk = first.shift(); chunk !== undefined; chunk = first.shift()) yield chunk;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* counted(path: string, options: ByteOptions): AsyncGenerator<Uint8Array> {
  let byteCount = 0;
  for await (const chunk of (await openTranscript(path)).createReadStream({
    highWaterMark: CHUNK_BYTES,
  })) {
    byteCount += (chunk as Buffer).length;
    options.onProgress?.(byteCount);
    yield chunk as Buffer;
  }
}

/** No agent writes a session of this size, but a sparse file of any size is easy to make. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;

/** Throws a `TranscriptError` for what is not a regular file. A named pipe is opened without waiting for its writer. */
export async function openTranscript(path: string): Promise<FileHandle> {
  const file = await open(path, READ_AT_ONCE);
  const about = await file.stat();
  if (about.isFile() && about.size <= MAX_FILE_BYTES) return file;
  await file.close();
  const [code, problem] = whyUnreadable(about);
  throw new TranscriptError(code, path, `${code}: ${path} is ${problem}`);
}

function whyUnreadable(about: Stats): readonly [TranscriptErrorCode, string] {
  if (about.isDirectory()) return ["EISDIR", "a folder"];
  return about.isFile() ? ["EFBIG", "larger than 8 GB"] : ["EINVAL", "not a regular file"];
}

/** The bytes from `start` on, not unpacked. */
export async function* bytesAfter(
  file: FileHandle,
  start: number,
  options: ByteOptions,
): AsyncGenerator<Uint8Array> {
  let byteCount = 0;
  const stream = file.createReadStream({ start, autoClose: false, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    byteCount += (chunk as Buffer).length;
    options.onProgress?.(byteCount);
    yield chunk as Buffer;
  }
}

async function* unpacked(
  packed: AsyncGenerator<Uint8Array>,
  options: ByteOptions,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error reaches the reader of `gunzip`. The callback only prevents an unhandled error.
  pipeline(Readable.from(packed, { objectMode: true }), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (cause) {
    if (!isGzipDamage(cause)) throw cause;
    options.onProblem?.({ line: 0, reason: `damaged gzip: ${cause.message}` });
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isGzipDamage(cause: unknown): cause is Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code.startsWith("Z_");
}

function unpackedHead(bytes: Uint8Array): Uint8Array {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return gunzipSync(bytes, { finishFlush, maxOutputLength: MAX_HEAD_BYTES });
  } catch {
    return new Uint8Array(0);
  }
}

async function decoded(bytes: Uint8Array, byteCount: number): Promise<string> {
  const head = bytes.subarray(0, byteCount);
  const parts: Uint8Array[] = [];
  for await (const part of asUtf8(Readable.from([head]))) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
