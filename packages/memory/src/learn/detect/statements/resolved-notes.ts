/**
 * Determines which notes an agent recorded in a session are still valid at its end. Notes are replaced and removed by number.
 * A note is also dropped when a later one says nearly the same, the user rejects it, the agent retracts it, or it only states
 * a failure that was fixed later.
 */
import type { MemoryId } from "../../../domain/ids.ts";
import { retractionsIn, type Statement } from "../../../domain/text/retractions.ts";
import { identifiers, jaccard, words } from "../../../domain/text/text.ts";
import { runOf } from "../detector.ts";
import type { NoteMark, Trace } from "../trace.ts";
import { isWorthRecording, onlySaysThatItFails } from "./note-wording.ts";

export interface Note {
  /** The number by which the agent replaces or removes the note; starts at 1. */
  readonly number: number;
  readonly text: string;
  readonly seq: number;
  readonly isTainted: boolean;
  readonly atMs: number;
  /** As in `NoteMark`. */
  readonly memoryId: MemoryId | null;
  /** Short id of the memory of an earlier session that the note replaces. */
  readonly outdated: string | null;
}

/**
 * Minimum shares of common words at which two notes count as nearly the same. The lower limit applies when both name the same
 * code. Notes that name different code are about different things, however many words they share.
 */
const MIN_SHARE = 0.5;
const MIN_SHARE_SAME_CODE = 0.3;
/** Maximum notes that are compared with each other, newest first. */
const MAX_COMPARED = 20;

/** Returns the notes with their current text, by number. A useless note gets no number. */
export function recordedNotes(marks: readonly NoteMark[]): Note[] {
  const notes = new Map<number, Note>();
  let last = 0;
  for (const { line, ...at } of marks) {
    if (line.kind === "drop") notes.delete(line.number);
    else if (line.kind === "record" && isWorthRecording(line.text)) {
      const { replaces, text } = line;
      const number = replaces !== null && replaces > 0 && replaces <= last ? replaces : ++last;
      const outdated = line.outdated ?? notes.get(number)?.outdated ?? null;
      notes.set(number, { number, text, outdated, ...at });
    }
  }
  return [...notes.values()].sort((a, b) => a.number - b.number);
}

/** Returns the notes that are still valid, in the order in which they were recorded. */
export function resolvedNotes(trace: Trace): Note[] {
  const recorded = recordedNotes(trace.notes).sort((a, b) => a.seq - b.seq);
  const rejected = rejectedNotes(trace, recorded);
  const remaining = recorded.filter((note) => !rejected.has(note)).slice(-MAX_COMPARED);
  return remaining.filter(
    (note, i) =>
      !remaining.slice(i + 1).some((later) => saysNearlyTheSame(note, later)) &&
      !isFixedSince(trace, note),
  );
}

function saysNearlyTheSame(note: Note, later: Note): boolean {
  const common = jaccard(new Set(words(note.text)), new Set(words(later.text)));
  const [names, laterNames] = [identifiers(note.text), new Set(identifiers(later.text))];
  if (names.some((name) => laterNames.has(name))) return common >= MIN_SHARE_SAME_CODE;
  return common >= MIN_SHARE && (names.length === 0 || laterNames.size === 0);
}

/** Returns the notes that the user rejected in the next prompt or the agent retracted. */
function rejectedNotes(trace: Trace, notes: readonly Note[]): Set<Note> {
  const messages = trace.messages
    .filter(({ agentId }) => agentId === null)
    .map(({ seq, by, text }) => ({ seq, speaker: by, content: text, note: null }));
  const recorded = notes.map((note) => ({
    seq: note.seq,
    speaker: "agent" as const,
    content: note.text,
    note,
  }));
  // The sort is stable, so a note follows the rest of its message.
  const entries = [...messages, ...recorded].sort((a, b) => a.seq - b.seq);
  const statements = entries.map(
    ({ speaker, content }, seq): Statement => ({ seq, speaker, content }),
  );
  const retracted = retractionsIn(statements).flatMap(({ seq }) => entries[seq]?.note ?? []);
  return new Set(retracted);
}

/** Whether a note only states a failure and a run that failed passes later. */
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
