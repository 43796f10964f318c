/**
 * Records what a writer was asked about a session and the result: one row per session, claimed before anything is sent. Of
 * concurrent processes only one asks; the claim of a killed process is taken over only once. Contains no text of the session
 * or of a memory.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import {
  dropLedger,
  type LedgerKey,
  ledgerOutcomes,
  readLedger,
  writeLedger,
} from "../../store/sessions/ledger.ts";

export interface WritingRecord {
  /** Id of the writer. */
  readonly by: string;
  readonly atMs: number;
  /** asked: waiting for the answer, or the waiting process was killed. nothing: too little was said, so nothing was asked. */
  readonly state: "asked" | "answered" | "failed" | "nothing";
  /** Number of attempts to ask. */
  readonly attempts: number;
  /** Next sequence number of the session when it was read; it is due again when it continued. */
  readonly nextSeq: number;
  /** Why there is no readable answer. */
  readonly problem: string | null;
  readonly calls: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Tokens as the writer counted them; null when not reported. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Result of each statement: stored, reinforced, or why it was dropped. */
  readonly statements: readonly { readonly verdict: string; readonly id: MemoryId | null }[];
}

/** Returns the record of a session that is about to be asked about. */
export function newRecord(
  by: string,
  { nextSeq }: Pick<WritingRecord, "nextSeq">,
  atMs: number,
): WritingRecord {
  return {
    by,
    atMs,
    state: "asked",
    attempts: 0,
    nextSeq,
    problem: null,
    calls: 0,
    sentBytes: 0,
    receivedBytes: 0,
    inputTokens: null,
    outputTokens: null,
    statements: [],
  };
}

export interface SessionKey {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

const SOURCE_TYPE = "lessons";
/** Age in milliseconds at which a claim was left by a killed process. */
const STALE_MS = 15 * 60_000;
/** Maximum failed attempts; then the session is read only on a person's request. */
const MAX_ATTEMPTS = 2;

/** Whether a session is to be read. `isAskedFor`: a person requests it now, regardless of earlier failures. */
export function isDue(
  before: WritingRecord | null,
  { nextSeq }: { readonly nextSeq: number },
  { nowMs, isAskedFor }: { readonly nowMs: number; readonly isAskedFor: boolean },
): boolean {
  if (before === null) return true;
  if (before.state === "answered" || before.state === "nothing") return nextSeq > before.nextSeq;
  // After the clock was put back, the age of a claim is unknown; it counts as old.
  const ageMs = nowMs - before.atMs;
  if (before.state === "asked" && ageMs >= 0 && ageMs < STALE_MS) return false;
  return isAskedFor || before.attempts < MAX_ATTEMPTS;
}

/** Claims a session. Returns the claim and the record before it; null when another process has claimed it. */
export function claimWriting(
  db: Database,
  session: SessionKey,
  record: WritingRecord,
  how: { readonly isAskedFor: boolean },
): Promise<{ readonly claim: WritingRecord; readonly before: WritingRecord | null } | null> {
  return db.transaction(async (tx) => {
    const before = await readWriting(tx, session);
    if (!isDue(before, record, { nowMs: record.atMs, ...how })) return null;
    const isAnother = before === null || before.state === "answered" || before.state === "nothing";
    const claim = { ...record, attempts: (isAnother ? 0 : before.attempts) + 1 };
    await saveWriting(tx, session, claim);
    return { claim, before };
  });
}

export function saveWriting(
  db: Database,
  session: SessionKey,
  record: WritingRecord,
): Promise<void> {
  const entry = { contentHash: record.by, outcome: JSON.stringify(record) };
  return writeLedger(db, keyOf(session), entry, record.atMs);
}

/** Restores the record before the claim, because the writer could not be reached. */
export async function releaseWriting(
  db: Database,
  session: SessionKey,
  before: WritingRecord | null,
): Promise<void> {
  if (before === null) await dropLedger(db, keyOf(session));
  else await saveWriting(db, session, before);
}

export async function readWriting(
  db: Database,
  session: SessionKey,
): Promise<WritingRecord | null> {
  const entry = await readLedger(db, keyOf(session));
  return entry === undefined ? null : (JSON.parse(entry.outcome) as WritingRecord);
}

/** Returns the records of the project's sessions, by session id. */
export async function writingsOf(
  db: Database,
  projectId: ProjectId,
): Promise<ReadonlyMap<string, WritingRecord>> {
  const outcomes = await ledgerOutcomes(db, { projectId, sourceType: SOURCE_TYPE });
  return new Map(
    [...outcomes].map(([session, outcome]) => [session, JSON.parse(outcome) as WritingRecord]),
  );
}

function keyOf({ projectId, sessionId }: SessionKey): LedgerKey {
  return { projectId, sourceType: SOURCE_TYPE, sourceKey: sessionId };
}
