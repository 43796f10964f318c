/**
 * Some sessions lie on disk twice: in Cursor's database and in its folder of transcripts, in an agent's own file and in
 * SpecStory's copy for people. Nothing ties the single messages of the two together, so the record that was taken in
 * first stays the only one; but where a copy ends, the agent's own file tells how the session went on.
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
  /** `foreign` is a copy of this, which may have ended before the session did. */
  readonly isCopied?: boolean;
}

interface TranscriptFile {
  readonly path: string;
  readonly host: TranscriptHost;
}

const COPY: Recording = { own: ["blocks"], foreign: ["lines", "bubbles", "others"] };
const CURSOR_DATABASE: Recording = { own: ["bubbles"], foreign: ["lines", "blocks"] };
const CURSOR_LINES: Recording = { own: ["lines"], foreign: ["bubbles", "blocks"] };
const AGENTS: Recording = {
  own: ["lines", "others"],
  foreign: ["blocks"],
  isCopied: true,
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
  { own, foreign, isCopied }: Recording,
  forms: Forms,
): "no" | "yes" | "so far" {
  if (foreign.every((form) => forms[form] === 0)) return "no";
  if (isCopied === true) return "so far";
  // Whoever made a copy is not asked again once the agent's own file has told more.
  const isCopy = own.includes("blocks");
  return isCopy || own.every((form) => forms[form] === 0) ? "yes" : "no";
}

/**
 * Of an agent's own events, whether each comes after what a copy told: from the first prompt on that is later and that the
 * copy does not have. A copy's times are whole seconds, or none.
 */
export function goesOnAfter({ lastMs, prompts }: Copied): (event: Event) => boolean {
  const told = new Set(prompts.map(folded));
  const second = Math.floor(lastMs / 1000);
  let isPast = false;
  return (event) => {
    isPast ||=
      event.kind === "prompt" &&
      Math.floor(Date.parse(event.ts) / 1000) > second &&
      !told.has(folded(event.text));
    return isPast;
  };
}

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** The fuller record first: an agent's own before a copy of it, a database with outputs before lines without. */
export function fullestFirst<T extends TranscriptFile>(files: readonly T[]): T[] {
  const rank = ({ host, path }: T) =>
    host === "specstory" ? 2 : host === "cursor" && /\.jsonl?(?:\.gz)?$/.test(path) ? 1 : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
