/**
 * Where did a reading of a transcript stop, and does another go on from there? Only in the same file, of which nothing
 * but the end has changed as far as its beginning, its length and the last line that was read can tell.
 */
import { hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { parseJson } from "../input/json-access.ts";
import { lineText } from "../input/line-reader.ts";
import type { TranscriptReader } from "../transcript-host.ts";
import {
  type LineRange,
  MAX_BYTES_AGAIN,
  PLACE_VERSION,
  type ReaderState,
  type TranscriptPlace,
  transcriptPlaceSchema,
} from "./resume-point.schema.ts";

const HEAD_BYTES = 64 * 1024;
const NEWLINE = 10;

/** What is known of a file from its beginning on. */
export interface BegunFile {
  readonly host: string;
  /** `fileIdentity` from before the reading. */
  readonly file: string;
  /** Its first bytes without a byte order mark: `HEAD_BYTES`, or as many as there were. */
  readonly head: Uint8Array;
  /** Where they begin. */
  readonly beginsAt: number;
}

/** The last line that was complete. */
export interface LastLine {
  readonly range: LineRange;
  readonly text: string;
}

/** Undefined where nothing can go on from there: what is open is too much, or not to be found again. */
export function placeOfReading(
  { host, file, head, beginsAt }: BegunFile,
  { range, text }: LastLine,
  reader: TranscriptReader,
): TranscriptPlace | undefined {
  const headLength = headBytes(range.end) - beginsAt;
  const state = reader.keep?.();
  if (state === undefined || head.length < headLength) return undefined;
  if (!isReadable([...state.again, range])) return undefined;
  const place = {
    version: PLACE_VERSION,
    host,
    file,
    head: hash("sha256", head.subarray(0, headLength)),
    last: range,
    lastLine: hash("sha256", text),
    reader: state,
  };
  return transcriptPlaceSchema.safeParse(place).data;
}

/** Where to go on. */
export interface GoingOn extends BegunFile {
  readonly last: LastLine;
  readonly state: ReaderState;
  readonly again: readonly { readonly range: LineRange; readonly record: unknown }[];
}

/** Undefined where the file is to be read whole: another file, cut, begun anew, or no place that we know. */
export async function goingOnFrom(
  told: unknown,
  handle: FileHandle,
  beginsAt: number,
): Promise<GoingOn | undefined> {
  const place = transcriptPlaceSchema.safeParse(told).data;
  if (place === undefined) return undefined;
  const { host, file, last: range, reader: state } = place;
  const stat = await handle.stat({ bigint: true });
  if (fileIdentity(stat) !== file || stat.size < BigInt(range.end)) return undefined;
  if (!isReadable([...state.again, range]) || state.again.some(({ end }) => end > range.end))
    return undefined;
  const bytesOf = async (start: number, end: number) => {
    const length = Math.max(0, end - start);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  };
  const head = await bytesOf(beginsAt, HEAD_BYTES);
  if (hash("sha256", head.subarray(0, headBytes(range.end) - beginsAt)) !== place.head)
    return undefined;
  const bytes = await bytesOf(range.start, range.end);
  const text = lineText([bytes]);
  if (bytes.at(-1) !== NEWLINE || hash("sha256", text) !== place.lastLine) return undefined;
  const again: { range: LineRange; record: unknown }[] = [];
  for (const one of state.again) {
    const record = parseJson(lineText([await bytesOf(one.start, one.end)]));
    if (record === undefined) return undefined;
    again.push({ range: one, record });
  }
  return { host, file, head, beginsAt, last: { range, text }, state, again };
}

/** The same as long as the file is: an inode alone is given again once its file is gone. */
export function fileIdentity(stat: { readonly ino: bigint; readonly birthtimeNs: bigint }): string {
  return `${stat.ino}:${stat.birthtimeNs}`;
}

function headBytes(end: number): number {
  return Math.min(HEAD_BYTES, end);
}

/** All of them known, and few bytes. */
function isReadable(lines: readonly LineRange[]): boolean {
  const byteCount = lines.reduce(
    (sum, { start, end }) =>
      sum + (start < 0 || end <= start ? Number.POSITIVE_INFINITY : end - start),
    0,
  );
  return byteCount <= MAX_BYTES_AGAIN;
}
