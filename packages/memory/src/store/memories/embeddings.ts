/**
 * The embedding table: one int8 vector for each memory and encoder, and what an index needs to follow it. Triggers (migration
 * 2) assign every write its `seq`, delete the vector of a memory whose text changed, and count deletions.
 */
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { VectorRow, VectorStamp } from "../../domain/ports/vector.ts";

const UPSERT = /* sql */ `INSERT INTO embedding (memory_id, encoder_id, dims, scale, vector)
  SELECT m.id, :encoderId, :dims, :scale, :codes FROM memory m
  WHERE m.id = :memoryId AND (:version IS NULL OR m.version = :version)
  ON CONFLICT (memory_id, encoder_id) DO UPDATE
    SET dims = excluded.dims, scale = excluded.scale, vector = excluded.vector`;
/**
 * Memories that recall can find: an archived memory keeps its vector, but gets no new one. Searched among what changed since
 * all had vectors (migration 5); scanning all memories would cost more than a recall.
 */
const WAITING = /* sql */ `memory_change c INDEXED BY memory_change_seq JOIN memory m ON m.rid = c.rid
  WHERE c.seq > ifnull((SELECT complete_seq FROM embedding_clock WHERE encoder_id = :encoderId), 0)
    AND m.state = 'active' AND m.superseded_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM embedding e WHERE e.memory_id = m.id AND e.encoder_id = :encoderId)`;
const BECAME_COMPLETE = /* sql */ `encoder_id = :encoderId AND complete_seq < (SELECT last_seq FROM memory_clock)
  AND NOT EXISTS (SELECT 1 FROM ${WAITING})`;
const HAS_BECOME_COMPLETE = /* sql */ `SELECT 1 AS found FROM embedding_clock WHERE ${BECAME_COMPLETE}`;
const MARK_COMPLETE = /* sql */ `UPDATE embedding_clock SET complete_seq = (SELECT last_seq FROM memory_clock)
  WHERE ${BECAME_COMPLETE}`;
const SELECT_WAITING = /* sql */ `SELECT m.id FROM ${WAITING}
  ORDER BY m.is_pinned DESC, m.created_at_ms DESC, m.id DESC LIMIT :limit`;
const COUNT_WAITING = /* sql */ `SELECT count(*) AS count FROM ${WAITING}`;
const SELECT_SINCE = /* sql */ `SELECT e.seq, e.memory_id AS memoryId, m.rid, m.project_id AS projectId,
    m.type, m.scope, m.state, m.superseded_by IS NOT NULL AS isSuperseded, m.stage,
    e.dims, e.scale, e.vector AS codes
  FROM embedding e INDEXED BY embedding_seq JOIN memory m ON m.id = e.memory_id
  WHERE e.encoder_id = :encoderId AND e.seq > :seq ORDER BY e.seq LIMIT :limit`;
/** The sum is returned modulo 2^42 (SEQ_SUM_MODULUS), so that every driver reads it as a number. */
const SELECT_CLOCK = /* sql */ `SELECT last_seq AS lastSeq, seq_sum & 4398046511103 AS seqSum, live, deletions FROM embedding_clock
  WHERE encoder_id = :encoderId`;
const COUNT_SINCE = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM embedding INDEXED BY embedding_seq WHERE encoder_id = :encoderId AND seq > :seq LIMIT :limit)`;
const SELECT_SEQS = /* sql */ `SELECT seq FROM embedding INDEXED BY embedding_seq
  WHERE encoder_id = :encoderId ORDER BY seq`;
const SELECT_OF = /* sql */ `SELECT memory_id AS memoryId, scale, vector AS codes FROM embedding
  WHERE encoder_id = :encoderId AND memory_id IN (SELECT value FROM json_each(:ids))`;
const SELECT_ALL_OF = /* sql */ `SELECT memory_id AS memoryId, encoder_id AS encoderId, dims, scale, vector AS codes
  FROM embedding WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY encoder_id, memory_id`;
const COUNT_OF_PROJECT = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM memory WHERE project_id IS :projectId AND state = 'active' LIMIT :limit)`;
const SELECT_OF_PROJECT = /* sql */ `SELECT e.memory_id AS memoryId, m.type, e.scale, e.vector AS codes
  FROM memory m JOIN embedding e ON e.memory_id = m.id AND e.encoder_id = :encoderId
  WHERE (m.project_id IS :projectId OR m.project_id IS NULL) AND m.state = 'active' AND m.superseded_by IS NULL
    AND (:types IS NULL OR m.type IN (SELECT value FROM json_each(:types)))`;
const DELETE_ALL = /* sql */ `DELETE FROM embedding WHERE encoder_id = :encoderId`;
const SELECT_ENCODERS = /* sql */ `SELECT encoder_id AS encoderId, live FROM embedding_clock
  WHERE live > 0 ORDER BY encoder_id`;

export interface StoredVector {
  readonly memoryId: MemoryId;
  readonly dims: number;
  /** A component is its code × this scale. */
  readonly scale: number;
  /** int8 codes, `dims` bytes. */
  readonly codes: Uint8Array;
  /** Version of the memory whose text was encoded; the row is dropped if the memory has changed since. */
  readonly version?: number | undefined;
}

