/**
 * Removes from every backup what was forgotten, so that a person who forgets one line keeps their backups. A backup that cannot be
 * changed is deleted, and so are stores that a restore replaced: they may be damaged, and hold what was forgotten.
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
  /** Backups and replaced stores that were deleted instead. */
  readonly deleted: number;
}

/** Newest first; those that there is no time for are deleted. Each then has the schema of this version. */
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
      // The backup is no newer than before (changes-lost.ts).
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
