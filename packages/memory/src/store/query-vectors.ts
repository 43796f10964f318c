/** The query_vector table: vectors that a slow encoder computed for recent queries, by the hash of the query text. */
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
  /** sha256 of the text in hex. The text itself is not stored. */
  readonly textHash: string;
}

/** Returns the vector of a query, or null if none was stored after `sinceMs`. */
export async function getQueryVector(
  db: Database,
  key: QueryKey,
  sinceMs: number,
): Promise<Float32Array | null> {
  const row = await db.get<{ vector: Uint8Array }>(SELECT, { ...key, sinceMs });
  // Copied because a driver's buffer may not be aligned to four bytes.
  return row === undefined ? null : new Float32Array(Uint8Array.from(row.vector).buffer);
}

export interface QueryVectorLimits {
  readonly maxRows: number;
  /** Rows of this time or older are deleted. */
  readonly sinceMs: number;
}

/** Stores a query vector. Also deletes rows that are too old, and the oldest rows above the maximum. */
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

/** Deletes the query vectors of every encoder: a vector reveals something about its text, which may have to be forgotten. */
export async function clearQueryVectors(db: Database): Promise<void> {
  await db.run(DELETE_ALL);
}
