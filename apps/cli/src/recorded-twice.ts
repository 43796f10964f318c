/**
 * Some sessions lie on disk twice: in Cursor's database and in its folder of transcripts, in an agent's own file and in
 * SpecStory's copy for people. Nothing ties the single messages of the two together, so what the record told that was
 * taken in first stays; but where that ends, the other one tells how the session went on. Not so the copy for people.
 */
import type { Tacit } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { isDatabase, type TranscriptHost } from "@tacit-memory/transcripts";

type Forms = Awaited<ReturnType<Tacit["keyForms"]>>;
type Form = keyof Forms;
type Copied = Awaited<ReturnType<Tacit["copied"]>>;

interface Recording {
  /** Keys of this very form: it may be read on. */
  readonly own: readonly Form[];
  /** Keys that only another record of the same session gives. */
  readonly foreign: readonly Form[];
  /** What is foreign may end before the session did: where is that, in this record? */
  readonly goesOn?: "by time" | "by prompts";
}

interface TranscriptFile {
  readonly path: string;
  readonly host: TranscriptHost;
}

const COPY: Recording = { own: ["blocks"], foreign: ["lines", "bubbles", "others"] };
/** Its lines tell no time. */
const CURSOR_DATABASE: Recording = {
  own: ["bubbles"],
  foreign: ["lines", "blocks"],
  goesOn: "by prompts",
};
const CURSOR_LINES: Recording = {
  own: ["lines"],
  foreign: ["bubbles", "blocks"],
  goesOn: "by prompts",
};
const AGENTS: Recording = {
  own: ["lines", "others"],
  foreign: ["blocks"],
  goesOn: "by time",
};

/** Those of whose sessions SpecStory makes copies; what others call a session may be any file's name. */
const COPIED: ReadonlySet<TranscriptHost> = new Set(["claude-code", "codex", "gemini", "opencode"]);

/** Null where there is no other record of such sessions. */
export async function recordOf({ path, host }: TranscriptFile): Promise<Recording | null> {
  if (host === "specstory") return COPY;
  if (host !== "cursor") return COPIED.has(host) ? AGENTS : null;
  return (await isDatabase(path).catch(() => false)) ? CURSOR_DATABASE : CURSOR_LINES;
}

export function isTakenOtherwise(
  { own, foreign, goesOn }: Recording,
  forms: Forms,
): "no" | "yes" | "so far" {
  if (foreign.every((form) => forms[form] === 0)) return "no";
  if (goesOn !== undefined) return "so far";
  // Whoever made a copy is not asked again once the agent's own file has told more.
  const isCopy = own.includes("blocks");
  return isCopy || own.every((form) => forms[form] === 0) ? "yes" : "no";
}

/**
 * Of this record's events, whether each comes after what the other one told: from the first prompt on that the other one
 * does not have, and that comes later. Later by the clock, where both tell the time (a copy's times are whole seconds, or
 * none); otherwise, after all that the other one has.
 */
export function goesOnAfter({ goesOn }: Recording, copied: Copied): (event: Event) => boolean {
  const told = new Set(copied.prompts.map(folded));
  const isLater = goesOn === "by time" ? laterThan(copied.lastMs) : afterAll(copied.prompts);
  let sinceMs: number | undefined;
  return (event) => {
    const atMs = Date.parse(event.ts);
    // Each prompt is looked at, those that were told too: they say how far this record is.
    if (event.kind === "prompt" && isLater(event) && !told.has(folded(event.text)))
      sinceMs ??= atMs;
    // A database tells of subagents afterwards, those of what was told among them.
    return sinceMs !== undefined && (event.agentId === undefined || atMs >= sinceMs);
  };
}

type Prompt = Extract<Event, { kind: "prompt" }>;

function laterThan(lastMs: number): (prompt: Prompt) => boolean {
  const second = Math.floor(lastMs / 1000);
  return ({ ts }) => Math.floor(Date.parse(ts) / 1000) > second;
}

/** Met in their order. One that is worded otherwise here is passed over, but for the last. None: nobody can tell. */
function afterAll(prompts: readonly string[]): (prompt: Prompt) => boolean {
  const told = prompts.map(folded);
  let met = 0;
  return ({ text }) => {
    if (met === told.length) return met > 0;
    const at = told.indexOf(folded(text), met);
    if (at >= 0) met = at + 1;
    return false;
  };
}

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** The fuller record first: an agent's own before a copy of it, a database with outputs before lines without. */
export function fullestFirst<T extends TranscriptFile>(files: readonly T[]): T[] {
  const rank = ({ host, path }: T) =>
    host === "specstory" ? 2 : host === "cursor" && /\.jsonl?(?:\.gz)?$/.test(path) ? 1 : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
