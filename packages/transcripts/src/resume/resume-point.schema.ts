/**
 * A resume point: how far a transcript was read, and the state its reader needs to continue. It is stored in a file that any
 * program can change, so it is parsed as untrusted input. It contains no text of the conversation: what is still open is
 * found by reading the lines in `again` once more. The field names are those of stored files, so they cannot change.
 */
import { TOOLS } from "@tacit-memory/protocol";
import * as z from "zod/mini";

/** Raise it when readers store other state or make other events of a line. Resume points of other versions are ignored. */
export const RESUME_POINT_VERSION = 1;

/** With more lines to read again than this, or more bytes in them, the file is read from its start. */
const MAX_REPLAYED_LINES = 256;
export const MAX_REPLAYED_BYTES = 8 * 1024 * 1024;

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

const eventBuilderState = z.object({
  session: short,
  agent: short,
  source: z.optional(short),
  agentId: z.optional(short),
  isStarted: z.boolean(),
  isInTrouble: z.boolean(),
  cwd: z.optional(path),
  branch: z.optional(path),
  /** The time of the last event; if no record had a time, the milliseconds after the file's own time. */
  clock: z.union([z.object({ atMs: z.number() }), z.object({ afterFileMs: whole })]),
  agents: z.array(z.tuple([short, z.nullable(short)])).check(z.maxLength(10_000)),
  open: z.array(openCall).check(z.maxLength(MAX_REPLAYED_LINES)),
  keys: z.string().check(z.maxLength(16_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});
export type EventBuilderState = z.infer<typeof eventBuilderState>;

/** Each field belongs to one format; see its reader. */
const ownState = z.object({
  folder: z.optional(path),
  session: z.optional(short),
  /** Sessions by the start of a line to read again. */
  sessions: z.optional(z.array(z.tuple([whole, short]))),
  chains: z.optional(z.array(z.tuple([short, short])).check(z.maxLength(100_000))),
  heard: z.optional(z.array(z.tuple([digest, whole])).check(z.maxLength(100_000))),
  growing: z.optional(short),
  messageCount: z.optional(whole),
  forkedAtMs: z.optional(z.number()),
});

const readerState = z.object({
  scribes: z.array(eventBuilderState).check(z.maxLength(1_000)),
  own: ownState,
  /** Lines to read again, in order. Only they contain the commands whose results are still to come. */
  again: z.array(lineRange).check(z.maxLength(MAX_REPLAYED_LINES)),
});
export type ReaderState = z.infer<typeof readerState>;

export const resumePointSchema = z.object({
  version: z.literal(RESUME_POINT_VERSION),
  host: short,
  /** Inode and time of creation. */
  file: short,
  /** Digest of the file's first bytes, up to `last.end` and a limit. */
  head: digest,
  /** The last line that was read and complete. */
  last: lineRange,
  lastLine: digest,
  reader: readerState,
});
export type ResumePoint = z.infer<typeof resumePointSchema>;
