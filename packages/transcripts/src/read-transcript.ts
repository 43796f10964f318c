/**
 * One transcript file → the events of its session, in order. Formats of lines are read as they come;
 * a document is held whole, up to a limit. Files that lines are only added to can be read on from where an
 * earlier reading stopped, with the same result as reading them whole. Bad content costs the record it stands in
 * and is reported; only what Node says about the file is thrown.
 */

import { type FileHandle, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { claudeCodeReader } from "./formats/claude-code.ts";
import { clineReader } from "./formats/cline/cline.ts";
import { codexReader } from "./formats/codex/codex.ts";
import { copilotReader } from "./formats/copilot.ts";
import { cursorReader } from "./formats/cursor/cursor.ts";
import { cursorEvents } from "./formats/cursor/database.ts";
import { geminiReader } from "./formats/gemini.ts";
import { moatlessReader } from "./formats/moatless.ts";
import { openCodeEvents } from "./formats/opencode/database.ts";
import { opencodeReader } from "./formats/opencode/opencode.ts";
import { openhandsReader } from "./formats/openhands.ts";
import { piReader } from "./formats/pi/pi.ts";
import { qwenReader } from "./formats/qwen.ts";
import { rovoReader } from "./formats/rovo.ts";
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
import { parseJson } from "./input/json-access.ts";
import { type Line, type LineLimits, readLines } from "./input/line-reader.ts";
import type { TranscriptPlace } from "./resume/resume-point.schema.ts";
import {
  fileIdentity,
  type GoingOn,
  goingOnFrom,
  type LastLine,
  placeOfReading,
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
  /** "either": one document, or one on each line. */
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
  moatless: { reader: moatlessReader, shape: "either" },
  rovo: { reader: rovoReader, shape: "text" },
  cline: { reader: clineReader, shape: "either" },
  pi: { reader: piReader, shape: "lines" },
  qwen: { reader: qwenReader, shape: "lines" },
};

export interface ReadOptions {
  /** Default "auto": told by the content. */
  readonly host?: TranscriptHost | "auto";
  /** Of Cursor's database, which has all projects: only sessions that ran in one of these folders, or below. */
  readonly roots?: readonly string[] | undefined;
  readonly onProblem?: (problem: TranscriptProblem) => void;
  /** Bytes of the file read so far. */
  readonly onProgress?: (byteCount: number) => void;
  /**
   * What `onPlace` told of this file once. Then only what was added since is read, where that gives what reading it
   * whole would add to the events there were. Anything else is none, and the file is read whole.
   */
  readonly from?: unknown;
  /** Before the first event: is it read on? */
  readonly onResumed?: () => void;
  /** At the end, where another reading can go on from the last complete line. */
  readonly onPlace?: (place: TranscriptPlace) => void;
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
      const goingOn = await goingOnFrom(options.from, handle, beginsAt);
      const session = goingOn && resumedReader(goingOn, file, options);
      if (goingOn !== undefined && session !== undefined) {
        options.onResumed?.();
        yield* restOf(handle, goingOn, session, options);
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
    const begun = beginsAt === undefined ? undefined : { host, file: identity, head, beginsAt };
    const after = { lineCount: 0, byteCount: beginsAt ?? 0 };
    yield* linesToEnd(rest, session, { ...options, after }, (last) =>
      begun === undefined || last === undefined ? undefined : placeOfReading(begun, last, session),
    );
    return;
  }
  yield* documentOf(rest, session, shape === "text", options);
  session.finish();
  yield* session.drain();
}

/** The format's reader as it was when that place was kept; undefined where it cannot be. */
function resumedReader(
  { host, state, again }: GoingOn,
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
  goingOn: GoingOn,
  session: TranscriptReader,
  options: ReadOptions,
): AsyncGenerator<Event> {
  const { host, file, head, beginsAt, last } = goingOn;
  const begun = { host, file, head, beginsAt };
  const after = { lineCount: last.range.number, byteCount: last.range.end };
  const bytes = bytesAfter(handle, last.range.end, options);
  yield* linesToEnd(bytes, session, { ...options, after }, (newLast) =>
    placeOfReading(begun, newLast ?? last, session),
  );
}

/** `placeAfter`: called when the last complete line was read, undefined where there was none. */
async function* linesToEnd(
  bytes: AsyncIterable<Uint8Array>,
  session: TranscriptReader,
  options: ReadOptions & LineLimits,
  placeAfter: (last: LastLine | undefined) => TranscriptPlace | undefined,
): AsyncGenerator<Event> {
  let last: LastLine | undefined;
  let place: TranscriptPlace | undefined;
  const isAsked = options.onPlace !== undefined;
  let isOver = false;
  for await (const line of readLines(bytes, options)) {
    if (isAsked && !line.isEnded) {
      place = placeAfter(last);
      isOver = true;
    }
    const { number, start, end, text } = line;
    if (line.isEnded) last = { range: { number, start, end }, text };
    yield* lineEvents(line, session, options);
  }
  if (isAsked && !isOver) place = placeAfter(last);
  session.finish();
  yield* session.drain();
  if (place !== undefined) options.onPlace?.(place);
}

/** Of two programs; where nothing tells which, it is read as OpenCode's, which then says what it lacks. */
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
  // A first line longer than the head that was looked at: lines after all.
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

/** A complete value on the first line: the file is made of such lines, or is this one. */
function startsWithLine(head: string): boolean {
  return parseJson(head.trimStart().split("\n", 1)[0] ?? "") !== undefined;
}

/** Content can hold what no reader thought of: then its record is lost, and only that. */
function guarded(reader: TranscriptReader, options: ReadOptions): TranscriptReader {
  const attempt = (line: number, act: () => void): void => {
    try {
      act();
    } catch (cause) {
      options.onProblem?.({ line, reason: `unreadable record: ${String(cause).slice(0, 200)}` });
    }
  };
  return {
    ...reader,
    read: (record, line, range) => attempt(line, () => reader.read(record, line, range)),
    finish: () => attempt(0, () => reader.finish()),
    drain: () => reader.drain(),
  };
}

function transcriptFile(path: string, changedMs: number): TranscriptFile {
  const name = basename(path)
    .replace(/\.gz$/i, "")
    .replace(/(?:\.traj)?\.(?:jsonl?|traj|md|txt)$/i, "");
  return { path, name, folder: basename(dirname(path)), changedMs: Math.floor(changedMs) };
}
