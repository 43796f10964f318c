/**
 * What a writer was asked about a session, and what came of it: one row a session, claimed before anything is sent. Of processes
 * that try at once one asks; a process that is killed leaves a claim that is taken over once, and no more. Holds no words of the
 * session or of a memory.
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
  /** The writer's id. */
  readonly by: string;
  readonly atMs: number;
  /** asked: the answer is awaited, or the process that waited was killed. nothing: too little was said, nobody was asked. */
  readonly state: "asked" | "answered" | "failed" | "nothing";
  /** How often somebody began to ask. */
  readonly attempts: number;
  /** Of the session, as far as it was read: it is due again when it went on. */
  readonly nextSeq: number;
  /** Why there is no answer that can be read. */
  readonly problem: string | null;
  readonly calls: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** As the writer counted them; null where it did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Of each statement: stored, reinforced, or why it was dropped. */
  readonly statements: readonly { readonly verdict: string; readonly id: MemoryId | null }[];
}

export interface Whose {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

const SOURCE_TYPE = "lessons";
/** A claim this old was left by a process that was killed. In milliseconds. */
const STALE_MS = 15 * 60_000;
/** After so many failures a session is left alone until a person asks for it. */
const MOST_ATTEMPTS = 2;

/** `isAskedFor`: a person wants it now, whatever failed before. */
export function isDue(
  before: WritingRecord | null,
  { nextSeq }: { readonly nextSeq: number },
  { nowMs, isAskedFor }: { readonly nowMs: number; readonly isAskedFor: boolean },
): boolean {
  if (before === null) return true;
  if (before.state === "answered" || before.state === "nothing") return nextSeq > before.nextSeq;
  // A clock that was put back makes a claim neither old nor new: it counts as old.
  const ageMs = nowMs - before.atMs;
  if (before.state === "asked" && ageMs >= 0 && ageMs < STALE_MS) return false;
  return isAskedFor || before.attempts < MOST_ATTEMPTS;
}

/** What was there before, with the claim; null where another process has claimed it. */
export function claimWriting(
  db: Database,
  whose: Whose,
  record: WritingRecord,
  how: { readonly isAskedFor: boolean },
): Promise<{ readonly claim: WritingRecord; readonly before: WritingRecord | null } | null> {
  return db.transaction(async (tx) => {
    const before = await readWriting(tx, whose);
    if (!isDue(before, record, { nowMs: record.atMs, ...how })) return null;
    const isAnother = before === null || before.state === "answered" || before.state === "nothing";
    const claim = { ...record, attempts: (isAnother ? 0 : before.attempts) + 1 };
    await saveWriting(tx, whose, claim);
    return { claim, before };
  });
}

export function saveWriting(db: Database, whose: Whose, record: WritingRecord): Promise<void> {
  const entry = { contentHash: record.by, outcome: JSON.stringify(record) };
  return writeLedger(db, keyOf(whose), entry, record.atMs);
}

/** The writer was not reached: as if nobody had asked. */
export async function releaseWriting(
  db: Database,
  whose: Whose,
  before: WritingRecord | null,
): Promise<void> {
  if (before === null) await dropLedger(db, keyOf(whose));
  else await saveWriting(db, whose, before);
}

export async function readWriting(db: Database, whose: Whose): Promise<WritingRecord | null> {
  const entry = await readLedger(db, keyOf(whose));
  return entry === undefined ? null : (JSON.parse(entry.outcome) as WritingRecord);
}

/** Of the project's sessions, by their ids. */
export async function writingsOf(
  db: Database,
  projectId: ProjectId,
): Promise<ReadonlyMap<string, WritingRecord>> {
  const outcomes = await ledgerOutcomes(db, { projectId, sourceType: SOURCE_TYPE });
  return new Map(
    [...outcomes].map(([session, outcome]) => [session, JSON.parse(outcome) as WritingRecord]),
  );
}

function keyOf({ projectId, sessionId }: Whose): LedgerKey {
  return { projectId, sourceType: SOURCE_TYPE, sourceKey: sessionId };
}
