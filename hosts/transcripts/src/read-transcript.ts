/**
 * One transcript file → the events of its session, in order. Formats of lines are read as they come;
 * a document is held whole, up to a limit. Bad content costs the record it stands in and is reported;
 * only what Node says about the file is thrown.
 */

import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { claudeCodeReader } from "./claude-code.ts";
import { clineReader } from "./cline.ts";
import { codexReader } from "./codex.ts";
import { copilotReader } from "./copilot.ts";
import { cursorReader } from "./cursor.ts";
import { cursorEvents } from "./cursor-database.ts";
import { isDatabase } from "./database-copy.ts";
import { fileBytes, readHead, withHead } from "./file-bytes.ts";
import { geminiReader } from "./gemini.ts";
import { parseJson } from "./json-access.ts";
import { readLines } from "./line-reader.ts";
import { moatlessReader } from "./moatless.ts";
import { opencodeReader } from "./opencode.ts";
import { openCodeEvents } from "./opencode-database.ts";
import { openhandsReader } from "./openhands.ts";
import { piReader } from "./pi.ts";
import { rovoReader } from "./rovo.ts";
import { sniffHost } from "./sniff-host.ts";
import { specstoryReader } from "./specstory.ts";
import { sweAgentReader } from "./swe-agent.ts";
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
};

export interface ReadOptions {
  /** Default "auto": told by the content. */
  readonly host?: TranscriptHost | "auto";
  /** Of Cursor's database, which has all projects: only sessions that ran in one of these folders, or below. */
  readonly roots?: readonly string[] | undefined;
  readonly onProblem?: (problem: TranscriptProblem) => void;
  /** Bytes of the file read so far. */
  readonly onProgress?: (byteCount: number) => void;
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
    yield* linesOf(rest, session, options);
  } else {
    yield* documentOf(rest, session, shape === "text", options);
  }
  session.finish();
  yield* session.drain();
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
  for await (const line of readLines(bytes, options)) {
    const record = parseJson(line.text);
    if (record === undefined) options.onProblem?.({ line: line.number, reason: "not JSON" });
    else session.read(record, line.number);
    yield* session.drain();
  }
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
    read: (record, line) => attempt(line, () => reader.read(record, line)),
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
