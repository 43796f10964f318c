/** Projects, their aliases and their modes. */
import {
  type Mode,
  type Project,
  type ProjectIdentity,
  readModeMarker,
  storedProject,
  stricterMode,
} from "@tacit-memory/project";
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import { HISTORY_AGENT } from "../domain/memory.ts";

const UPSERT = /* sql */ `INSERT INTO project (id, canonical, name, basis, root, created_at_ms, last_seen_ms)
  VALUES (:id, :canonical, :name, :basis, :root, :nowMs, :nowMs)
  ON CONFLICT (id) DO UPDATE SET last_seen_ms = max(last_seen_ms, excluded.last_seen_ms),
    root = coalesce(excluded.root, root), name = excluded.name,
    -- A restore that lost the row of a project stores the id in place of its name.
    basis = iif(canonical = id, excluded.basis, basis), canonical = iif(canonical = id, excluded.canonical, canonical)`;
const SELECT_ALIAS = /* sql */ `SELECT project_id AS projectId FROM project_alias WHERE alias = :alias`;
const UPSERT_ALIAS = /* sql */ `INSERT INTO project_alias (alias, project_id) VALUES (:alias, :projectId)
  ON CONFLICT (alias) DO UPDATE SET project_id = excluded.project_id`;
const SELECT_ALL = /* sql */ `SELECT p.id, p.canonical, p.name, p.basis, p.root, p.mode,
    p.last_seen_ms AS lastSeenMs,
    (SELECT count(*) FROM memory m WHERE m.project_id = p.id AND m.state = 'active') AS memories,
    (SELECT count(*) FROM session s WHERE s.project_id = p.id AND s.agent IS NOT :history) AS sessions
  FROM project p ORDER BY p.last_seen_ms DESC`;
const SELECT_ONE = /* sql */ `SELECT id, canonical, name, basis, root, mode, last_seen_ms AS lastSeenMs
  FROM project WHERE id = :id OR canonical = :id`;
const SELECT_ROWS = /* sql */ `SELECT id, canonical, name, basis, root, mode, last_seen_ms AS lastSeenMs
  FROM project ORDER BY last_seen_ms DESC`;
const SELECT_ALIASES = /* sql */ `SELECT alias FROM project_alias WHERE project_id = :id`;
const UPDATE_MODE = /* sql */ `UPDATE project SET mode = :mode WHERE id = :id`;
const MOVE = [
  // A session that changed directory has a row in each project. Both rows keep their events, under two ids.
  /* sql */ `UPDATE session SET id = id || '#' || :from WHERE project_id = :from
    AND id IN (SELECT id FROM session WHERE project_id = :to)`,
  // The handoffs of such a session are identified by its id, too (promote/handoff.ts).
  /* sql */ `UPDATE memory SET external_id = external_id || '#' || :from WHERE project_id = :from
    AND type = 'handoff' AND external_id IN (SELECT external_id FROM memory WHERE project_id = :to)`,
  /* sql */ `UPDATE OR IGNORE memory SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE session SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE candidate SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE co_access SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE capture_ledger SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE gap SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE OR IGNORE proposal SET project_id = :to WHERE project_id = :from`,
  // Git may no longer have this information: branches are deleted and commits are pruned.
  /* sql */ `UPDATE OR IGNORE stage_trace SET project_id = :to WHERE project_id = :from`,
  // A memory forgotten under one project id must not be learned again under the other.
  /* sql */ `UPDATE tombstone SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE injection SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE undo_entry SET project_id = :to WHERE project_id = :from`,
  /* sql */ `UPDATE project_alias SET project_id = :to WHERE project_id = :from`,
];
/**
 * Memories that both projects ingested from the same source and that are unchanged in both. `copy` is deleted, and links to
 * it are redirected to `kept`.
 */
const COPIES = /* sql */ `SELECT f.id AS copy, t.id AS kept FROM memory f
  JOIN memory t ON ifnull(t.project_id, '') = :to AND t.external_id = f.external_id AND t.external_id IS NOT NULL
    AND t.dedupe_key = f.dedupe_key AND t.state = f.state AND t.is_pinned >= f.is_pinned
  WHERE f.project_id = :from AND f.superseded_by IS NULL AND t.superseded_by IS NULL`;
