/**
 * Some sessions are on disk in two records: in Cursor's database and in its folder of transcripts, or in an agent's own file
 * and in SpecStory's copy for people. Nothing identifies the same message in both. So the record that was imported first
 * stays, and a second record only adds how the session continued after the first one ends. SpecStory's copy adds nothing.
 */
import type { Event } from "@tacit-memory/protocol";
import { isDatabase, type TranscriptHost } from "@tacit-memory/transcripts";
import { oneLine } from "../../domain/text/text.ts";
import type { Copied, KeyForms } from "../../store/sessions/events.ts";

type KeyForm = keyof KeyForms;

export interface RecordKind {
  /** Forms of event keys that this kind of record produces. */
  readonly own: readonly KeyForm[];
  /** Forms of event keys that only another record of the same session produces. */
  readonly foreign: readonly KeyForm[];
  /** Set if the other record may end before the session did: how the end of the other is found in this record. */
  readonly continuesBy?: "time" | "prompts";
}

interface TranscriptFile {
  readonly path: string;
  readonly host: TranscriptHost;
}

const COPY: RecordKind = { own: ["blocks"], foreign: ["lines", "bubbles", "others"] };
const CURSOR_DATABASE: RecordKind = {
  own: ["bubbles"],
  foreign: ["lines", "blocks"],
  continuesBy: "prompts",
};
/** These lines have no times. */
const CURSOR_LINES: RecordKind = {
  own: ["lines"],
  foreign: ["bubbles", "blocks"],
  continuesBy: "prompts",
};
const AGENT_FILE: RecordKind = {
  own: ["lines", "others"],
  foreign: ["blocks"],
  continuesBy: "time",
};

/** Hosts that SpecStory copies. For other hosts the id of a session can be the name of any file. */
const COPIED: ReadonlySet<TranscriptHost> = new Set(["claude-code", "codex", "gemini", "opencode"]);

/** Null if no second record of such sessions exists. */
export async function recordKindOf({ path, host }: TranscriptFile): Promise<RecordKind | null> {
  if (host === "specstory") return COPY;
  if (host !== "cursor") return COPIED.has(host) ? AGENT_FILE : null;
  return (await isDatabase(path).catch(() => false)) ? CURSOR_DATABASE : CURSOR_LINES;
}

/** How much of a session was imported from another record than this one. */
export function importedElsewhere(
  { own, foreign, continuesBy }: RecordKind,
  forms: KeyForms,
): "nothing" | "all" | "beginning" {
  if (foreign.every((form) => forms[form] === 0)) return "nothing";
  if (continuesBy !== undefined) return "beginning";
  // A copy that was imported before the agent's own file is not read again: the own file has more.
  const isCopy = own.includes("blocks");
  return isCopy || own.every((form) => forms[form] === 0) ? "all" : "nothing";
}

/**
 * Returns a test for the events of this record, in order: whether the event comes after everything in the other record. The
 * first such event is a prompt that the other record lacks and that is later than its end. Later means by the clock if both
 * records have times (a copy has whole seconds or none), otherwise after all prompts of the other record.
 */
export function continuationAfter(
  { continuesBy }: RecordKind,
  copied: Copied,
): (event: Event) => boolean {
  const prompts = new Set(copied.prompts.map(oneLine));
  const isLater = continuesBy === "time" ? laterThan(copied.lastMs) : afterAll(copied.prompts);
  let sinceMs: number | undefined;
  return (event) => {
    const atMs = Date.parse(event.ts);
    // `isLater` must see every prompt, because it counts how many prompts of the other record have passed.
    if (event.kind === "prompt" && isLater(event) && !prompts.has(oneLine(event.text)))
      sinceMs ??= atMs;
    // A database lists subagents at the end, including those of the known part.
    return sinceMs !== undefined && (event.agentId === undefined || atMs >= sinceMs);
  };
}

type Prompt = Extract<Event, { kind: "prompt" }>;

function laterThan(lastMs: number): (prompt: Prompt) => boolean {
  const second = Math.floor(lastMs / 1000);
  return ({ ts }) => Math.floor(Date.parse(ts) / 1000) > second;
}

/**
 * Passes prompts after the last of `prompts` was found, in order. A prompt with another wording in this record is passed
 * over, unless it is the last. Without prompts the end of the other record is unknown, so nothing passes.
 */
function afterAll(prompts: readonly string[]): (prompt: Prompt) => boolean {
  const expected = prompts.map(oneLine);
  let found = 0;
  return ({ text }) => {
    if (found === expected.length) return found > 0;
    const at = expected.indexOf(oneLine(text), found);
    if (at >= 0) found = at + 1;
    return false;
  };
}

/** The fuller record first: an agent's own file before a copy of it, a database with outputs before lines without. */
export function fullestFirst<T extends TranscriptFile>(files: readonly T[]): T[] {
  const rank = ({ host, path }: T) =>
    host === "specstory" ? 2 : host === "cursor" && /\.jsonl?(?:\.gz)?$/.test(path) ? 1 : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
