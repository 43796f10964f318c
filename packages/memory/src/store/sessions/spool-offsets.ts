/** How far each spool file has been ingested. The offset is updated in the transaction that stores the content. */
import { type Database, queryNumber } from "@tacit-memory/sqlite";

const SELECT = /* sql */ `SELECT bytes FROM spool_offset WHERE file = :file`;
const UPSERT = /* sql */ `INSERT INTO spool_offset (file, bytes) VALUES (:file, :bytes)
  ON CONFLICT (file) DO UPDATE SET bytes = excluded.bytes`;
const DELETE = /* sql */ `DELETE FROM spool_offset WHERE file = :file`;
const REJECT = /* sql */ `INSERT INTO spool_reject (file, byte_offset, reason, at_ms)
  VALUES (:file, :byteOffset, :reason, :nowMs) ON CONFLICT DO NOTHING`;
const COUNT_REJECTS = /* sql */ `SELECT count(*) AS count FROM spool_reject`;

export async function readOffset(db: Database, file: string): Promise<number> {
  return queryNumber(db, SELECT, { file });
}

export async function writeOffset(db: Database, file: string, bytes: number): Promise<void> {
  await db.run(UPSERT, { file, bytes });
}

export async function dropOffset(db: Database, file: string): Promise<void> {
  await db.run(DELETE, { file });
}

export async function rejectSpoolLine(
  db: Database,
  at: { readonly file: string; readonly byteOffset: number; readonly reason: string },
  nowMs: number,
): Promise<void> {
  await db.run(REJECT, { ...at, nowMs });
}

export async function countRejects(db: Database): Promise<number> {
  return queryNumber(db, COUNT_REJECTS);
}
