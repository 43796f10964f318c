/** The agent programs whose transcripts can be read, and the interface of a reader for one format. */
import type { Event } from "@tacit-memory/protocol";
import type { LineRange, ReaderState } from "./resume/resume-point.schema.ts";

export const TRANSCRIPT_HOSTS = [
  "claude-code",
  "codex",
  "gemini",
  "opencode",
  "cursor",
  "swe-agent",
  "openhands",
  "copilot",
  "specstory",
  "cline",
  "pi",
  "qwen",
] as const;
export type TranscriptHost = (typeof TRANSCRIPT_HOSTS)[number];

export interface TranscriptProblem {
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  readonly reason: string;
  /** The last line has no newline yet: a program may still be writing it. */
  readonly isUnfinished?: boolean;
}

/** Facts about the file, besides its content, for a format's reader. */
export interface TranscriptFile {
  readonly path: string;
  /** The file's own name without its extensions. */
  readonly name: string;
  /** The name of the folder that contains it. */
  readonly folder: string;
  /** Last change, in milliseconds since 1970: the clock of formats that record no time. */
  readonly changedMs: number;
}

/** Takes the records (or the text) of one file in order; the events are collected with `drain`. */
export interface TranscriptReader {
  /** `range`: the position of the line, for uncompressed files of lines. */
  read(record: unknown, line: number, range?: LineRange): void;
  finish(): void;
  drain(): Event[];
  /** The state needed to resume reading after the last record. Only formats that append lines have it. Changes nothing. */
  snapshot?(): ReaderState;
  /** Restores that state before anything is read. `replay` reads the lines that the state names. */
  resume?(state: ReaderState, replay: () => void): void;
}
