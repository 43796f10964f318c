/** Stores candidates that wait, were rejected, or became a memory; one row per subject and project. */

import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { Candidate, Rejection } from "../../domain/candidate.ts";
import type { CandidateId, MemoryId, ProjectId } from "../../domain/ids.ts";
import { readPayload } from "../../domain/payload.ts";
import type { SignalType } from "../../domain/signal.ts";

const COLUMNS = /* sql */ `id, project_id AS projectId, subject, state, reason, memory_id AS memoryId, score, body,
  created_at_ms AS createdAtMs`;
const SELECT_SUBJECT = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE project_id = :projectId AND subject = :subject`;
const SELECT_ENDING = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE id LIKE '%' || :ending LIMIT 2`;
const SELECT_LIST = /* sql */ `SELECT ${COLUMNS} FROM candidate
  WHERE (:projectId IS NULL OR project_id = :projectId) AND (:state IS NULL OR state = :state)
  ORDER BY updated_at_ms DESC, score DESC, id LIMIT :limit`;
const SELECT_DECIDED = /* sql */ `SELECT subject FROM candidate WHERE project_id = :projectId
  AND (state = 'promoted' OR (state = 'rejected' AND reason = 'rejected_by_user')) AND substr(subject, 1, length(:prefix)) = :prefix ORDER BY subject`;
const SELECT_SHOWN_BY = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE project_id = :projectId
  AND EXISTS (SELECT 1 FROM json_each(body, '$.sessions') WHERE value = :session) ORDER BY subject`;
const SELECT_OF_MEMORY = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE memory_id = :memoryId ORDER BY created_at_ms, id`;
const UPSERT = /* sql */ `INSERT INTO candidate (id, project_id, subject, state, reason, memory_id, score, body,
    created_at_ms, updated_at_ms)
  VALUES (:id, :projectId, :subject, :state, :reason, :memoryId, :score, :body, :createdAtMs, :nowMs)
  ON CONFLICT (project_id, subject) DO UPDATE SET state = excluded.state, reason = excluded.reason,
    memory_id = excluded.memory_id, score = excluded.score, body = excluded.body,
    updated_at_ms = excluded.updated_at_ms`;
const COUNTS = /* sql */ `SELECT state, reason, count(*) AS count FROM candidate
  WHERE (:projectId IS NULL OR project_id = :projectId) GROUP BY state, reason`;
const SELECT_PROMOTED = /* sql */ `SELECT ${COLUMNS} FROM candidate
  WHERE project_id = :projectId AND state = 'promoted'
    AND EXISTS (SELECT 1 FROM json_each(body, '$.signals') WHERE value = :signal)
    AND (:session IS NULL OR EXISTS (SELECT 1 FROM json_each(body, '$.sessions') WHERE value = :session))`;

const RESET = /* sql */ `UPDATE candidate SET state = :state, reason = :reason, memory_id = :memoryId,
    body = json_remove(body, '$.memoryId'), updated_at_ms = :nowMs WHERE id = :id`;

interface CandidateRow {
  readonly id: CandidateId;
  readonly projectId: ProjectId;
  readonly subject: string;
  readonly state: Candidate["state"];
  readonly reason: Rejection | null;
  readonly memoryId: MemoryId | null;
  readonly score: number;
  readonly body: string;
  readonly createdAtMs: number;
}

export async function saveCandidate(
  db: Database,
  candidate: Candidate,
  nowMs: number,
): Promise<void> {
  const { id, projectId, subject, state, reason, score, createdAtMs, ...rest } = candidate;
  await db.run(UPSERT, {
    id,
    projectId,
    subject,
    state,
    reason,
    memoryId: candidate.state === "promoted" ? candidate.memoryId : null,
    score,
    body: JSON.stringify(rest),
    createdAtMs,
    nowMs,
  });
}

/** Restores the state of a candidate before a decision. */
export async function resetCandidate(
  db: Database,
  was: Pick<CandidateRow, "id" | "state" | "reason" | "memoryId">,
  nowMs: number,
): Promise<void> {
  const { id, state, reason, memoryId } = was;
  await db.run(RESET, { id, state, reason, memoryId, nowMs });
}

export async function findCandidate(
  db: Database,
  projectId: ProjectId,
  subject: string,
): Promise<Candidate | null> {
  const row = await db.get<CandidateRow>(SELECT_SUBJECT, { projectId, subject });
  return row ? toCandidate(row) : null;
}

/** Finds candidates by the last digits of the id; several when these are ambiguous. */
export async function findCandidatesByEnding(db: Database, ending: string): Promise<Candidate[]> {
  return (await db.all<CandidateRow>(SELECT_ENDING, { ending })).map(toCandidate);
}

/** Returns, in order, the subjects with this beginning whose candidates are memories or were rejected by a person. */
export async function decidedSubjects(
  db: Database,
  projectId: ProjectId,
  prefix: string,
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_DECIDED, { projectId, prefix });
}

/** Returns the candidates that this session has shown. */
export async function candidatesShownBy(
  db: Database,
  projectId: ProjectId,
  session: string,
): Promise<Candidate[]> {
  return (await db.all<CandidateRow>(SELECT_SHOWN_BY, { projectId, session })).map(toCandidate);
}

/** Returns the candidates that became, or were merged into, this memory. */
export async function candidatesOf(db: Database, memoryId: MemoryId): Promise<Candidate[]> {
  return (await db.all<CandidateRow>(SELECT_OF_MEMORY, { memoryId })).map(toCandidate);
}

export async function listCandidates(
  db: Database,
  filter: {
    readonly projectId: ProjectId | null;
    readonly state?: Candidate["state"] | undefined;
    readonly limit: number;
  },
): Promise<Candidate[]> {
  const rows = await db.all<CandidateRow>(SELECT_LIST, {
    projectId: filter.projectId,
    state: filter.state ?? null,
    limit: filter.limit,
  });
  return rows.map(toCandidate);
}

export async function countCandidates(
  db: Database,
  projectId: ProjectId | null,
): Promise<{ readonly state: string; readonly reason: string | null; readonly count: number }[]> {
  return db.all(COUNTS, { projectId });
}

function toCandidate(row: CandidateRow): Candidate {
  const { body, memoryId, ...columns } = row;
  const stored = JSON.parse(body) as { readonly payload?: unknown };
  const base = { ...stored, payload: readPayload(stored.payload), ...columns };
  return (row.state === "promoted" ? { ...base, reason: null, memoryId } : base) as Candidate;
}

/** Returns the candidates of signals of this type that became memories; `session` null: of all sessions. */
export async function listPromoted(
  db: Database,
  projectId: ProjectId,
  signal: SignalType,
  session: string | null,
): Promise<Candidate[]> {
  const rows = await db.all<CandidateRow>(SELECT_PROMOTED, { projectId, signal, session });
  return rows.map(toCandidate);
}
