/**
 * Reads one transcript file as a stream of the events of its sessions, in order. Files of lines are streamed; a document is
 * read into memory, up to a limit. A file that lines are only appended to can be resumed after an earlier reading, with the
 * same result as reading it from the start. A malformed record is skipped and reported. Only errors of the file system are
 * thrown.
 */

import { type FileHandle, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { parseJson } from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { claudeCodeReader } from "./formats/claude-code.ts";
import { clineReader } from "./formats/cline/cline.ts";
import { codexReader } from "./formats/codex/codex.ts";
import { copilotReader } from "./formats/copilot.ts";
import { cursorReader } from "./formats/cursor/cursor.ts";
import { cursorEvents } from "./formats/cursor/database.ts";
import { geminiReader } from "./formats/gemini.ts";
import { openCodeEvents } from "./formats/opencode/database.ts";
import { opencodeReader } from "./formats/opencode/opencode.ts";
import { openhandsReader } from "./formats/openhands.ts";
import { piReader } from "./formats/pi/pi.ts";
import { qwenReader } from "./formats/qwen.ts";
import { sniffHost } from "./formats/sniff-host.ts";
import { specstoryReader } from "./formats/specstory.ts";
import { sweAgentReader } from "./formats/swe-agent.ts";
import { isDatabase } from "./input/database-copy.ts";
import {
  bytesAfter,
  fileBytes,
  linesBeginAt,
  openTranscript,
  readHead,
  withHead,
} from "./input/file-bytes.ts";
import { type Line, type LineLimits, readLines } from "./input/line-reader.ts";
import type { ResumePoint } from "./resume/resume-point.schema.ts";
import {
  fileIdentity,
  type LastLine,
  openResumption,
  type Resumption,
  resumePointOf,
} from "./resume/resume-point.ts";
import type {
  TranscriptFile,
  TranscriptHost,
  TranscriptProblem,
  TranscriptReader,
} from "./transcript-host.ts";

const HEAD_BYTES = 64 * 1024;
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

interface Format {
  readonly reader: (file: TranscriptFile) => TranscriptReader;
  /** "either": one document, or one document on each line. */
  readonly shape: "lines" | "either" | "text";
}

const FORMATS: Readonly<Record<TranscriptHost, Format>> = {
  "claude-code": { reader: claudeCodeReader, shape: "lines" },
  codex: { reader: codexReader, shape: "lines" },
  gemini: { reader: geminiReader, shape: "either" },
  opencode: { reader: opencodeReader, shape: "either" },
  cursor: { reader: cursorReader, shape: "lines" },
  "swe-agent": { reader: sweAgentReader, shape: "either" },
  openhands: { reader: openhandsReader, shape: "either" },
  copilot: { reader: copilotReader, shape: "lines" },
  specstory: { reader: specstoryReader, shape: "text" },
  cline: { reader: clineReader, shape: "either" },
  pi: { reader: piReader, shape: "lines" },
  qwen: { reader: qwenReader, shape: "lines" },
};

export interface ReadOptions {
  /** Default "auto": recognised by the content. */
  readonly host?: TranscriptHost | "auto";
  /** For Cursor's database, which contains all projects: only sessions that ran in or below one of these folders. */
  readonly roots?: readonly string[] | undefined;
  readonly onProblem?: (problem: TranscriptProblem) => void;
  /** Bytes of the file read so far. */
  readonly onProgress?: (byteCount: number) => void;
  /**
   * An earlier value of `onResumePoint` for this file. If it still fits, only what was appended since is read. Otherwise,
   * or if it is invalid, the file is read from its start.
   */
  readonly from?: unknown;
  /** Called before the first event if reading resumed at `from`. */
  readonly onResumed?: () => void;
  /** Called at the end, if a later reading can resume after the last complete line. */
  readonly onResumePoint?: (point: ResumePoint) => void;
}

export async function* readTranscript(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Event> {
  const file = transcriptFile(path, (await stat(path)).mtimeMs);
  if (await isDatabase(path)) {
    yield* databaseEvents(path, options);
    return;
  }
  const beginsAt = await linesBeginAt(path);
  if (options.from !== undefined && beginsAt !== undefined) {
    const handle = await openTranscript(path);
    try {
      const resumption = await openResumption(options.from, handle, beginsAt);
      const session = resumption && resumedReader(resumption, file, options);
      if (resumption !== undefined && session !== undefined) {
        options.onResumed?.();
        yield* restOf(handle, resumption, session, options);
        return;
      }
    } finally {
      await handle.close();
    }
  }
  yield* wholeFile(file, beginsAt, options);
}

async function* wholeFile(
  file: TranscriptFile,
  beginsAt: number | undefined,
  options: ReadOptions,
): AsyncGenerator<Event> {
  const { path } = file;
  const identity = fileIdentity(await stat(path, { bigint: true }));
  const { head, rest } = await withHead(fileBytes(path, options), HEAD_BYTES);
  const text = Buffer.from(head).toString("utf8");
  const chosen = options.host ?? "auto";
  const host = chosen === "auto" ? sniffHost(text, path) : chosen;
  if (host === null) {
    options.onProblem?.({ line: 0, reason: "not a transcript of a known agent" });
    await rest.return(undefined);
    return;
  }
  const { reader, shape } = FORMATS[host];
  const session = guarded(reader(file), options);
  if (shape === "lines" || (shape === "either" && startsWithLine(text))) {
    const beginning = beginsAt === undefined ? undefined : { host, file: identity, head, beginsAt };
    const after = { lineCount: 0, byteCount: beginsAt ?? 0 };
    yield* linesToEnd(rest, session, { ...options, after }, (last) =>
      beginning === undefined || last === undefined
        ? undefined
        : resumePointOf(beginning, last, session),
    );
    return;
  }
  yield* documentOf(rest, session, shape === "text", options);
  session.finish();
  yield* session.drain();
}

/** The format's reader with the state of the resume point; undefined if the state does not fit. */
function resumedReader(
  { host, state, again }: Resumption,
  file: TranscriptFile,
  options: ReadOptions,
): TranscriptReader | undefined {
  const isAnother = (options.host ?? "auto") !== "auto" && options.host !== host;
  if (isAnother || !Object.hasOwn(FORMATS, host)) return undefined;
  const reader = FORMATS[host as TranscriptHost].reader(file);
  if (reader.resume === undefined) return undefined;
  try {
    reader.resume(state, () => {
      for (const { record, range } of again) reader.read(record, range.number, range);
    });
  } catch {
    return undefined;
  }
  reader.drain();
  return guarded(reader, options);
}

async function* restOf(
  handle: FileHandle,
  resumption: Resumption,
  session: TranscriptReader,
  options: ReadOptions,
): AsyncGenerator<Event> {
  const { host, file, head, beginsAt, last } = resumption;
  const beginning = { host, file, head, beginsAt };
  const after = { lineCount: last.range.number, byteCount: last.range.end };
  const bytes = bytesAfter(handle, last.range.end, options);
  yield* linesToEnd(bytes, session, { ...options, after }, (newLast) =>
    resumePointOf(beginning, newLast ?? last, session),
  );
}

/** Calls `resumePointAfter` with the last complete line, or undefined if there is none. */
async function* linesToEnd(
  bytes: AsyncIterable<Uint8Array>,
  session: TranscriptReader,
  options: ReadOptions & LineLimits,
  resumePointAfter: (last: LastLine | undefined) => ResumePoint | undefined,
): AsyncGenerator<Event> {
  let last: LastLine | undefined;
  let point: ResumePoint | undefined;
  const isAsked = options.onResumePoint !== undefined;
  let isOver = false;
  for await (const line of readLines(bytes, options)) {
    if (isAsked && !line.isEnded) {
      point = resumePointAfter(last);
      isOver = true;
    }
    const { number, start, end, text } = line;
    if (line.isEnded) last = { range: { number, start, end }, text };
    yield* lineEvents(line, session, options);
  }
  if (isAsked && !isOver) point = resumePointAfter(last);
  session.finish();
  yield* session.drain();
  if (point !== undefined) options.onResumePoint?.(point);
}

/** Reads a database of OpenCode or Cursor. An unrecognised one is read as OpenCode's, whose reader reports what is missing. */
async function* databaseEvents(path: string, options: ReadOptions): AsyncGenerator<Event> {
  const onProblem = (problem: TranscriptProblem) => options.onProblem?.(problem);
  const chosen = options.host ?? "auto";
  const host = chosen === "auto" ? sniffHost(await readHead(path, HEAD_BYTES), path) : chosen;
  if (host === "cursor") yield* cursorEvents(path, { onProblem, roots: options.roots });
  else yield* openCodeEvents(path, onProblem);
}

async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  session: TranscriptReader,
  options: ReadOptions,
): AsyncGenerator<Event> {
  for await (const line of readLines(bytes, options)) yield* lineEvents(line, session, options);
}

function lineEvents(line: Line, session: TranscriptReader, options: ReadOptions): Event[] {
  const { number, start, end, text, isEnded } = line;
  const record = parseJson(text);
  if (record !== undefined) session.read(record, number, { number, start, end });
  else if (isEnded) options.onProblem?.({ line: number, reason: "not JSON" });
  else options.onProblem?.({ line: number, reason: "the last line is cut", isUnfinished: true });
  return session.drain();
}

async function* documentOf(
  bytes: AsyncIterable<Uint8Array>,
  session: TranscriptReader,
  isText: boolean,
  options: ReadOptions,
): AsyncGenerator<Event> {
  const whole = await wholeText(bytes);
  if (whole === undefined) {
    const reason = `document over the limit of ${MAX_DOCUMENT_BYTES} bytes`;
    options.onProblem?.({ line: 0, reason });
    return;
  }
  const value = isText ? whole : parseJson(whole);
  if (value !== undefined) session.read(value, 1);
  // The first line was longer than the head, so this is a file of lines after all.
  else yield* linesOf(oneChunk(whole), session, options);
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function wholeText(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
}

/** Whether the first line is a complete JSON value. Then the file consists of such lines. */
function startsWithLine(head: string): boolean {
  return parseJson(head.trimStart().split("\n", 1)[0] ?? "") !== undefined;
}

/** Wraps a reader so that a record it cannot handle is skipped and reported, and nothing else is lost. */
function guarded(reader: TranscriptReader, options: ReadOptions): TranscriptReader {
  const attempt = (line: number, act: () => void): void => {
    try {
      act();
    } catch (cause) {
      options.onProblem?.({ line, reason: `unreadable record: ${String(cause).slice(0, 200)}` });
    }
  };
  return {
    read: (record, line, range) => attempt(line, () => reader.read(record, line, range)),
    finish: () => attempt(0, () => reader.finish()),
    drain: () => reader.drain(),
    ...(reader.snapshot && { snapshot: reader.snapshot.bind(reader) }),
    ...(reader.resume && { resume: reader.resume.bind(reader) }),
  };
}

function transcriptFile(path: string, changedMs: number): TranscriptFile {
  const name = basename(path)
    .replace(/\.gz$/i, "")
    .replace(/(?:\.traj)?\.(?:jsonl?|traj|md|txt)$/i, "");
  return { path, name, folder: basename(dirname(path)), changedMs: Math.floor(changedMs) };
}
