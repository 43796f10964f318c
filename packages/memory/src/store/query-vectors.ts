/** The query_vector table: what a slow encoder made of the last days' queries, by the hash of their text. */
import type { Database } from "@tacit-memory/sqlite";

const SELECT = /* sql */ `SELECT vector FROM query_vector
  WHERE encoder_id = :encoderId AND text_hash = :textHash AND at_ms > :sinceMs`;
const UPSERT = /* sql */ `INSERT INTO query_vector (encoder_id, text_hash, vector, at_ms)
  VALUES (:encoderId, :textHash, :vector, :nowMs)
  ON CONFLICT (encoder_id, text_hash) DO UPDATE SET vector = excluded.vector, at_ms = excluded.at_ms`;
const DELETE_OLD = /* sql */ `DELETE FROM query_vector WHERE at_ms <= :sinceMs`;
const DELETE_BEYOND = /* sql */ `DELETE FROM query_vector WHERE (encoder_id, text_hash) IN
  (SELECT encoder_id, text_hash FROM query_vector ORDER BY at_ms DESC LIMIT -1 OFFSET :maxRows)`;
const DELETE_ALL = /* sql */ `DELETE FROM query_vector`;

export interface QueryKey {
  readonly encoderId: string;
  /** sha256 of the text, in hex: the text itself is not kept. */
  readonly textHash: string;
}

/** Null where it was not asked after `sinceMs`. */
export async function getQueryVector(
  db: Database,
  key: QueryKey,
  sinceMs: number,
): Promise<Float32Array | null> {
  const row = await db.get<{ vector: Uint8Array }>(SELECT, { ...key, sinceMs });
  // Copied: a driver's bytes need not begin at a multiple of four.
  return row === undefined ? null : new Float32Array(Uint8Array.from(row.vector).buffer);
}

export interface QueryVectorLimits {
  readonly maxRows: number;
  /** Rows as old as this go. */
  readonly sinceMs: number;
}

/** Also takes out what is too old, and the oldest of what is too many. */
export async function putQueryVector(
  db: Database,
  key: QueryKey,
  vector: Float32Array,
  nowMs: number,
  { maxRows, sinceMs }: QueryVectorLimits,
): Promise<void> {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  await db.transaction(async (tx) => {
    await tx.run(UPSERT, { ...key, vector: bytes, nowMs });
    await tx.run(DELETE_OLD, { sinceMs });
    await tx.run(DELETE_BEYOND, { maxRows });
  });
}

/** Of every encoder: a vector tells something of its text, and the text may have been one to forget. */
export async function clearQueryVectors(db: Database): Promise<void> {
  await db.run(DELETE_ALL);
}
