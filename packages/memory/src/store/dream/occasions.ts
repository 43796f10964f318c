/**
 * Finds patterns by counting: unconfirmed decisions, memories about one error, memories that were useful at the same time.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const LIVING = /* sql */ `m.project_id = :projectId AND m.state = 'active' AND m.superseded_by IS NULL AND m.needs_review = 0`;
const SELECT_UNCONFIRMED = /* sql */ `SELECT m.id FROM memory m WHERE ${LIVING} AND m.type = 'decision' AND m.is_pinned = 0
    AND max(m.confirmed_at_ms, m.updated_at_ms) < :beforeMs ORDER BY m.confirmed_at_ms LIMIT :limit`;
const SELECT_ERRORS = /* sql */ `SELECT json_group_array(m.id) AS ids FROM memory m
  WHERE ${LIVING} AND m.error_fingerprint IS NOT NULL
  GROUP BY m.error_fingerprint HAVING count(*) >= :least AND max(json_extract(m.payload, '$.pattern')) IS NULL LIMIT :limit`;
/** Pairs rated useful within an hour of each other, in at least two different hours. */
const SELECT_TOGETHER = /* sql */ `SELECT a.memory_id AS a, b.memory_id AS b, count(DISTINCT a.at_ms / 3600000) AS times
  FROM memory_version a JOIN memory m ON m.id = a.memory_id AND ${LIVING}
  JOIN memory_version b ON b.change = 'useful' AND b.memory_id > a.memory_id AND abs(b.at_ms - a.at_ms) <= 3600000
  JOIN memory n ON n.id = b.memory_id AND n.project_id = m.project_id AND n.state = 'active' AND n.superseded_by IS NULL
  WHERE a.change = 'useful' AND NOT EXISTS (SELECT 1 FROM memory_edge e
    WHERE (e.from_id = a.memory_id AND e.to_id = b.memory_id) OR (e.from_id = b.memory_id AND e.to_id = a.memory_id))
  GROUP BY a.memory_id, b.memory_id HAVING times >= 2 LIMIT :limit`;

/** Returns decisions that were neither confirmed nor changed since `beforeMs`, the longest unconfirmed first. */
export async function unconfirmedDecisions(
  db: Database,
  projectId: ProjectId,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<MemoryId[]> {
  const params = { projectId, beforeMs, limit };
  return (await db.all<{ id: MemoryId }>(SELECT_UNCONFIRMED, params)).map(({ id }) => id);
}

/** Returns groups of memories about one error; groups that contain a pattern memory are left out. */
export async function memoriesOfOneError(
  db: Database,
  projectId: ProjectId,
  { least, limit }: { readonly least: number; readonly limit: number },
): Promise<MemoryId[][]> {
  const rows = await db.all<{ ids: string }>(SELECT_ERRORS, { projectId, least, limit });
  return rows.map(({ ids }) => JSON.parse(ids) as MemoryId[]);
}

/** Returns pairs without a relation that were rated useful within an hour of each other, on at least two occasions. */
export async function usefulTogether(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<{ readonly a: MemoryId; readonly b: MemoryId; readonly times: number }[]> {
  return db.all(SELECT_TOGETHER, { projectId, limit });
}