/**
 * Inserts or replaces rows in one transaction. Rows of memories that are deleted, or changed since the encoded version, are
 * dropped. Throws "internal" for a row whose codes are not `dims` bytes.
 */
export async function putEmbeddings(
  db: Database,
  encoderId: string,
  rows: readonly StoredVector[],
): Promise<void> {
  for (const { memoryId, dims, scale, codes } of rows) {
    if (codes.length !== dims || dims === 0 || !Number.isFinite(scale)) {
      throw new MemoryError("internal", { memoryId, dims, bytes: codes.length, scale });
    }
  }
  if (rows.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { memoryId, dims, scale, codes, version = null } of rows) {
      await tx.run(UPSERT, { encoderId, memoryId, dims, scale, codes, version });
    }
  });
}

/** Lists active, not superseded memories without a vector of this encoder: pinned first, then newest. */
export async function listUnembedded(
  db: Database,
  encoderId: string,
  limit: number,
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, SELECT_WAITING, { encoderId, limit });
}

/** Records that all memories have a vector, if so; until a change, nothing is searched again. */
export async function markComplete(db: Database, encoderId: string): Promise<void> {
  // Checked first, because a write would wait for other writers.
  if ((await db.get(HAS_BECOME_COMPLETE, { encoderId })) === undefined) return;
  await db.run(MARK_COMPLETE, { encoderId });
}

export async function countEmbeddings(
  db: Database,
  encoderId: string,
): Promise<{ embedded: number; waiting: number }> {
  const { live } = await vectorStamp(db, encoderId);
  return { embedded: live, waiting: await queryNumber(db, COUNT_WAITING, { encoderId }) };
}

/** Returns the vectors written after `seq`, in order; each memory once, in its current state. */
export async function vectorsSince(
  db: Database,
  encoderId: string,
  seq: number,
  limit: number,
): Promise<VectorRow[]> {
  type Row = Omit<VectorRow, "isSuperseded"> & { readonly isSuperseded: number };
  const rows = await db.all<Row>(SELECT_SINCE, { encoderId, seq, limit });
  return rows.map((row) => ({ ...row, isSuperseded: row.isSuperseded === 1 }));
}

/** Returns the number of vectors that were written after `seq`, at most `limit`. */
export async function countVectorsSince(
  db: Database,
  encoderId: string,
  { seq, limit }: { readonly seq: number; readonly limit: number },
): Promise<number> {
  return queryNumber(db, COUNT_SINCE, { encoderId, seq, limit });
}

/** Returns the vectors of the given memories, unordered; memories without a vector are left out. */
export async function vectorsOf(
  db: Database,
  encoderId: string,
  ids: readonly MemoryId[],
): Promise<Pick<VectorRow, "memoryId" | "scale" | "codes">[]> {
  if (ids.length === 0) return [];
  return db.all(SELECT_OF, { encoderId, ids: JSON.stringify(ids) });
}

/** Returns all vectors of the given memories, of every encoder. */
export async function allVectorsOf(
  db: Database,
  ids: readonly MemoryId[],
): Promise<(StoredVector & { readonly encoderId: string })[]> {
  return db.all(SELECT_ALL_OF, { ids: JSON.stringify(ids) });
}

/** A memory's vector, and the type of the memory. */
export interface TypedVector extends Pick<VectorRow, "memoryId" | "scale" | "codes"> {
  readonly type: string;
}

/**
 * Returns all vectors of a project and of the global memories, unordered; null when the project alone has more than `limit`
 * memories.
 */
export async function vectorsOfProject(
  db: Database,
  encoderId: string,
  {
    projectId,
    types,
  }: { readonly projectId: ProjectId; readonly types?: readonly string[] | undefined },
  limit: number,
): Promise<TypedVector[] | null> {
  if ((await queryNumber(db, COUNT_OF_PROJECT, { projectId, limit: limit + 1 })) > limit)
    return null;
  const params = {
    encoderId,
    projectId,
    types: types === undefined ? null : JSON.stringify(types),
  };
  return db.all<TypedVector>(SELECT_OF_PROJECT, params);
}

/** Returns the stamp in one look-up. */
export async function vectorStamp(db: Database, encoderId: string): Promise<VectorStamp> {
  const row = await db.get<VectorStamp>(SELECT_CLOCK, { encoderId });
  return row === undefined ? { lastSeq: 0, seqSum: 0, live: 0, deletions: 0 } : { ...row };
}

/** Returns the seqs of all existing rows, ascending. */
export async function liveSeqs(db: Database, encoderId: string): Promise<number[]> {
  return queryColumn<number>(db, SELECT_SEQS, { encoderId });
}

/** Deletes an encoder's vectors and returns how many. The clock stays, so that no seq is reused. */
export async function dropEmbeddings(db: Database, encoderId: string): Promise<number> {
  return (await db.run(DELETE_ALL, { encoderId })).changes;
}

/** Lists every encoder with vectors in this store, and their number. */
export async function listEmbeddedEncoders(
  db: Database,
): Promise<readonly { readonly encoderId: string; readonly live: number }[]> {
  return db.all<{ encoderId: string; live: number }>(SELECT_ENCODERS);
}
