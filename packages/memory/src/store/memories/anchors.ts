/** Stores which code each memory is about. */
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import type { Anchor } from "../../domain/anchors/anchor.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const DELETE = /* sql */ `DELETE FROM anchor WHERE memory_id = :memoryId`;
const INSERT = /* sql */ `INSERT INTO anchor (memory_id, path, symbol, start_line, end_line, content_hash,
    file_hash, extent, head, copies, commit_sha)
  VALUES (:memoryId, :path, :symbol, :startLine, :endLine, :contentHash, :fileHash, :extent, :head, :copies,
    :commitSha)
  ON CONFLICT DO NOTHING`;
const SELECT_MANY = /* sql */ `SELECT memory_id AS memoryId, path, nullif(symbol, '') AS symbol,
    start_line AS startLine, end_line AS endLine, content_hash AS contentHash, file_hash AS fileHash, extent, head,
    copies, commit_sha AS "commit"
  FROM anchor WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY memory_id, path, symbol`;
const SELECT_AT = /* sql */ `SELECT DISTINCT a.memory_id AS id FROM anchor a JOIN memory m ON m.id = a.memory_id
  WHERE a.path IN (SELECT value FROM json_each(:paths)) AND m.state = 'active'
    AND (m.project_id = :projectId OR m.project_id IS NULL)
  ORDER BY m.confirmed_at_ms DESC, a.memory_id LIMIT :limit`;
// The newest are found in the index alone; reading all of a project of 20,000 took a hook about 50 ms.
const SELECT_PLACES = /* sql */ `WITH newest AS MATERIALIZED (SELECT rid FROM memory
    WHERE project_id = :projectId AND state = 'active' ORDER BY rid DESC LIMIT :memories)
  SELECT a.path, a.commit_sha AS "commit", a.file_hash AS fileHash
  FROM newest CROSS JOIN memory m ON m.rid = newest.rid CROSS JOIN anchor a ON a.memory_id = m.id
  GROUP BY a.path, a.commit_sha ORDER BY max(a.memory_id) DESC LIMIT :limit`;
// One row for each place, because a row for each anchor of 100,000 memories takes longer to read than to count.
const SELECT_ANCHORED = /* sql */ `SELECT a.path, group_concat(DISTINCT m.rid) AS memories
  FROM anchor a JOIN memory m ON m.id = a.memory_id
  WHERE m.state = 'active' AND (m.project_id = :projectId OR m.project_id IS NULL)
  GROUP BY a.path`;
const COUNT_AT = /* sql */ `SELECT a.path, count(DISTINCT m.rid) AS memories
  FROM json_each(:paths) p CROSS JOIN anchor a ON a.path = p.value CROSS JOIN memory m ON m.id = a.memory_id
  WHERE m.state = 'active' AND (m.project_id = :projectId OR m.project_id IS NULL)
  GROUP BY a.path`;
// As with places, the newest are found in the index alone.
const SELECT_PARTS = /* sql */ `WITH newest AS MATERIALIZED (SELECT rid FROM memory
    WHERE project_id = :projectId AND state = 'active' ORDER BY rid DESC LIMIT :limit)
  SELECT a.memory_id AS memoryId, a.path, nullif(a.symbol, '') AS symbol,
    a.start_line AS startLine, a.end_line AS endLine, a.content_hash AS contentHash, a.file_hash AS fileHash, a.extent,
    a.head, a.copies, a.commit_sha AS "commit"
  FROM newest CROSS JOIN memory m ON m.rid = newest.rid CROSS JOIN anchor a ON a.memory_id = m.id
  WHERE a.extent IS NOT NULL LIMIT :limit`;
const COPY = /* sql */ `INSERT INTO anchor (memory_id, path, symbol, start_line, end_line, content_hash,
    file_hash, extent, head, copies, commit_sha)
  SELECT :to, path, symbol, start_line, end_line, content_hash, file_hash, extent, head, copies, commit_sha
  FROM anchor WHERE memory_id = :from AND path IN (SELECT value FROM json_each(:paths)) ON CONFLICT DO NOTHING`;
const DELETE_AT = /* sql */ `DELETE FROM anchor
  WHERE memory_id = :memoryId AND path IN (SELECT value FROM json_each(:paths))`;
const INSERT_PENDING = /* sql */ `INSERT INTO anchor_pending (memory_id) VALUES (:memoryId) ON CONFLICT DO NOTHING`;
const DELETE_PENDING = /* sql */ `DELETE FROM anchor_pending WHERE memory_id = :memoryId`;
// Ids begin with their time. In the order of ids only as many rows are read as requested; in any other order, all of them.
const SELECT_PENDING = /* sql */ `SELECT p.memory_id AS id FROM anchor_pending p CROSS JOIN memory m ON m.id = p.memory_id
  WHERE m.project_id = :projectId AND m.state = 'active' ORDER BY p.memory_id DESC LIMIT :limit`;

const INSERT_UNTIED = /* sql */ `INSERT INTO anchor_pending (memory_id)
  SELECT m.id FROM memory m WHERE m.project_id = :projectId AND m.state = 'active'
    AND NOT EXISTS (SELECT 1 FROM anchor a WHERE a.memory_id = m.id)
  ORDER BY m.rid DESC LIMIT :limit ON CONFLICT DO NOTHING`;

