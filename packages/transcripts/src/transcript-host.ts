/** Which agent programs' transcripts can we read, and what does a reader of one of them look like? */
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
  "moatless",
  "rovo",
  "cline",
  "pi",
  "qwen",
] as const;
export type TranscriptHost = (typeof TRANSCRIPT_HOSTS)[number];

export interface TranscriptProblem {
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  readonly reason: string;
  /** The last line has no end yet: somebody may be writing it. */
  readonly isUnfinished?: boolean;
}

/** What a format's reader knows about the file besides its content. */
export interface TranscriptFile {
  readonly path: string;
  /** The file's own name without its extensions. */
  readonly name: string;
  /** The name of the folder it lies in. */
  readonly folder: string;
  /** Last change, in milliseconds since 1970: the clock of formats that record no time. */
  readonly changedMs: number;
}

/** Takes the records (or the text) of one file in order; the events are collected with `drain`. */
export interface TranscriptReader {
  /** `range` where the file is one of lines that lie in it as they were read. */
  read(record: unknown, line: number, range?: LineRange): void;
  finish(): void;
  drain(): Event[];
  /** Of formats that only ever add lines: what a reading from here on has to know. Changes nothing. */
  keep?(): ReaderState;
  /** Before anything is read, on from there. `readAgain` reads the lines that the state names. */
  resume?(kept: ReaderState, readAgain: () => void): void;
}
