/**
 * The spool: hooks append events to it without opening the store. There is one file per hour. A line is written with a line
 * break on both sides, so a writer killed in the middle damages only its own line. Readers store their position in the store,
 * in the transaction that stores the events: every line is ingested exactly once, whichever process reads and whenever it is
 * killed. A file is removed when it is fully ingested and no writer can still have it open.
 */

import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { appendToFile, openToRead } from "@tacit-memory/files";
import { type Project, storedProject } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";

/** Content of a spool line. */
export interface SpoolLine {
  readonly project: Project;
  readonly event: Event;
}

const FOLDER = "spool";
const FILE = /^events-(\d{10})\.jsonl$/;
const HOUR_MS = 3_600_000;
const CHUNK_BYTES = 512 * 1024;
/** A longer line is rejected unread: no event is that large once its outputs are cut. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export function spoolFolder(home: string): string {
  return join(home, FOLDER);
}

function spoolFile(nowMs: number): string {
  return `events-${new Date(nowMs).toISOString().slice(0, 13).replace(/\D/g, "")}.jsonl`;
}

/** Appends redacted events in a single write and returns its size in bytes. Throws Node's error if writing fails. */
export function appendToSpool(home: string, lines: readonly SpoolLine[], nowMs: number): number {
  if (lines.length === 0) return 0;
  const text = lines
    .map(
      ({ project, event }) => `\n${JSON.stringify({ project: storedProject(project), event })}\n`,
    )
    .join("");
  const path = join(home, FOLDER, spoolFile(nowMs));
  try {
    appendToFile(path, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(join(home, FOLDER), { recursive: true, mode: 0o700 });
    appendToFile(path, text);
  }
  return Buffer.byteLength(text);
}

/** Lists the spool files, oldest first. */
export function listSpoolFiles(home: string): string[] {
  try {
    return readdirSync(spoolFolder(home))
      .filter((name) => FILE.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Returns the size of a file; undefined if it cannot be determined, in which case reading reports the reason. */
export function spoolBytes(home: string, file: string): number | undefined {
  try {
    return statSync(join(spoolFolder(home), file)).size;
  } catch {
    return undefined;
  }
}

export interface SpoolChunk {
  readonly lines: readonly { readonly text: string; readonly byteOffset: number }[];
  /** Where the next read starts. */
  readonly end: number;
  readonly isLast: boolean;
}

/**
 * Returns whole lines from `mark` on, at most one chunk. An incomplete last line is left for later unless no writer can
 * complete it. A mark beyond the end belongs to a removed file of the same name, so reading restarts.
 */
export function readSpool(
  home: string,
  file: string,
  mark: number,
  isFinal: boolean = false,
): SpoolChunk {
  const opened = openToRead(join(spoolFolder(home), file));
  // A pipe or device instead of a file has no lines.
  if (opened === null) return { lines: [], end: mark, isLast: true };
  const handle = opened.fd;
  try {
    const { size } = opened.stat;
    const from = mark > size ? 0 : mark;
    let length = Math.min(CHUNK_BYTES, size - from);
    for (;;) {
      const buffer = Buffer.alloc(Math.max(0, length));
      const read = readSync(handle, buffer, 0, buffer.length, from);
      const bytes = buffer.subarray(0, read);
      const reachedEnd = from + read >= size;
      const cut = isFinal && reachedEnd ? read : bytes.lastIndexOf(0x0a);
      if (cut >= 0)
        return {
          lines: splitLines(bytes.subarray(0, cut), from),
          end: Math.min(from + cut + 1, size),
          isLast: reachedEnd,
        };
      if (reachedEnd) return { lines: [], end: from, isLast: true };
      if (length >= MAX_LINE_BYTES) {
        // A single endless line: skip what was read; the rest will not parse and will be rejected.
        return { lines: [{ text: "", byteOffset: from }], end: from + read, isLast: false };
      }
      length = Math.min(length * 2, MAX_LINE_BYTES, size - from);
    }
  } finally {
    closeSync(handle);
  }
}

function splitLines(bytes: Buffer, from: number): { text: string; byteOffset: number }[] {
  const lines: { text: string; byteOffset: number }[] = [];
  let start = 0;
  while (start <= bytes.length) {
    const next = bytes.indexOf(0x0a, start);
    const end = next < 0 ? bytes.length : next;
    if (end > start)
      lines.push({ text: bytes.toString("utf8", start, end), byteOffset: from + start });
    start = end + 1;
  }
  return lines;
}

/** Returns whether no writer can append to the file any more: its hour and the next one are over. */
export function isClosed(file: string, nowMs: number): boolean {
  const hour = FILE.exec(file)?.[1];
  if (hour === undefined) return false;
  const beganMs = Date.UTC(
    +hour.slice(0, 4),
    +hour.slice(4, 6) - 1,
    +hour.slice(6, 8),
    +hour.slice(8, 10),
  );
  return nowMs - beganMs > 2 * HOUR_MS;
}

/** Overwrites the ingested part in place: writers only append, and readers start behind it. */
export function blankSpoolFile(home: string, file: string, upTo: number): void {
  const handle = openSync(join(spoolFolder(home), file), "r+");
  try {
    const end = Math.min(upTo, fstatSync(handle).size);
    const blank = Buffer.alloc(Math.min(end, CHUNK_BYTES), "\n");
    for (let at = 0; at < end; at += blank.length) {
      writeSync(handle, blank, 0, Math.min(blank.length, end - at), at);
    }
  } finally {
    closeSync(handle);
  }
}

export function removeSpoolFile(home: string, file: string): void {
  try {
    unlinkSync(join(spoolFolder(home), file));
  } catch (error) {
    // Another process removed the file first.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
