/** Makes a backup: a complete, compact and checked copy of the store, readable by the owner only. */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import { checkIntegrity } from "../maintenance.ts";
import { openDatabase } from "../open-database.ts";
import {
  type BackupFile,
  backupFolder,
  backupPath,
  deleteOldBackups,
  listBackups,
} from "./backup-files.ts";

const DAY_MS = 86_400_000;
/** Milliseconds after the store was created at which the first backup is due; by then there is data to lose. */
const FIRST_AFTER_MS = 3_600_000;
const COPY = /* sql */ `VACUUM INTO :path`;
const COUNT_FORGOTTEN = /* sql */ `SELECT (SELECT count(*) FROM tombstone)
  + (SELECT count(*) FROM capture_ledger WHERE source_type = 'forgotten_session') AS count`;
const MADE_AT = /* sql */ `SELECT min(applied_at_ms) AS atMs FROM schema_version`;

/**
 * Makes a backup. Other processes may write meanwhile. A failure leaves no file behind. Throws "store_corrupt" if the copy is
 * damaged, because then the store is too, and "store_full" or "store_unwritable".
 */
export async function backUp(db: Database, home: string, nowMs: number): Promise<BackupFile> {
  const path = backupPath(home, nowMs);
  const part = `${path}.${process.pid}.part`;
  mkdirSync(backupFolder(home), { recursive: true, mode: 0o700 });
  chmodSync(backupFolder(home), 0o700);
  try {
    let forgotten: number;
    do {
      forgotten = await countForgotten(db);
      await copyCompact(db, part);
      renameSync(part, path);
      // The copy may contain what another process forgot meanwhile, and that process may have searched for backups before
      // this one existed.
    } while ((await countForgotten(db)) !== forgotten);
  } finally {
    rmSync(part, { force: true });
  }
  deleteOldBackups(home);
  const made = listBackups(home).find((backup) => backup.path === path);
  return made ?? { path, atMs: nowMs, bytes: 0 };
}

async function countForgotten(db: Database): Promise<number> {
  return queryNumber(db, COUNT_FORGOTTEN);
}

/** Writes a checked copy without free pages, so that it contains no deleted data. */
export async function copyCompact(db: Database, path: string): Promise<void> {
  // SQLite fills an existing empty file and keeps its permissions.
  closeSync(openSync(path, "w", 0o600));
  await db.run(COPY, { path });
  await check(path);
  sync(path);
}

/**
 * Whether the newest backup is older than a day, or dated in the future by a wrong clock. The first backup is due an hour
 * after the store was created. A store on a server is backed up there.
 */
export async function isBackupDue(db: Database, home: string, nowMs: number): Promise<boolean> {
  if (db.journalMode === "remote" || db.journalMode === "memory") return false;
  const [newest] = listBackups(home);
  if (newest !== undefined) return Math.abs(nowMs - newest.atMs) >= DAY_MS;
  const madeAtMs = (await db.get<{ atMs: number | null }>(MADE_AT))?.atMs ?? nowMs;
  return nowMs - madeAtMs >= FIRST_AFTER_MS;
}

/** Checks a store. Throws "store_corrupt" with the first problems. */
export async function check(path: string): Promise<void> {
  const copy = await openDatabase({ path, readOnly: true });
  try {
    const problems = await checkIntegrity(copy);
    if (problems.length > 0)
      throw new MemoryError("store_corrupt", { path, problems: problems.slice(0, 3).join("; ") });
  } finally {
    await copy.close();
  }
}

function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