const WITHOUT_ANCHORS = /* sql */ `FROM memory m WHERE m.project_id = :projectId AND m.state = 'active' AND m.type <> 'handoff'
    AND NOT EXISTS (SELECT 1 FROM anchor a WHERE a.memory_id = m.id)`;
const SELECT_UNTIED = /* sql */ `SELECT m.id ${WITHOUT_ANCHORS} ORDER BY m.rid DESC LIMIT :limit`;
const COUNT_UNTIED = /* sql */ `SELECT count(*) AS count ${WITHOUT_ANCHORS}`;

/** Marks memories without anchors as pending, the newest first. */
export async function awaitAnchors(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<void> {
  await db.run(INSERT_UNTIED, { projectId, limit });
}

/**
 * Replaces the anchors of a memory. Pending: the anchors are whole files, and a process that can read code should find the
 * symbols.
 */
export async function writeAnchors(
  db: Database,
  memoryId: MemoryId,
  anchors: readonly Anchor[],
  isPending = false,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(DELETE, { memoryId });
    await tx.run(isPending ? INSERT_PENDING : DELETE_PENDING, { memoryId });
    for (const anchor of anchors) {
      await tx.run(INSERT, {
        memoryId,
        path: anchor.path,
        symbol: anchor.symbol ?? "",
        startLine: anchor.startLine,
        endLine: anchor.endLine,
        contentHash: anchor.contentHash,
        fileHash: anchor.fileHash,
        extent: anchor.extent,
        head: anchor.head,
        copies: anchor.copies,
        commitSha: anchor.commit,
      });
    }
  });
}

/** Copies the anchors at these paths that the other memory does not have yet. */
export async function copyAnchors(
  db: Database,
  { from, to, paths }: { from: MemoryId; to: MemoryId; paths: readonly string[] },
): Promise<void> {
  if (paths.length > 0) await db.run(COPY, { from, to, paths: JSON.stringify(paths) });
}

export async function removeAnchors(
  db: Database,
  memoryId: MemoryId,
  paths: readonly string[],
): Promise<void> {
  if (paths.length > 0) await db.run(DELETE_AT, { memoryId, paths: JSON.stringify(paths) });
}

export async function listAnchors(db: Database, ids: readonly MemoryId[]): Promise<Anchor[]> {
  if (ids.length === 0) return [];
  return db.all<Anchor>(SELECT_MANY, { ids: JSON.stringify(ids) });
}

/** Lists the anchors to parts of files of the newest active memories. */
export async function listPartAnchors(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<Anchor[]> {
  return db.all<Anchor>(SELECT_PARTS, { projectId, limit });
}

/** Lists memories whose symbols have not been searched for yet, the newest first. */
export async function listPendingAnchors(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, SELECT_PENDING, { projectId, limit });
}

/** Returns active memories about any of these files, the last confirmed first. */
export async function memoriesAt(
  db: Database,
  projectId: ProjectId,
  paths: readonly string[],
  limit: number,
): Promise<MemoryId[]> {
  if (paths.length === 0) return [];
  return queryColumn<MemoryId>(db, SELECT_AT, { projectId, paths: JSON.stringify(paths), limit });
}

/** Returns active memories that are about no file, without handoffs: the newest ones, and how many there are. */
export async function untiedMemories(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<{ readonly ids: readonly MemoryId[]; readonly total: number }> {
  const ids = await queryColumn<MemoryId>(db, SELECT_UNTIED, { projectId, limit });
  return { ids, total: await queryNumber(db, COUNT_UNTIED, { projectId }) };
}

/** The place to which a memory was linked, and its state then. */
export type AnchoredPlace = Pick<Anchor, "path" | "commit" | "fileHash">;

/** Memories read per place, because some memories are linked to nothing. */
const MEMORIES_OF_A_PLACE = 4;

/**
 * Returns the places to which active memories of a project are linked, the last linked first; limited to the newest memories.
 */
export async function anchoredPlaces(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<AnchoredPlace[]> {
  const params = { projectId, limit, memories: limit * MEMORIES_OF_A_PLACE };
  return db.all<AnchoredPlace>(SELECT_PLACES, params);
}

/** Returns the active memories of each anchored file or folder, as numbers that only tell memories apart. */
export async function memoriesByPlace(
  db: Database,
  projectId: ProjectId,
): Promise<Map<string, readonly number[]>> {
  const rows = await db.all<{ path: string; memories: string }>(SELECT_ANCHORED, { projectId });
  return new Map(rows.map(({ path, memories }) => [path, memories.split(",").map(Number)]));
}

/** Returns the number of active memories of each of these files or folders that has any. */
export async function countMemoriesAt(
  db: Database,
  projectId: ProjectId,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const params = { projectId, paths: JSON.stringify(paths) };
  const rows = await db.all<{ path: string; memories: number }>(COUNT_AT, params);
  return new Map(rows.map(({ path, memories }) => [path, memories]));
}
