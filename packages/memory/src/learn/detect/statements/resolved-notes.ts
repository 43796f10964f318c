/**
 * Which of the notes that an agent recorded in a session hold at its end? A note is replaced and removed by its number, and
 * gives way to a later one that says nearly the same, to a user who rejects it, to the agent's own concession, and to a fix
 * of the failure that is all it states.
 */
import type { MemoryId } from "../../../domain/ids.ts";
import { retractionsIn, type Statement } from "../../../domain/text/retractions.ts";
import { identifiers, jaccard, words } from "../../../domain/text/text.ts";
import { runOf } from "../detector.ts";
import type { NoteMark, Trace } from "../trace.ts";
import { isWorthRecording, onlySaysThatItFails } from "./note-wording.ts";

export interface Note {
  /** By which the agent replaces and removes it; from 1. */
  readonly number: number;
  readonly text: string;
  readonly seq: number;
  readonly isTainted: boolean;
  readonly atMs: number;
  /** As in `NoteMark`. */
  readonly memoryId: MemoryId | null;
}

/**
 * Shares of common words from which on two notes say nearly the same; the lower one where both name the same code. Notes that
 * name different code are about different things, however many words they have in common.
 */
const SAME = 0.5;
const SAME_OF_ONE_CODE = 0.3;
/** Notes that are compared with each other: the newest. */
const MOST_COMPARED = 20;

/** By number, with what each says now. What says nothing of use has no number. */
export function recordedNotes(marks: readonly NoteMark[]): Note[] {
  const notes = new Map<number, Note>();
  let last = 0;
  for (const { line, ...at } of marks) {
    if (line.kind === "drop") notes.delete(line.number);
    else if (isWorthRecording(line.text)) {
      const { replaces, text } = line;
      const number = replaces !== null && replaces > 0 && replaces <= last ? replaces : ++last;
      notes.set(number, { number, text, ...at });
    }
  }
  return [...notes.values()].sort((a, b) => a.number - b.number);
}

/** In the order in which they were recorded. */
export function resolvedNotes(trace: Trace): Note[] {
  const recorded = recordedNotes(trace.notes).sort((a, b) => a.seq - b.seq);
  const rejected = rejectedNotes(trace, recorded);
  const remaining = recorded.filter((note) => !rejected.has(note)).slice(-MOST_COMPARED);
  return remaining.filter(
    (note, i) =>
      !remaining.slice(i + 1).some((later) => saysNearlyTheSame(note, later)) &&
      !isFixedSince(trace, note),
  );
}

function saysNearlyTheSame(note: Note, later: Note): boolean {
  const common = jaccard(new Set(words(note.text)), new Set(words(later.text)));
  const [names, laterNames] = [identifiers(note.text), new Set(identifiers(later.text))];
  if (names.some((name) => laterNames.has(name))) return common >= SAME_OF_ONE_CODE;
  return common >= SAME && (names.length === 0 || laterNames.size === 0);
}

/** What the user said no to in the next prompt, and what the agent took back. */
function rejectedNotes(trace: Trace, notes: readonly Note[]): Set<Note> {
  const sayings = trace.sayings
    .filter(({ agentId }) => agentId === null)
    .map(({ seq, by, text }) => ({ seq, speaker: by, content: text, note: null }));
  const recorded = notes.map((note) => ({
    seq: note.seq,
    speaker: "agent" as const,
    content: note.text,
    note,
  }));
  // A note comes after the rest of its message: the sort is stable.
  const entries = [...sayings, ...recorded].sort((a, b) => a.seq - b.seq);
  const statements = entries.map(
    ({ speaker, content }, seq): Statement => ({ seq, speaker, content }),
  );
  const retracted = retractionsIn(statements).flatMap(({ seq }) => entries[seq]?.note ?? []);
  return new Set(retracted);
}

/** It states no more than a failure, and a run that failed then passes later. */
function isFixedSince({ steps }: Trace, { seq, text }: Note): boolean {
  if (!onlySaysThatItFails(text)) return false;
  const failing = new Set<string>();
  for (const step of steps) {
    const run = runOf(step);
    if (run === "") continue;
    if (step.seq < seq && !step.isOk) failing.add(run);
    else if (step.isOk && failing.delete(run) && step.seq > seq) return true;
  }
  return false;
}
