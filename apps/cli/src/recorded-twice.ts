/**
 * Some sessions lie on disk twice: in Cursor's database and in its folder of transcripts, in an agent's own file and in
 * SpecStory's copy for people. Nothing ties the single messages of the two together, so the record that was taken in
 * first stays the only one.
 */
import type { Tacit } from "@tacit-memory/memory";
import { isDatabase, type TranscriptHost } from "@tacit-memory/transcripts";

type Forms = Awaited<ReturnType<Tacit["keyForms"]>>;
type Form = keyof Forms;

interface Recording {
  /** Keys of this very form: it may be read on. */
  readonly own: readonly Form[];
  /** Keys that only another record of the same session gives. */
  readonly foreign: readonly Form[];
}

interface TranscriptFile {
  readonly path: string;
  readonly host: TranscriptHost;
}

const COPY: Recording = { own: ["blocks"], foreign: ["lines", "bubbles", "others"] };
const CURSOR_DATABASE: Recording = { own: ["bubbles"], foreign: ["lines", "blocks"] };
const CURSOR_LINES: Recording = { own: ["lines"], foreign: ["bubbles", "blocks"] };
const AGENTS: Recording = { own: ["lines", "others"], foreign: ["blocks"] };

/** Those of whose sessions SpecStory makes copies; what others call a session may be any file's name. */
const COPIED: ReadonlySet<TranscriptHost> = new Set(["claude-code", "codex", "gemini", "opencode"]);

/** Null where there is no other record of such sessions. */
export async function recordOf({ path, host }: TranscriptFile): Promise<Recording | null> {
  if (host === "specstory") return COPY;
  if (host !== "cursor") return COPIED.has(host) ? AGENTS : null;
  return (await isDatabase(path).catch(() => false)) ? CURSOR_DATABASE : CURSOR_LINES;
}

export function isTakenOtherwise({ own, foreign }: Recording, forms: Forms): boolean {
  return foreign.some((form) => forms[form] > 0) && own.every((form) => forms[form] === 0);
}

/** The fuller record first: an agent's own before a copy of it, a database with outputs before lines without. */
export function fullestFirst<T extends TranscriptFile>(files: readonly T[]): T[] {
  const rank = ({ host, path }: T) =>
    host === "specstory" ? 2 : host === "cursor" && /\.jsonl?(?:\.gz)?$/.test(path) ? 1 : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
