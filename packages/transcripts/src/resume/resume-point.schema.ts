/**
 * How far a transcript was read, and what its reader has to know to read on. Written by us, but read from a file that
 * anybody may have changed. Nothing that was said is in it: what is still open is told by the lines to read again.
 */
import { TOOLS } from "@tacit-memory/protocol";
import * as z from "zod/mini";

/** Another number: places kept before are none. Raised with any change of what readers keep or make of lines. */
export const PLACE_VERSION = 1;

/** More lines to read again than this, or more bytes in them, and the file is read whole. */
const MAX_LINES_AGAIN = 256;
export const MAX_BYTES_AGAIN = 8 * 1024 * 1024;

const short = z.string().check(z.maxLength(1_000));
const path = z.string().check(z.maxLength(10_000));
const whole = z.int().check(z.nonnegative());
const digest = z.string().check(z.regex(/^[0-9a-f]{16,64}$/));

/** A line of a file: its number from 1, its first byte, and the byte after the newline that ends it. */
const lineRange = z.object({ number: whole, start: whole, end: whole });
export type LineRange = z.infer<typeof lineRange>;

const openCall = z.object({
  id: z.string().check(z.maxLength(10_000)),
  tool: z.enum(TOOLS),
  hostTool: z.optional(short),
  files: z.optional(z.array(path).check(z.maxLength(1_000))),
});

const scribeState = z.object({
  session: short,
  agent: short,
  source: z.optional(short),
  agentId: z.optional(short),
  isStarted: z.boolean(),
  isInTrouble: z.boolean(),
  cwd: z.optional(path),
  branch: z.optional(path),
  /** When the last event was; where nothing told a time, how many milliseconds after the file's own. */
  clock: z.union([z.object({ atMs: z.number() }), z.object({ afterFileMs: whole })]),
  agents: z.array(z.tuple([short, z.nullable(short)])).check(z.maxLength(10_000)),
  open: z.array(openCall).check(z.maxLength(MAX_LINES_AGAIN)),
  keys: z.string().check(z.maxLength(16_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});
export type ScribeState = z.infer<typeof scribeState>;

/** Each field is one format's; see its reader. */
const ownState = z.object({
  folder: z.optional(path),
  session: z.optional(short),
  /** By where a line to read again starts. */
  sessions: z.optional(z.array(z.tuple([whole, short]))),
  chains: z.optional(z.array(z.tuple([short, short])).check(z.maxLength(100_000))),
  heard: z.optional(z.array(z.tuple([digest, whole])).check(z.maxLength(100_000))),
  growing: z.optional(short),
  messageCount: z.optional(whole),
  forkedAtMs: z.optional(z.number()),
});

const readerState = z.object({
  scribes: z.array(scribeState).check(z.maxLength(1_000)),
  own: ownState,
  /** In order; what they say that is still open is in no other place. */
  again: z.array(lineRange).check(z.maxLength(MAX_LINES_AGAIN)),
});
export type ReaderState = z.infer<typeof readerState>;

export const transcriptPlaceSchema = z.object({
  version: z.literal(PLACE_VERSION),
  host: short,
  /** Inode and time of birth. */
  file: short,
  /** Of the file's first bytes, up to `last.end` and a limit. */
  head: digest,
  /** The last line that was read and complete. */
  last: lineRange,
  lastLine: digest,
  reader: readerState,
});
export type TranscriptPlace = z.infer<typeof transcriptPlaceSchema>;
