/**
 * Removes forgotten data from every backup, so that a person who forgets a line keeps the backups. A backup that cannot be
 * changed is deleted, and so are stores that a restore replaced: they may be damaged and contain forgotten data.
 */
import { chmodSync, constants, copyFileSync, renameSync, rmSync } from "node:fs";
import type { Database } from "@tacit-memory/sqlite";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { copyCompact } from "./back-up.ts";
import { deleteReplaced, listBackups } from "./backup-files.ts";
import { lastChange, setLastChange } from "./changes-lost.ts";

export interface RewrittenBackups {
  readonly rewritten: number;
  /** Number of backups and replaced stores that were deleted instead. */
  readonly deleted: number;
}

/**
 * Rewrites the backups, newest first, and deletes those that there is no time for. Each then has the schema of this version.
 */
export async function rewriteBackups(
  home: string,
  nowMs: number,
  change: (db: Database) => Promise<void>,
  mayGoOn: () => boolean = () => true,
): Promise<RewrittenBackups> {
  let [rewritten, deleted] = [0, deleteReplaced(home)];
  for (const { path } of listBackups(home)) {
    if (mayGoOn() && (await isRewritten(path, nowMs, change))) {
      rewritten++;
    } else {
      rmSync(path, { force: true });
      deleted++;
    }
  }
  return { rewritten, deleted };
}

async function isRewritten(
  path: string,
  nowMs: number,
  change: (db: Database) => Promise<void>,
): Promise<boolean> {
  const work = `${path}.${process.pid}.work.part`;
  const made = `${path}.${process.pid}.part`;
  try {
    copyFileSync(path, work, constants.COPYFILE_FICLONE);
    chmodSync(work, 0o600);
    const db = await openDatabase({ path: work });
    try {
      await migrate(db, nowMs);
      const seq = await lastChange(db);
      await change(db);
      // The backup must not count as newer than before (changes-lost.ts).
      await setLastChange(db, seq);
      await copyCompact(db, made);
    } finally {
      await db.close();
    }
    renameSync(made, path);
    return true;
  } catch {
    return false;
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"])
      rmSync(`${work}${suffix}`, { force: true });
    rmSync(made, { force: true });
  }
}
