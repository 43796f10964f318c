/**
 * Questions that were asked and had no answer in the store. One row per question and project; a gap is open or closed by a
 * memory.
 */
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

// Selects from the project's row, so that nothing is stored for a project that has no row.
const UPSERT = /* sql */ `INSERT INTO gap (project_id, query_key, query, times, first_at_ms, last_at_ms, looked_at_ms)
  SELECT id, :key, :query, 1, :nowMs, :nowMs, :nowMs FROM project WHERE id = :projectId
  ON CONFLICT (project_id, query_key) DO UPDATE SET times = times + 1, query = excluded.query,
    last_at_ms = excluded.last_at_ms, looked_at_ms = excluded.looked_at_ms, closed_by = NULL, closed_at_ms = NULL`;
const DELETE_BEYOND = /* sql */ `DELETE FROM gap WHERE project_id = :projectId AND gid NOT IN
  (SELECT gid FROM gap WHERE project_id = :projectId ORDER BY closed_by IS NOT NULL, last_at_ms DESC, gid DESC LIMIT :limit)`;
const CLOSE = /* sql */ `UPDATE gap SET closed_by = :memoryId, closed_at_ms = :nowMs WHERE gid = :gid`;
const CLOSE_BY_KEY = /* sql */ `UPDATE gap SET closed_by = :memoryId, closed_at_ms = :nowMs
  WHERE project_id = :projectId AND query_key = :key AND closed_by IS NULL`;
const LOOKED = /* sql */ `UPDATE gap SET looked_at_ms = :nowMs WHERE gid = :gid`;
const COLUMNS = /* sql */ `gid, query, times, first_at_ms AS firstAtMs, last_at_ms AS lastAtMs,
  looked_at_ms AS lookedAtMs, closed_by AS closedBy, closed_at_ms AS closedAtMs`;
const SELECT_ALL = /* sql */ `SELECT ${COLUMNS} FROM gap
  WHERE project_id = :projectId AND (:closed = 1 OR closed_by IS NULL)
  ORDER BY times DESC, last_at_ms DESC, gid DESC`;
const SELECT_DUE = /* sql */ `SELECT ${COLUMNS} FROM gap
  WHERE project_id = :projectId AND closed_by IS NULL AND looked_at_ms < (SELECT max(updated_at_ms) FROM memory
    WHERE project_id IS :projectId OR project_id IS NULL)
  ORDER BY last_at_ms DESC, gid DESC LIMIT :limit`;
const COUNT = /* sql */ `SELECT count(*) AS count FROM gap WHERE project_id = :projectId AND closed_by IS NULL`;
const DELETE = /* sql */ `DELETE FROM gap WHERE project_id IN (SELECT value FROM json_each(:projects))
  AND (:keys IS NULL OR query_key IN (SELECT value FROM json_each(:keys)))`;
const SELECT_KEYS = /* sql */ `SELECT query_key AS key FROM gap
  WHERE project_id = :projectId AND gid IN (SELECT value FROM json_each(:gids))`;

export interface Gap {
  /** Small number, unique in this store, by which a person refers to the gap. */
  readonly gid: number;
  readonly query: string;
  readonly times: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** When it was last checked whether a memory answers this question. */
  readonly lookedAtMs: number;
  /** The memory that answers the question. Null while none does, and after that memory was forgotten. */
  readonly closedBy: MemoryId | null;
  readonly closedAtMs: number | null;
}

/**
 * Counts a question once more and reopens its gap. Above `limit` gaps, closed and then the least recently asked ones are
 * deleted.
 */
export async function noteGap(
  db: Database,
  gap: {
    readonly projectId: ProjectId;
    readonly key: string;
    readonly query: string;
    readonly nowMs: number;
  },
  limit: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(UPSERT, { ...gap });
    await tx.run(DELETE_BEYOND, { projectId: gap.projectId, limit });
  });
}

export async function closeGap(
  db: Database,
  gid: number,
  memoryId: MemoryId,
  nowMs: number,
): Promise<void> {
  await db.run(CLOSE, { gid, memoryId, nowMs });
}

/** Closes the open gap of exactly this question. */
export async function closeGapOf(
  db: Database,
  gap: {
    readonly projectId: ProjectId;
    readonly key: string;
    readonly memoryId: MemoryId;
    readonly nowMs: number;
  },
): Promise<void> {
  await db.run(CLOSE_BY_KEY, { ...gap });
}

export async function noteLooked(db: Database, gid: number, nowMs: number): Promise<void> {
  await db.run(LOOKED, { gid, nowMs });
}

/** Returns the gaps of a project, the most frequently asked first. */
export async function listGaps(
  db: Database,
  projectId: ProjectId,
  { withClosed = false }: { readonly withClosed?: boolean | undefined } = {},
): Promise<Gap[]> {
  return db.all<Gap>(SELECT_ALL, { projectId, closed: withClosed ? 1 : 0 });
}

/** Returns open gaps that were last checked before something was learned or changed. */
export async function listGapsDue(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<Gap[]> {
  return db.all<Gap>(SELECT_DUE, { projectId, limit });
}

/** Returns the number of open gaps. */
export async function countGaps(db: Database, projectId: ProjectId): Promise<number> {
  return queryNumber(db, COUNT, { projectId });
}

/** Returns the keys of gaps by their numbers. A key, unlike a number, means the same question in every backup. */
export async function keysOfGaps(
  db: Database,
  projectId: ProjectId,
  gids: readonly number[],
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_KEYS, {
    projectId,
    gids: JSON.stringify(gids),
  });
}

/** Deletes gaps by their keys and returns how many existed. Null deletes all gaps of the project, given by all its ids. */
export async function deleteGaps(
  db: Database,
  projects: readonly ProjectId[],
  keys: readonly string[] | null,
): Promise<number> {
  const params = {
    projects: JSON.stringify(projects),
    keys: keys === null ? null : JSON.stringify(keys),
  };
  return (await db.run(DELETE, params)).changes;
}
