/** Lists memories: for a person's filters, and as starting points of recall besides words. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { LearnedPeriod, Selection } from "../../domain/selection.ts";
import { DOUBTFUL } from "./memory-counts.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "./memory-row.ts";
import { boundsOf, SELECTED, selectionParams } from "./selected.ts";

// The code of an anchor without a hash was never found. Anchors of global memories are of one unknown project.
const IS_FOUND = /* sql */ `a.content_hash IS NOT NULL AND m.project_id IS NOT NULL`;
/** Files given with a memory, and files of the code that it is anchored to. */
const PLACES = /* sql */ `SELECT 1 FROM (SELECT f.path FROM memory_file f WHERE f.memory_rid = m.rid
    UNION ALL SELECT a.path FROM anchor a WHERE a.memory_id = m.id AND ${IS_FOUND})`;
const LISTED = /* sql */ `(:state IS NULL OR m.state = :state)
    AND (:type IS NULL OR m.type = :type) AND (:types IS NULL OR m.type IN (SELECT value FROM json_each(:types)))
    AND (:exceptType IS NULL OR m.type <> :exceptType)
    AND (:tag IS NULL OR EXISTS (SELECT 1 FROM memory_tag t WHERE t.memory_rid = m.rid AND t.tag = :tag))
    AND (:file IS NULL OR EXISTS (${PLACES} WHERE path = :file OR (path > :file || '/' AND path < :file || '0')))
    AND (:files IS NULL OR EXISTS (${PLACES} WHERE path IN (SELECT value FROM json_each(:files))))
    AND (:pinned = 0 OR m.is_pinned = 1)
    AND (:branch IS NULL OR m.branch = :branch)
    AND (:staged = 0 OR m.is_staged = 1)
    AND (:superseded = 1 OR m.superseded_by IS NULL)
    AND m.created_at_ms >= :fromMs AND m.created_at_ms < :toMs
    AND (:olderMs IS NULL OR (m.created_at_ms, m.id) < (:olderMs, :olderId))`;
const VISIBLE = /* sql */ `(:anyProject = 1 OR m.project_id IS :projectId OR (m.project_id IS NULL AND m.scope = 'global'))`;
const ORDER = /* sql */ `ORDER BY m.created_at_ms DESC, m.id DESC LIMIT :limit`;
/** Reads all memories, for filters that leave only a few. */
const SELECT_LIST = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m WHERE ${VISIBLE} AND ${LISTED} ${ORDER}`;
/** Starts from the few doubtful memories. */
const SELECT_DOUBTFUL = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM (${DOUBTFUL}) AS doubtful
  CROSS JOIN memory m ON m.rid = doubtful.rid WHERE ${VISIBLE} AND ${LISTED} ${ORDER}`;