const REPLACE = [
  /* sql */ `UPDATE memory SET superseded_by = :kept WHERE superseded_by = :copy`,
  /* sql */ `UPDATE candidate SET memory_id = :kept WHERE memory_id = :copy`,
  /* sql */ `UPDATE injection SET memory_id = :kept WHERE memory_id = :copy`,
  /* sql */ `UPDATE gap SET closed_by = :kept WHERE closed_by = :copy`,
  /* sql */ `UPDATE OR IGNORE memory_edge SET from_id = :kept WHERE from_id = :copy AND to_id <> :kept`,
  /* sql */ `UPDATE OR IGNORE memory_edge SET to_id = :kept WHERE to_id = :copy AND from_id <> :kept`,
];
const DELETE_COPY = /* sql */ `DELETE FROM memory WHERE id = :copy`;
const LEFT_BEHIND = /* sql */ `SELECT count(*) AS count FROM memory WHERE project_id = :from`;
const DELETE = /* sql */ `DELETE FROM project WHERE id = :from`;

/** A project as stored. */
export interface ProjectRow extends Project {
  readonly mode: Mode;
  readonly lastSeenMs: number;
}

export interface ProjectSummary extends ProjectRow {
  readonly memories: number;
  /** Sessions of agents; an imported git history is none. */
  readonly sessions: number;
}

/** Records that a project was seen and returns the id it is stored under: its own, or the one its alias points to. */
export async function touchProject(db: Database, seen: Project, nowMs: number): Promise<ProjectId> {
  const alias = await db.get<{ projectId: ProjectId }>(SELECT_ALIAS, { alias: seen.id });
  if (alias) return alias.projectId;
  await db.run(UPSERT, { ...storedProject(seen), nowMs });
  return seen.id;
}

/** Returns the id a project is stored under, without recording anything. */
export async function resolveAlias(db: Database, id: ProjectId): Promise<ProjectId> {
  const alias = await db.get<{ projectId: ProjectId }>(SELECT_ALIAS, { alias: id });
  return alias?.projectId ?? id;
}

export async function listProjects(db: Database): Promise<ProjectSummary[]> {
  return db.all<ProjectSummary>(SELECT_ALL, { history: HISTORY_AGENT });
}

export async function findProject(
  db: Database,
  idOrCanonical: string,
): Promise<ProjectRow | undefined> {
  return db.get<ProjectRow>(SELECT_ONE, { id: idOrCanonical });
}

/** Returns the rows of all projects, the last seen first. */
export async function listProjectRows(db: Database): Promise<ProjectRow[]> {
  return db.all<ProjectRow>(SELECT_ROWS);
}

/** Returns every id of a project: the one under which it is stored, then its aliases. */
export async function idsOfProject(db: Database, id: ProjectId): Promise<ProjectId[]> {
  return [id, ...(await queryColumn<ProjectId>(db, SELECT_ALIASES, { id }))];
}

/** Makes `alias`, which has no row, another id of a project. */
export async function addAlias(db: Database, alias: ProjectId, id: ProjectId): Promise<void> {
  await db.run(UPSERT_ALIAS, { alias, projectId: id });
}

interface OpenProject {
  readonly db: Database;
  readonly home: string;
  readonly identity: ProjectIdentity;
  readonly projectId: ProjectId;
}

/** Returns the stricter one of the mode in the store and the mode that hooks read from the marker. */
export async function modeOf({ db, home, identity, projectId }: OpenProject): Promise<Mode> {
  const stored = (await findProject(db, projectId))?.mode ?? "automatic";
  return stricterMode(stored, readModeMarker(home, identity));
}

export async function setMode(db: Database, id: ProjectId, mode: Mode): Promise<void> {
  await db.run(UPDATE_MODE, { id, mode });
}

/**
 * Moves all rows of `from` to `to` and makes `from` an alias of it. Throws "not_allowed" and moves nothing when memories with
 * the same external id differ between the two projects.
 */
export async function mergeProjects(db: Database, from: ProjectId, to: ProjectId): Promise<void> {
  await db.transaction(async (tx) => {
    const copies = await tx.all<{ copy: MemoryId; kept: MemoryId }>(COPIES, { from, to });
    for (const copy of copies) {
      for (const sql of REPLACE) await tx.run(sql, copy);
      await tx.run(DELETE_COPY, { copy: copy.copy });
    }
    for (const sql of MOVE) await tx.run(sql, { from, to });
    const conflicts = await queryNumber(tx, LEFT_BEHIND, { from });
    if (conflicts > 0) {
      throw new MemoryError("not_allowed", {
        reason: "both projects hold these memories",
        conflicts,
      });
    }
    await tx.run(DELETE, { from });
    await tx.run(UPSERT_ALIAS, { alias: from, projectId: to });
  });
}
