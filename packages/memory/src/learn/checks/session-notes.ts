/**
 * Notes that an agent stored with the tool `remember` in a session, in addition to those in marked lines of its replies. Both
 * are numbered together, listed in requests, and checked at the end of the session against its later events.
 */

import type { Database } from "@tacit-memory/sqlite";
import { newestEvidence } from "../../domain/evidence.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { asResolved, openNoteOf } from "../../domain/session/session-note.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { listMemories, listOwned } from "../../store/memories/memory-lists.ts";
import { isFlagged } from "../../store/memories/review-entries.ts";
import { findSession, type SessionRow } from "../../store/sessions/sessions.ts";
import { isWorthRecording } from "../detect/statements/note-wording.ts";
import { groundsOf } from "../detect/statements/recorded-note.ts";
import { type Note, resolvedNotes } from "../detect/statements/resolved-notes.ts";
import { turnsOf } from "../detect/statements/turn-triggers.ts";
import type { NoteMark, Trace } from "../detect/trace.ts";

/** Returns the notes that wait for the end of this session, oldest first. */
export async function openNotes(
  db: Database,
  { projectId, id }: Pick<SessionRow, "projectId" | "id">,
): Promise<Memory[]> {
  const waiting = await listMemories(db, { projectId, needsReview: true });
  return waiting.filter((memory) => openNoteOf(memory) === id).reverse();
}

/** Adds the notes to the trace at the time they were stored. */
export function withOpenNotes(trace: Trace, notes: readonly Memory[]): Trace {
  if (notes.length === 0) return trace;
  const stored = notes.map(
    (memory): NoteMark => ({
      line: { kind: "record", text: memory.content, replaces: null, outdated: null },
      seq: seqAt(trace, memory.createdAtMs),
      isTainted: memory.isTainted,
      atMs: memory.createdAtMs,
      memoryId: memory.id,
    }),
  );
  return { ...trace, notes: [...trace.notes, ...stored].sort((a, b) => a.atMs - b.atMs) };
}

/** Returns the number of the last step or message at that time. */
function seqAt({ steps, messages }: Trace, atMs: number): number {
  const past = [...steps, ...messages].filter((item) => item.atMs <= atMs);
  return past.reduce((latest, { seq }) => Math.max(latest, seq), 0);
}

interface Ended {
  readonly session: SessionRow;
  /** Trace including its open notes. */
  readonly trace: Trace;
  /** Returns the file in which the repository already states the note; null if none does. */
  readonly statingFile: (note: Memory) => string | null;
}

/**
 * Resolves the open notes of a session that is learned from, and those of sessions that will not be learned from any more.
 * Call inside a transaction.
 */
export async function resolveOpenNotes(db: Database, ended: Ended, moment: Moment): Promise<void> {
  const { session, trace } = ended;
  // Notes stored after the trace was built are left for the next run.
  const seen = new Set(trace.notes.map(({ memoryId }) => memoryId));
  const notesById = new Map(resolvedNotes(trace).map((note) => [note.memoryId, note]));
  const waiting = await listMemories(db, { projectId: session.projectId, needsReview: true });
  for (const memory of waiting) {
    const of = openNoteOf(memory);
    if (of === session.id && seen.has(memory.id))
      await resolveNote(db, memory, notesById.get(memory.id), ended, moment);
    else if (of !== null && of !== session.id && (await isDoneWith(db, session, of)))
      await release(db, memory, moment);
  }
}

/** `note`: the note at the end of the session; undefined if it was superseded, or is too short or long to compare. */
async function resolveNote(
  db: Database,
  memory: Memory,
  note: Note | undefined,
  { trace, statingFile: statedByRepository }: Ended,
  moment: Moment,
): Promise<void> {
  if (note === undefined && isWorthRecording(memory.content))
    return setAside(db, memory, "superseded in its session", moment);
  const saidIn = statedByRepository(memory);
  if (saidIn !== null) return setAside(db, memory, `${saidIn} says it already`, moment);
  return release(db, memory, moment, note, trace);
}

/** Archives memories with the scope of a single session when it ends. */
export async function archiveOwnedBySession(
  db: Database,
  session: Pick<SessionRow, "projectId" | "id">,
  moment: Moment,
): Promise<void> {
  for (const memory of await listOwned(db, session.projectId, "session", session.id)) {
    const after = { ...memory, state: "archived" as const };
    await changeMemory(db, memory, after, "its session is over", moment);
  }
}

/** Releases the notes of a session that is not learned from: they stay as stored. */
export async function releaseOpenNotes(
  db: Database,
  session: Pick<SessionRow, "projectId" | "id">,
  moment: Moment,
): Promise<void> {
  for (const memory of await openNotes(db, session)) await release(db, memory, moment);
}

/** Returns whether the session was forgotten or learned from completely. */
async function isDoneWith(db: Database, { projectId }: SessionRow, id: string): Promise<boolean> {
  const session = await findSession(db, projectId, id);
  if (session === undefined) return true;
  return session.state !== "open" && session.promotedSeq >= session.nextSeq - 1;
}

async function release(
  db: Database,
  memory: Memory,
  moment: Moment,
  note?: Note,
  trace?: Trace,
): Promise<void> {
  const grounds =
    note === undefined || trace === undefined ? null : groundsOf(trace, turnsOf(trace), note);
  const isRaised = grounds?.isSupported === true && memory.standing === "hypothesis";
  const resolved = asResolved(memory);
  const after = {
    ...memory,
    ...resolved,
    needsReview: resolved.needsReview || (await isFlagged(db, memory.id)),
    evidence: newestEvidence([...memory.evidence, ...(grounds?.evidence ?? [])]),
    standing: isRaised ? ("believed" as const) : memory.standing,
  };
  await changeMemory(db, memory, after, "settled: its session is over", moment);
}

async function setAside(db: Database, memory: Memory, why: string, moment: Moment): Promise<void> {
  const after = { ...memory, ...asResolved(memory), state: "archived" as const };
  await changeMemory(db, memory, after, why, moment);
}