/** Merges two parts that `memory_newest` has in order, and stops at the limit. */
const SELECT_NEWEST_FIRST = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m WHERE m.project_id IS :projectId AND ${LISTED}
  UNION ALL SELECT ${MEMORY_COLUMNS} FROM memory m
    WHERE m.project_id IS NULL AND :projectId IS NOT NULL AND m.scope = 'global' AND ${LISTED}
  ORDER BY createdAtMs DESC, id DESC LIMIT :limit`;
// The partial index contains the few rows with triggers; without the hint, the planner scans the whole project.
const SELECT_TRIGGERS = /* sql */ `SELECT m.id, m.triggers FROM memory m INDEXED BY memory_triggers
  WHERE m.triggers <> '[]' AND ${SELECTED} ORDER BY m.rid DESC LIMIT 2000`;
const SELECT_BY_FILES = /* sql */ `WITH named (path, is_file) AS (
    SELECT value, 1 FROM json_each(:files) UNION ALL SELECT value, 0 FROM json_each(:folders)),
  tied (rid, path, is_file) AS (
    SELECT f.memory_rid, f.path, named.is_file FROM named CROSS JOIN memory_file f ON f.path = named.path
    UNION SELECT m.rid, a.path, 1 FROM json_each(:files) asked
      CROSS JOIN anchor a ON a.path = asked.value CROSS JOIN memory m ON m.id = a.memory_id WHERE ${IS_FOUND})
  SELECT m.id, sum(tied.is_file) AS shared, max(length(tied.path)) AS nearest
  FROM tied CROSS JOIN memory m ON m.rid = tied.rid
  WHERE ${SELECTED}
  GROUP BY m.rid ORDER BY shared DESC, CASE WHEN shared = 0 THEN nearest END DESC, m.confirmed_at_ms DESC, m.id
  LIMIT :limit`;
// As with triggers: with a million memories the scan took a second. The first fingerprint is that of the whole output, the
// others are of its lines.
const SELECT_BY_FINGERPRINT = /* sql */ `SELECT m.id FROM json_each(:fingerprints) AS asked
  CROSS JOIN memory m INDEXED BY memory_error ON m.error_fingerprint = asked.value
  WHERE ${SELECTED}
  ORDER BY asked.key > 0, m.observation_count DESC, m.confirmed_at_ms DESC, m.id LIMIT :limit`;
const SELECT_FILES_OUTSIDE = /* sql */ `SELECT m.id, f.path FROM memory m JOIN memory_file f ON f.memory_rid = m.rid
  WHERE m.project_id = :projectId AND m.state = 'active' AND NOT EXISTS (SELECT 1 FROM memory_file own
    WHERE own.memory_rid = m.rid AND (own.path = :folder OR own.path > :folder || '/' AND own.path < :folder || '0'))`;
const SELECT_NEWEST = /* sql */ `SELECT m.id FROM memory m WHERE ${SELECTED}
  ORDER BY m.created_at_ms DESC, m.id DESC LIMIT :limit`;
// The inner groups have the order of the index `memory_project`, so that counting needs neither the rows nor a sort.
const countsOf = (
  where: string,
) => /* sql */ `SELECT type, CASE WHEN supersededBy IS NOT NULL THEN 'superseded'
      WHEN stored = 'active' AND validToMs <= :nowMs THEN 'ended' ELSE stored END AS state,
    standing, sum(count) AS count, sum(review) AS review
  FROM (SELECT m.type, m.state AS stored, m.standing, m.superseded_by AS supersededBy, m.valid_to_ms AS validToMs,
      count(*) AS count, sum(m.needs_review) AS review
    FROM memory m ${where}
    GROUP BY m.project_id, m.state, m.type, m.standing, m.superseded_by, m.valid_to_ms)
  GROUP BY type, 2, standing`;
const SELECT_COUNTS = countsOf("WHERE m.project_id IS :projectId");
const SELECT_ALL_COUNTS = countsOf("");
const NEIGHBOURS = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE m.project_id IS :projectId AND m.state = 'active' AND m.superseded_by IS NULL`;
const SELECT_BEFORE = /* sql */ `${NEIGHBOURS} AND (m.created_at_ms, m.id) < (:atMs, :id)
  ORDER BY m.created_at_ms DESC, m.id DESC LIMIT :limit`;
const SELECT_AFTER = /* sql */ `${NEIGHBOURS} AND (m.created_at_ms, m.id) > (:atMs, :id)
  ORDER BY m.created_at_ms, m.id LIMIT :limit`;

const SELECT_REFUTATIONS = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE m.type = 'correction' AND json_extract(m.payload, '$.refutes') IN (SELECT value FROM json_each(:ids))`;

const SELECT_OWNED = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE m.project_id = :projectId AND m.scope = :scope AND m.scope_owner = :owner AND m.state = 'active'`;

export interface ListFilter {
  readonly projectId: ProjectId | null;
  readonly anyProject?: boolean | undefined;
  readonly state?: Memory["state"] | null | undefined;
  readonly type?: string | undefined;
  /** Any of these types. */
  readonly types?: readonly string[] | undefined;
  /** All types except this one. */
  readonly exceptType?: string | undefined;
  readonly tag?: string | undefined;
  /** A relative path, or a folder. */
  readonly file?: string | undefined;
  /** Any of these exact paths, without the contents of folders. */
  readonly files?: readonly string[] | undefined;
  readonly needsReview?: boolean | undefined;
  readonly isPinned?: boolean | undefined;
  /** Branch on which the memory was learned. */
  readonly branch?: string | undefined;
  readonly isStaged?: boolean | undefined;
  readonly withSuperseded?: boolean | undefined;
  /** Period in which the memory was learned. */
  readonly learned?: LearnedPeriod | undefined;
  /** Only those after this one in the list: the last of the page before. */
  readonly olderThan?: Pick<Memory, "id" | "createdAtMs"> | undefined;
  readonly limit?: number | undefined;
}

/** Lists memories, newest first; active ones unless `state` says otherwise (null: any state). */
export async function listMemories(db: Database, filter: ListFilter): Promise<Memory[]> {
  const sql = statementFor(filter);
  const rows = await db.all<MemoryRow>(sql, {
    projectId: filter.projectId,
    ...(sql === SELECT_NEWEST_FIRST ? {} : { anyProject: filter.anyProject === true ? 1 : 0 }),
    state: filter.state === undefined ? "active" : filter.state,
    type: filter.type ?? null,
    types: filter.types === undefined ? null : JSON.stringify(filter.types),
    exceptType: filter.exceptType ?? null,
    tag: filter.tag ?? null,
    file: filter.file ?? null,
    files: filter.files === undefined ? null : JSON.stringify(filter.files),
    pinned: filter.isPinned === true ? 1 : 0,
    branch: filter.branch ?? null,
    staged: filter.isStaged === true ? 1 : 0,
    superseded: filter.withSuperseded === true ? 1 : 0,
    ...periodOf(filter),
    limit: filter.limit ?? 1_000_000,
  });
  return rows.map(toMemory);
}

