/**
 * Splits bytes into lines of any length, with at most one line of `maxLineBytes` in memory. A longer line is skipped and
 * reported. Reads UTF-8, with or without a byte order mark, and UTF-16. Invalid bytes become U+FFFD, and NULs are removed.
 */
import { TextDecoder } from "node:util";
import type { TranscriptProblem } from "../transcript-host.ts";

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** `start`: the offset of its first byte. `end`: the offset after its newline. */
  readonly start: number;
  readonly end: number;
  /** False for a last line without a newline. */
  readonly isEnded: boolean;
}

export interface LineLimits {
  readonly maxLineBytes?: number;
  readonly onProblem?: ((problem: TranscriptProblem) => void) | undefined;
  /** The lines and bytes of the file before the first byte. */
  readonly after?: { readonly lineCount: number; readonly byteCount: number } | undefined;
}

/** Blank lines are counted but not returned. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: LineLimits = {},
): AsyncGenerator<Line> {
  const line = new PendingLine(limits);
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end === -1) break;
      const whole = line.complete(chunk.subarray(from, end), true);
      if (whole.text !== "") yield whole;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.complete(new Uint8Array(0), false);
  if (last.text !== "") yield last;
}

/** Converts the bytes to UTF-8 without a byte order mark. The first bytes determine the encoding. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    let bytes = chunk;
    if (isFirst) {
      isFirst = false;
      decoder = utf16Decoder(chunk);
      if (startsWith(chunk, [0xef, 0xbb, 0xbf])) bytes = chunk.subarray(3);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

export function isUtf16(head: Uint8Array): boolean {
  return utf16Decoder(head) !== undefined;
}

/** UTF-16 has a byte order mark, or a NUL beside the first character of the JSON. */
function utf16Decoder(head: Uint8Array): TextDecoder | undefined {
  if (startsWith(head, [0xff, 0xfe]) || (isJsonStart(head[0]) && head[1] === 0)) {
    return new TextDecoder("utf-16le");
  }
  if (startsWith(head, [0xfe, 0xff]) || (head[0] === 0 && isJsonStart(head[1]))) {
    return new TextDecoder("utf-16be");
  }
  return undefined;
}

function isJsonStart(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

/** The current line: its bytes so far, or the fact that it is too long. */
class PendingLine {
  #number: number;
  #start: number;
  readonly #limits: LineLimits;
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #byteCount = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
    this.#maxBytes = limits.maxLineBytes ?? MAX_LINE_BYTES;
    this.#number = limits.after?.lineCount ?? 0;
    this.#start = limits.after?.byteCount ?? 0;
  }

  add(bytes: Uint8Array): void {
    this.#byteCount += bytes.length;
    if (this.#byteCount > this.#maxBytes) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  /** `text` is missing if the line is blank or too long. */
  complete(lastBytes: Uint8Array, isEnded: boolean): Line {
    this.add(lastBytes);
    this.#number += 1;
    const [number, start] = [this.#number, this.#start];
    const end = start + this.#byteCount + (isEnded ? 1 : 0);
    const text = this.#text();
    this.#start = end;
    this.#parts = [];
    this.#byteCount = 0;
    return { number, text, start, end, isEnded };
  }

  #text(): string {
    if (this.#byteCount <= this.#maxBytes) return lineText(this.#parts);
    this.#limits.onProblem?.({
      line: this.#number,
      reason: `line of ${this.#byteCount} bytes is over the limit of ${this.#maxBytes}`,
    });
    return "";
  }
}

/** The text to parse, without NULs and surrounding white space. */
export function lineText(parts: readonly Uint8Array[]): string {
  const text = Buffer.concat(parts).toString("utf8");
  return (text.includes("\0") ? text.replaceAll("\0", "") : text).trim();
}
