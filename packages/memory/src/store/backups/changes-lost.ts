/**
 * Detects whether the store lost changes that a backup contains. Each change has an increasing number (store/ops.ts). A store
 * whose write-ahead log was deleted opens without an error, in a state hours or days older.
 */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import { openDatabase } from "../open-database.ts";
import { listBackups } from "./backup-files.ts";

/** The last number that was assigned; rows of `op` may be deleted. */
const LAST = /* sql */ `SELECT seq FROM sqlite_sequence WHERE name = 'op'`;
const SET_LAST = /* sql */ `UPDATE sqlite_sequence SET seq = :seq WHERE name = 'op'`;
const ADD_LAST = /* sql */ `INSERT INTO sqlite_sequence (name, seq) VALUES ('op', :seq)`;

/** Returns how many changes the newest readable backup has that the store does not. */
export async function changesLost(db: Database, home: string): Promise<number> {
  const backup = await newestBackupChange(home);
  return Math.max(0, backup - (await lastChange(db)));
}

/** Raises the number of the next change of a restored store above that of any backup. */
export async function countChangesOn(db: Database, home: string): Promise<void> {
  const seq = await newestBackupChange(home);
  if (seq <= (await lastChange(db))) return;
  await setLastChange(db, seq);
}

export async function setLastChange(db: Database, seq: number): Promise<void> {
  const { changes } = await db.run(SET_LAST, { seq });
  if (changes === 0) await db.run(ADD_LAST, { seq });
}

async function newestBackupChange(home: string): Promise<number> {
  for (const { path } of listBackups(home)) {
    try {
      const db = await openDatabase({ path, readOnly: true });
      try {
        return await lastChange(db);
      } finally {
        await db.close();
      }
    } catch {
      // A damaged backup is ignored here; `tacit doctor` reports it.
    }
  }
  return 0;
}

export async function lastChange(db: Database): Promise<number> {
  return queryNumber(db, LAST);
}