function statementFor(filter: ListFilter): string {
  if (filter.needsReview === true) return SELECT_DOUBTFUL;
  const { anyProject, isPinned, isStaged, tag, file, files, branch } = filter;
  const isNarrow = [tag, file, files, branch].some((item) => item !== undefined);
  const readsAll = anyProject === true || isPinned === true || isStaged === true || isNarrow;
  return readsAll ? SELECT_LIST : SELECT_NEWEST_FIRST;
}

/** A later page begins at its time, so that it does not read the pages before. */
function periodOf({ learned, olderThan }: ListFilter) {
  const { fromMs, toMs } = boundsOf(learned);
  const pageMs = olderThan === undefined ? toMs : Math.min(toMs, olderThan.createdAtMs + 1);
  return {
    fromMs,
    toMs: pageMs,
    olderMs: olderThan?.createdAtMs ?? null,
    olderId: olderThan?.id ?? null,
  };
}

export interface TriggerRow {
  readonly id: MemoryId;
  readonly triggers: readonly string[];
}

export async function listTriggers(db: Database, wanted: Selection): Promise<TriggerRow[]> {
  const rows = await db.all<{ id: MemoryId; triggers: string }>(
    SELECT_TRIGGERS,
    selectionParams(wanted),
  );
  return rows.map((row) => ({ id: row.id, triggers: JSON.parse(row.triggers) as string[] }));
}

/**
 * Returns memories anchored to any of the files, those sharing most files first; then those of the folders, the innermost
 * first.
 */
export async function findByFiles(
  db: Database,
  wanted: Selection,
  {
    files,
    folders = [],
  }: { readonly files: readonly string[]; readonly folders?: readonly string[] },
  limit: number,
): Promise<MemoryId[]> {
  if (files.length === 0) return [];
  const named = {
    files: JSON.stringify([...new Set(files)]),
    folders: JSON.stringify(folders.filter((folder) => !files.includes(folder))),
  };
  const params = { ...selectionParams(wanted), ...named, limit };
  return queryColumn<MemoryId>(db, SELECT_BY_FILES, params);
}

/** Returns the newest memories first. */
export async function findNewest(
  db: Database,
  wanted: Selection,
  limit: number,
): Promise<MemoryId[]> {
  const params = { ...selectionParams(wanted), limit };
  return queryColumn<MemoryId>(db, SELECT_NEWEST, params);
}

export async function findByFingerprint(
  db: Database,
  wanted: Selection,
  fingerprints: readonly string[],
  limit: number,
): Promise<MemoryId[]> {
  if (fingerprints.length === 0) return [];
  const params = { ...selectionParams(wanted), fingerprints: JSON.stringify(fingerprints), limit };
  return queryColumn<MemoryId>(db, SELECT_BY_FINGERPRINT, params);
}

export interface MemoryCount {
  readonly type: string;
  readonly state: string;
  readonly standing: string;
  readonly count: number;
  readonly review: number;
}

/** Counts memories; `projectId` null counts every project. */
export async function countMemories(
  db: Database,
  projectId: ProjectId | null,
  nowMs: number,
): Promise<MemoryCount[]> {
  if (projectId === null) return db.all<MemoryCount>(SELECT_ALL_COUNTS, { nowMs });
  return db.all<MemoryCount>(SELECT_COUNTS, { projectId, nowMs });
}

/** Returns the memories written directly before and after one, nearest first. */
export async function listNeighbours(
  db: Database,
  memory: Memory,
  direction: -1 | 1,
  limit: number,
): Promise<Memory[]> {
  const rows = await db.all<MemoryRow>(direction < 0 ? SELECT_BEFORE : SELECT_AFTER, {
    projectId: memory.projectId,
    atMs: memory.createdAtMs,
    id: memory.id,
    limit,
  });
  return rows.map(toMemory);
}

/** Lists the files of active memories that have files, but none in this folder. */
export async function listFilesOutside(
  db: Database,
  projectId: ProjectId,
  folder: string,
): Promise<{ readonly id: MemoryId; readonly path: string }[]> {
  return db.all(SELECT_FILES_OUTSIDE, { projectId, folder });
}

/** Lists active memories that belong to one session, agent or task. */
export async function listOwned(
  db: Database,
  projectId: ProjectId,
  scope: Memory["scope"],
  owner: string,
): Promise<Memory[]> {
  const rows = await db.all<MemoryRow>(SELECT_OWNED, { projectId, scope, owner });
  return rows.map(toMemory);
}

/** Lists corrections that mark one of these memories as wrong, in any state. */
export async function listRefutations(db: Database, ids: readonly MemoryId[]): Promise<Memory[]> {
  const params = { ids: JSON.stringify(ids) };
  return (await db.all<MemoryRow>(SELECT_REFUTATIONS, params)).map(toMemory);
}
