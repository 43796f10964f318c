/**
 * Finds patterns by counting: unconfirmed decisions, memories about one error, memories that were useful at the same time.
 */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { ALL_LIVE } from "./proposals.ts";

const ACTIVE_MEMORY = /* sql */ `m.project_id = :projectId AND m.state = 'active' AND m.superseded_by IS NULL AND m.needs_review = 0`;
const SELECT_UNCONFIRMED = /* sql */ `SELECT m.id FROM memory m WHERE ${ACTIVE_MEMORY} AND m.type = 'decision' AND m.is_pinned = 0
    AND max(m.confirmed_at_ms, m.updated_at_ms) < :beforeMs ORDER BY m.confirmed_at_ms LIMIT :limit`;
const SAME_GROUP = /* sql */ `q.error_fingerprint = m.error_fingerprint AND q.visibility = m.visibility AND q.scope = m.scope
    AND q.scope_owner IS m.scope_owner AND q.stage IS m.stage`;
/** One group per error, audience, scope and branch: a pattern is visible to those who see its sources. */
const SELECT_ERRORS = /* sql */ `SELECT json_group_array(m.id) AS ids FROM memory m
  WHERE ${ACTIVE_MEMORY} AND m.error_fingerprint IS NOT NULL
  GROUP BY m.error_fingerprint, m.visibility, m.scope, m.scope_owner, m.stage
  HAVING count(*) >= :least
    AND max(coalesce(json_extract(m.payload, '$.recurring'), json_extract(m.payload, '$.pattern'))) IS NULL
    AND NOT EXISTS (SELECT 1 FROM proposal p JOIN json_each(p.memories) j JOIN memory q ON q.id = j.value
      WHERE p.project_id = :projectId AND p.kind = 'error_pattern' AND ${SAME_GROUP} AND (p.state <> 'open' OR ${ALL_LIVE}))
  LIMIT :limit`;
/**
 * One group per session, audience, scope and branch, among the newest memories. Not proposed before, even if the session has more
 * notes since.
 */
const SELECT_NOTES = /* sql */ `WITH newest AS MATERIALIZED (
    SELECT m.* FROM memory m WHERE ${ACTIVE_MEMORY} AND m.type NOT IN ('handoff', 'digest', 'workflow_recipe')
      AND m.source IN ('agent_explicit', 'observer_inferred', 'mcp_auto') ORDER BY m.rid DESC LIMIT :read)
  SELECT json_group_array(m.id) AS ids FROM newest m JOIN json_each(m.sessions) s
  WHERE json_array_length(m.sessions) = 1
  GROUP BY s.value, m.visibility, m.scope, m.scope_owner, m.stage
  HAVING count(*) >= :least AND NOT EXISTS (SELECT 1 FROM proposal p JOIN json_each(p.memories) j
      JOIN memory q ON q.id = j.value
    WHERE p.project_id = :projectId AND p.kind = 'digest' AND q.sessions = json_array(s.value)
      AND (p.state <> 'open' OR ${ALL_LIVE}))
  ORDER BY max(m.rid) DESC LIMIT :limit`;
/** Not the ones of an open or decided proposal, and no procedure whose outcomes are counted. */
const SELECT_WORK = /* sql */ `SELECT m.id FROM memory m
  WHERE ${ACTIVE_MEMORY} AND m.type IN ('digest', 'workflow_recipe') AND json_extract(m.payload, '$.successes') IS NULL
    AND NOT EXISTS (SELECT 1 FROM proposal p JOIN json_each(p.memories) j ON j.value = m.id
      WHERE p.project_id = :projectId AND p.kind = 'procedure' AND (p.state <> 'open' OR ${ALL_LIVE}))
  ORDER BY m.rid DESC LIMIT :limit`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Pairs rated useful within an hour of each other, on at least two days. Reads the active memories once and joins, by
 * the hour, only those that were rated useful twice: the statement runs in a hook and cannot be interrupted.
 */
const SELECT_TOGETHER = /* sql */ `WITH useful AS MATERIALIZED (
    SELECT m.id, v.at_ms AS atMs, v.at_ms / ${HOUR_MS} AS hour FROM memory m
      JOIN memory_version v ON v.memory_id = m.id AND v.change = 'useful' WHERE ${ACTIVE_MEMORY} AND m.useful_count >= 2),
  shift(hours) AS (VALUES (-1), (0), (1))
  SELECT a.id AS a, b.id AS b, count(DISTINCT a.atMs / ${DAY_MS}) AS times
  FROM useful a CROSS JOIN shift CROSS JOIN useful b
    ON b.hour = a.hour + shift.hours AND b.id > a.id AND abs(b.atMs - a.atMs) <= ${HOUR_MS}
  WHERE NOT EXISTS (SELECT 1 FROM memory_edge e
    WHERE (e.from_id = a.id AND e.to_id = b.id) OR (e.from_id = b.id AND e.to_id = a.id))
  GROUP BY a.id, b.id HAVING times >= 2 LIMIT :limit`;

/** Returns decisions that were neither confirmed nor changed since `beforeMs`, the longest unconfirmed first. */
export async function unconfirmedDecisions(
  db: Database,
  projectId: ProjectId,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<MemoryId[]> {
  const params = { projectId, beforeMs, limit };
  return queryColumn<MemoryId>(db, SELECT_UNCONFIRMED, params);
}

/**
 * Returns groups of memories about one error, with the same audience, scope and branch. Left out: groups with a pattern memory,
 * and groups for which a pattern was proposed before, even if they have grown since.
 */
export async function memoriesOfOneError(
  db: Database,
  projectId: ProjectId,
  { least, most, limit }: { readonly least: number; readonly most: number; readonly limit: number },
): Promise<MemoryId[][]> {
  const rows = await db.all<{ ids: string }>(SELECT_ERRORS, { projectId, least, limit });
  return rows.map(({ ids }) => (JSON.parse(ids) as MemoryId[]).slice(0, most));
}

/** Returns groups of memories that were noted in one session, the newest first. */
export async function notesOfOneSession(
  db: Database,
  projectId: ProjectId,
  {
    most,
    ...limits
  }: {
    readonly read: number;
    readonly least: number;
    readonly most: number;
    readonly limit: number;
  },
): Promise<MemoryId[][]> {
  const rows = await db.all<{ ids: string }>(SELECT_NOTES, { projectId, ...limits });
  return rows.map(({ ids }) => (JSON.parse(ids) as MemoryId[]).slice(0, most));
}

/** Returns the newest digests and recipes that no procedure was made of or proposed from. */
export async function describedWork(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, SELECT_WORK, { projectId, limit });
}

/** Returns pairs without a relation that were rated useful within an hour of each other, on at least two days. */
export async function usefulTogether(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<{ readonly a: MemoryId; readonly b: MemoryId; readonly times: number }[]> {
  return db.all(SELECT_TOGETHER, { projectId, limit });
}
