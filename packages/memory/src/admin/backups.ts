/** Daily backups of the store, made by the first worker, command or server for which one is due. */
import { MemoryError } from "../domain/errors.ts";
import { grouped } from "../domain/text/grouped.ts";
import { backUp, isBackupDue } from "../store/backups/back-up.ts";
import { type BackupFile, listBackups, listReplaced } from "../store/backups/backup-files.ts";
import { changesLost } from "../store/backups/changes-lost.ts";
import { lastJob, runJob } from "../store/jobs.ts";
import type { Workspace } from "../workspace.ts";

const JOB = { kind: "backup", trigger: "daily", leaseMs: 600_000 } as const;

/** Age in ms after which the latest backup of a store in use is overdue. */
const OVERDUE_MS = 3 * 86_400_000;

const ON_A_SERVER =
  "the store is on a server and cannot be copied from here: back it up on the server, or export each project with `tacit export > memories.json`";

type Backed = Pick<Workspace, "db" | "home" | "moment">;

export function backupsOf({ db, home, moment }: Backed) {
  return {
    /** Lists the backups, newest first. */
    list: (): BackupFile[] => listBackups(home),
    isDue: () => isBackupDue(db, home, moment().nowMs),
    /** Makes a backup now. Throws "usage" for a store on a server, and as `makeDue` does. */
    make: async (): Promise<BackupFile> => {
      if (db.journalMode === "remote") throw new MemoryError("usage", { reason: ON_A_SERVER });
      return backUp(db, home, moment().nowMs);
    },
    /**
     * Makes a backup if one is due. Returns null if none is due or another process is making it. Throws "store_corrupt" if
     * the store is damaged, "store_full" or "store_unwritable".
     */
    makeDue: async (): Promise<BackupFile | null> => {
      if (!(await isBackupDue(db, home, moment().nowMs))) return null;
      let made: BackupFile | null = null;
      await runJob(db, JOB, moment(), async () => {
        made = await backUp(db, home, moment().nowMs);
        return { bytes: made.bytes };
      });
      return made;
    },
  };
}

export function backupCounts(home: string) {
  const all = listBackups(home);
  const bytes = all.reduce((sum, backupFile) => sum + backupFile.bytes, 0);
  return { count: all.length, bytes, newestAtMs: all[0]?.atMs ?? null };
}

/** Describes the state of the backups. Throws if the store is in use but no recent backup was made. */
export async function backupsText({ db, home, moment }: Backed): Promise<string> {
  if (db.journalMode === "remote") return "the store is on a server: back it up on the server";
  const { nowMs } = moment();
  const all = listBackups(home);
  const [newest] = all;
  const lost = await changesLost(db, home);
  if (lost > 0)
    throw new Error(
      `the newest backup has ${grouped(lost)} changes that the store has lost; run \`tacit doctor --restore\``,
    );
  const failed = await lastJob(db, "backup", nowMs);
  const isOverdue = newest !== undefined && nowMs - newest.atMs > OVERDUE_MS;
  if (failed?.error && (newest === undefined || isOverdue))
    throw new Error(`the last backup failed: ${failed.error}`);
  if (newest === undefined) return "none yet; the first is made an hour after the store was made";
  const { bytes: total } = backupCounts(home);
  const replaced = listReplaced(home).length;
  const replacedText =
    replaced === 0
      ? ""
      : `; ${replaced} ${replaced === 1 ? "store that was" : "stores that were"} replaced by a restore, kept beside them`;
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace("T", " ");
  return `${all.length}, newest ${at} UTC, ${grouped(Math.ceil(total / 1e6))} MB${replacedText}`;
}
