/** What waits, was refused, or became a memory; one row per subject and project. */
import type { Candidate, Rejection } from "../domain/candidate.ts";
import type { CandidateId, MemoryId, ProjectId } from "../domain/ids.ts";
import type { Database } from "./drivers/driver.ts";

const COLUMNS = /* sql */ `id, project_id AS projectId, subject, state, reason, memory_id AS memoryId, score, body,
  created_at_ms AS createdAtMs`;
const SELECT_SUBJECT = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE project_id = :projectId AND subject = :subject`;
const SELECT_ENDING = /* sql */ `SELECT ${COLUMNS} FROM candidate WHERE id LIKE '%' || :ending LIMIT 2`;
const SELECT_LIST = /* sql */ `SELECT ${COLUMNS} FROM candidate
  WHERE (:projectId IS NULL OR project_id = :projectId) AND (:state IS NULL OR state = :state)
  ORDER BY updated_at_ms DESC, score DESC, id LIMIT :limit`;
const UPSERT = /* sql */ `INSERT INTO candidate (id, project_id, subject, state, reason, memory_id, score, body,
    created_at_ms, updated_at_ms)
  VALUES (:id, :projectId, :subject, :state, :reason, :memoryId, :score, :body, :createdAtMs, :nowMs)
  ON CONFLICT (project_id, subject) DO UPDATE SET state = excluded.state, reason = excluded.reason,
    memory_id = excluded.memory_id, score = excluded.score, body = excluded.body,
    updated_at_ms = excluded.updated_at_ms`;
const COUNTS = /* sql */ `SELECT state, reason, count(*) AS count FROM candidate
  WHERE (:projectId IS NULL OR project_id = :projectId) GROUP BY state, reason`;

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

export async function findCandidate(
  db: Database,
  projectId: ProjectId,
  subject: string,
): Promise<Candidate | null> {
  const row = await db.get<CandidateRow>(SELECT_SUBJECT, { projectId, subject });
  return row ? toCandidate(row) : null;
}

/** By the last digits of the id; several when they are not enough. */
export async function findCandidatesByEnding(db: Database, ending: string): Promise<Candidate[]> {
  return (await db.all<CandidateRow>(SELECT_ENDING, { ending })).map(toCandidate);
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
  const base = { ...(JSON.parse(body) as object), ...columns };
  return (row.state === "promoted" ? { ...base, reason: null, memoryId } : base) as Candidate;
}
