/**
 * Makes a resume point after a transcript was read, and checks one before reading resumes. Reading resumes only if it is the
 * same file and nothing but its end has changed, as far as its beginning, its length and the last line read can show.
 */

import { hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { parseJson } from "@tacit-memory/files";
import { lineText } from "../input/line-reader.ts";
import type { TranscriptReader } from "../transcript-host.ts";
import {
  type LineRange,
  MAX_REPLAYED_BYTES,
  RESUME_POINT_VERSION,
  type ReaderState,
  type ResumePoint,
  resumePointSchema,
} from "./resume-point.schema.ts";

const HEAD_BYTES = 64 * 1024;
const NEWLINE = 10;

/** The identity and the beginning of a file. */
export interface FileBeginning {
  readonly host: string;
  /** `fileIdentity` from before the reading. */
  readonly file: string;
  /** Its first bytes without a byte order mark: `HEAD_BYTES`, or fewer if the file is shorter. */
  readonly head: Uint8Array;
  /** The offset of these bytes in the file. */
  readonly beginsAt: number;
}

/** The last complete line that was read. */
export interface LastLine {
  readonly range: LineRange;
  readonly text: string;
}

/** Undefined if reading cannot resume after this line: too much is open, or an open line has no known position. */
export function resumePointOf(
  { host, file, head, beginsAt }: FileBeginning,
  { range, text }: LastLine,
  reader: TranscriptReader,
): ResumePoint | undefined {
  const headLength = headBytes(range.end) - beginsAt;
  const state = reader.snapshot?.();
  if (state === undefined || head.length < headLength) return undefined;
  if (!isReadable([...state.again, range])) return undefined;
  const point = {
    version: RESUME_POINT_VERSION,
    host,
    file,
    head: hash("sha256", head.subarray(0, headLength)),
    last: range,
    lastLine: hash("sha256", text),
    reader: state,
  };
  return resumePointSchema.safeParse(point).data;
}

/** A checked resume point, with the lines to read again. */
export interface Resumption extends FileBeginning {
  readonly last: LastLine;
  readonly state: ReaderState;
  readonly again: readonly { readonly range: LineRange; readonly record: unknown }[];
}

/** Undefined if the file must be read from its start: another file, a shorter or rewritten one, or an invalid resume point. */
export async function openResumption(
  stored: unknown,
  handle: FileHandle,
  beginsAt: number,
): Promise<Resumption | undefined> {
  const point = resumePointSchema.safeParse(stored).data;
  if (point === undefined) return undefined;
  const { host, file, last: range, reader: state } = point;
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
  if (hash("sha256", head.subarray(0, headBytes(range.end) - beginsAt)) !== point.head)
    return undefined;
  const bytes = await bytesOf(range.start, range.end);
  const text = lineText([bytes]);
  if (bytes.at(-1) !== NEWLINE || hash("sha256", text) !== point.lastLine) return undefined;
  const again: { range: LineRange; record: unknown }[] = [];
  for (const line of state.again) {
    const record = parseJson(lineText([await bytesOf(line.start, line.end)]));
    if (record === undefined) return undefined;
    again.push({ range: line, record });
  }
  return { host, file, head, beginsAt, last: { range, text }, state, again };
}

/** Identifies a file as long as it exists. The inode alone is not enough: it is reused after the file is deleted. */
export function fileIdentity(stat: { readonly ino: bigint; readonly birthtimeNs: bigint }): string {
  return `${stat.ino}:${stat.birthtimeNs}`;
}

function headBytes(end: number): number {
  return Math.min(HEAD_BYTES, end);
}

/** Whether every line has a known position, and together they are few bytes. */
function isReadable(lines: readonly LineRange[]): boolean {
  const byteCount = lines.reduce(
    (sum, { start, end }) =>
      sum + (start < 0 || end <= start ? Number.POSITIVE_INFINITY : end - start),
    0,
  );
  return byteCount <= MAX_REPLAYED_BYTES;
}
