/** The capture ledger: which sources an importer has ingested already, so that repeating an import changes nothing. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const SELECT = /* sql */ `SELECT content_hash AS contentHash, outcome FROM capture_ledger
  WHERE project_id = :projectId AND source_type = :sourceType AND source_key = :sourceKey`;
const UPSERT = /* sql */ `INSERT INTO capture_ledger (project_id, source_type, source_key, content_hash, outcome, at_ms)
  VALUES (:projectId, :sourceType, :sourceKey, :contentHash, :outcome, :nowMs)
  ON CONFLICT (project_id, source_type, source_key) DO UPDATE SET
    content_hash = excluded.content_hash, outcome = excluded.outcome, at_ms = excluded.at_ms`;
const CLAIM = /* sql */ `INSERT INTO capture_ledger (project_id, source_type, source_key, content_hash, outcome, at_ms)
  VALUES (:projectId, :sourceType, :sourceKey, :contentHash, :outcome, :nowMs)
  ON CONFLICT (project_id, source_type, source_key) DO NOTHING`;
const DELETE = /* sql */ `DELETE FROM capture_ledger
  WHERE project_id = :projectId AND source_type = :sourceType AND source_key = :sourceKey`;
const SELECT_OUTCOMES = /* sql */ `SELECT source_key AS sourceKey, outcome FROM capture_ledger
  WHERE project_id = :projectId AND source_type = :sourceType`;

export interface LedgerKey {
  /** "" for sources that belong to no single project, such as a transcript file. */
  readonly projectId: ProjectId | "";
  readonly sourceType: string;
  readonly sourceKey: string;
}

/** Returns the key of the note request that waits for a session's next prompt. */
export function noteRequestKey(projectId: ProjectId, session: string): LedgerKey {
  return { projectId, sourceType: "note_request", sourceKey: session };
}

/**
 * Returns the key of the turn (by the seq of its prompt) in which a session was last asked to record a note while the turn
 * was running.
 */
export function inTurnRequestKey(projectId: ProjectId, session: string): LedgerKey {
  return { projectId, sourceType: "in_turn_request", sourceKey: session };
}

export interface LedgerEntry {
  readonly contentHash: string;
  readonly outcome: string;
}

export async function readLedger(db: Database, key: LedgerKey): Promise<LedgerEntry | undefined> {
  return db.get<LedgerEntry>(SELECT, { ...key });
}

export async function writeLedger(
  db: Database,
  key: LedgerKey,
  entry: LedgerEntry,
  nowMs: number,
): Promise<void> {
  await db.run(UPSERT, { ...key, ...entry, nowMs });
}

/** Adds an entry and returns whether none existed. Of concurrent processes, exactly one gets true. */
export async function claimLedger(
  db: Database,
  key: LedgerKey,
  entry: LedgerEntry,
  nowMs: number,
): Promise<boolean> {
  return (await db.run(CLAIM, { ...key, ...entry, nowMs })).changes > 0;
}

/** Deletes an entry and returns whether it existed. Of concurrent processes, exactly one gets true. */
export async function dropLedger(db: Database, key: LedgerKey): Promise<boolean> {
  return (await db.run(DELETE, { ...key })).changes > 0;
}

/** Returns the outcomes of one source type, by source key. */
export async function ledgerOutcomes(
  db: Database,
  { projectId, sourceType }: Pick<LedgerKey, "projectId" | "sourceType">,
): Promise<Map<string, string>> {
  type Row = { readonly sourceKey: string; readonly outcome: string };
  const rows = await db.all<Row>(SELECT_OUTCOMES, { projectId, sourceType });
  return new Map(rows.map(({ sourceKey, outcome }) => [sourceKey, outcome]));
}
