/**
 * agent_note: detects what the agent recorded in marked lines of its replies, requested or not, and keeps the notes that
 * remain valid at the end of the session. A note is believed when the turn it was recorded in, or the previous turn, has
 * evidence for it: a run that failed and then passed, or a correction by the user. Otherwise it is a hypothesis.
 */

import { AGENT_NOTE_TAG, draft } from "../../../domain/draft.ts";
import type { Evidence } from "../../../domain/memory.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { saysEarlierIsWrong, withoutRemark } from "../../../domain/text/retractions.ts";
import { identifiers, statementHash } from "../../../domain/text/text.ts";
import type { Detector } from "../detector.ts";
import type { Trace } from "../trace.ts";
import { noteTitle, noteType } from "./note-wording.ts";
import { type Note, resolvedNotes } from "./resolved-notes.ts";
import { asStatement } from "./sentences.ts";
import { type Trigger, type TriggerKind, type Turn, turnsOf } from "./turn-triggers.ts";

export const RECORDED_NOTE: Detector = {
  type: "agent_note",
  isStatistic: false,
  detect: (trace) => (trace.notes.length === 0 ? [] : notesOf(trace)),
};

/** Evidence of every recorded note, with its session and time. */
export const NOTE_RECORDED = sentenceOf("agent_recorded", {});
/** Maximum notes of one session. */
const MAX_NOTES = 8;
/** Score of a note that a trigger supports; a note without such evidence scores lower. */
const SUPPORTED_SCORE = 0.85;
const UNSUPPORTED_SCORE = 0.7;
const SUPPORTS: ReadonlySet<TriggerKind> = new Set(["passing_run", "user_correction"]);
const MAX_FILES = 6;

function notesOf(trace: Trace): Signal[] {
  const turns = turnsOf(trace);
  const knownFiles = [...new Set(trace.steps.flatMap(({ files }) => files))];
  return resolvedNotes(trace)
    .filter(({ memoryId }) => memoryId === null)
    .map((note) => toSignal(trace, note, groundsOf(trace, turns, note), knownFiles))
    .sort((a, b) => b.score - a.score || (b.seqs[0] ?? 0) - (a.seqs[0] ?? 0))
    .slice(0, MAX_NOTES);
}

interface Grounds {
  readonly evidence: readonly Evidence[];
  /** Whether a run that failed and then passed, or a correction by the user, supports the note. */
  readonly isSupported: boolean;
}

/** Returns the evidence in the session that supports a note. */
export function groundsOf(trace: Trace, turns: readonly Turn[], note: Note): Grounds {
  const triggers = triggersAt(turns, note.seq);
  return {
    evidence: evidenceOf(trace, note, triggers),
    isSupported: triggers.some(({ kind }) => SUPPORTS.has(kind)),
  };
}

/**
 * Returns the triggers of the turn in which a note was recorded and of the previous turn, because the request for a note
 * comes with the next prompt.
 */
function triggersAt(turns: readonly Turn[], seq: number): Trigger[] {
  const at = turns.findIndex(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq);
  return [turns[at - 1], turns[at]].flatMap((turn) => turn?.triggers ?? []);
}

function toSignal(
  trace: Trace,
  note: Note,
  { evidence, isSupported }: Grounds,
  knownFiles: readonly string[],
): Signal {
  const content = asStatement(withoutRemark(note.text));
  const names = identifiers(content);
  const files = [...new Set(names.flatMap((name) => fileNamed(name, knownFiles) ?? []))].slice(
    0,
    MAX_FILES,
  );
  return {
    type: "agent_note",
    session: trace.session,
    agentId: null,
    subject: `note:${statementHash(content)}`,
    score: isSupported ? SUPPORTED_SCORE : UNSUPPORTED_SCORE,
    minSessions: 1,
    files,
    seqs: [note.seq],
    isTainted: note.isTainted,
    survivesFailure: true,
    evidence,
    standing: isSupported ? "believed" : "hypothesis",
    ...(note.outdated === null ? {} : { outdated: note.outdated }),
    ...(saysEarlierIsWrong(note.text) ? { overturns: true as const } : {}),
    draft: draft({
      type: noteType(content),
      title: noteTitle(content),
      content,
      files,
      tags: [AGENT_NOTE_TAG],
    }),
  };
}

/** Returns the path that a name in the note refers to; null unless the session used exactly one such file. */
function fileNamed(name: string, knownFiles: readonly string[]): string | null {
  const path = name.replace(/^\.\//, "").replace(/:\d+$/, "");
  if (knownFiles.includes(path)) return path;
  const [found, another] = knownFiles.filter((file) => file.endsWith(`/${path}`));
  return found !== undefined && another === undefined ? found : null;
}

function evidenceOf(trace: Trace, note: Note, triggers: readonly Trigger[]): Evidence[] {
  const at = { session: trace.session, atMs: note.atMs };
  const recorded = { kind: "reobserved" as const, detail: NOTE_RECORDED, ...at };
  return [
    recorded,
    ...triggers.map(({ kind, detail }) => ({
      kind: kind === "passing_run" ? ("exit_code" as const) : ("reobserved" as const),
      detail,
      ...at,
    })),
  ];
}
