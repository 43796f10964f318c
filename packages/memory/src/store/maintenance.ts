/** Maintains the whole file: empties the log after an erasure, and checks. */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";

const DATA_VERSION = /* sql */ `SELECT data_version AS version FROM pragma_data_version`;

const CHECKPOINT = /* sql */ `PRAGMA wal_checkpoint(TRUNCATE)`;
const OPTIMIZE_INDEX = /* sql */ `INSERT INTO memory_fts(memory_fts) VALUES ('optimize')`;
const OPTIMIZE_PASSAGES = /* sql */ `INSERT INTO passage_fts(passage_fts) VALUES ('optimize')`;
const KEEP_DELETED = /* sql */ `INSERT INTO memory_fts(memory_fts, rank) VALUES ('secure-delete', 0)`;
const KEEP_DELETED_PASSAGES = /* sql */ `INSERT INTO passage_fts(passage_fts, rank) VALUES ('secure-delete', 0)`;
const VACUUM = /* sql */ `VACUUM`;
const INTEGRITY = /* sql */ `PRAGMA integrity_check(20)`;
const FOREIGN_KEYS = /* sql */ `PRAGMA foreign_key_check`;

/**
 * Removes erased data: merges the index's segments, in which deleted terms would remain, writes every page anew, and empties the
 * write-ahead log, which still contains the old pages. Another process can prevent the last two; the next erasure does them
 * then. Writing anew takes about 0.3 s for a store of 40 MB.
 */
export async function scrubFile(db: Database): Promise<void> {
  await db.run(OPTIMIZE_INDEX);
  await db.run(OPTIMIZE_PASSAGES);
  if (db.journalMode === "remote") return;
  await rewritePages(db);
  if (db.journalMode === "wal") await db.all(CHECKPOINT);
}

/** `secure_delete` overwrites deleted rows, but not the copies that remain in free space when rows move to another page. */
async function rewritePages(db: Database): Promise<void> {
  try {
    await db.exec(VACUUM);
  } catch (error) {
    const isLeft = MemoryError.is(error, "store_busy") || MemoryError.is(error, "store_full");
    if (!isLeft) throw error;
  }
}

/**
 * On libSQL, full-text indexes keep deleted words until they are optimised, which `scrubFile` does after every erasure. The
 * setting is stored in the indexes. With `secure-delete`, SQLite 3.45, which libSQL contains, damages an index when it deletes
 * and inserts a row in one transaction, as every correction does.
 */
export async function avoidSecureDelete(db: Database): Promise<void> {
  if (db.driver === "node-sqlite") return;
  await db.run(KEEP_DELETED);
  await db.run(KEEP_DELETED_PASSAGES);
}

/** Returns the problems of the file; empty when there are none. */
export async function checkIntegrity(db: Database): Promise<string[]> {
  const rows = await db.all<{ integrity_check: string }>(INTEGRITY);
  const broken = await db.all<{ table: string }>(FOREIGN_KEYS);
  return [
    ...rows.map((row) => row.integrity_check).filter((line) => line !== "ok"),
    ...broken.map((row) => `foreign key violated in ${row.table}`),
  ];
}

/** Another one after any other connection wrote; null where the store is on a server, which does not tell. */
export async function dataVersion(db: Database): Promise<number | null> {
  if (db.journalMode === "remote") return null;
  const row = await db.get<{ version: number }>(DATA_VERSION);
  return row?.version ?? null;
}
