/** Backups of the store, made once a day by whoever has the time for it: a worker, a command or a server. */
import { grouped } from "../domain/text/grouped.ts";
import { backUp, isBackupDue } from "../store/backups/back-up.ts";
import { type BackupFile, listBackups, listReplaced } from "../store/backups/backup-files.ts";
import { changesLost } from "../store/backups/changes-lost.ts";
import { lastJob, runJob } from "../store/jobs.ts";
import type { Workspace } from "../workspace.ts";

const JOB = { kind: "backup", trigger: "daily", leaseMs: 600_000 } as const;

/** A store that is in use has a newer backup than this. */
const OVERDUE_MS = 3 * 86_400_000;

type Backed = Pick<Workspace, "db" | "home" | "moment">;

export function backupsOf({ db, home, moment }: Backed) {
  return {
    /** Newest first. */
    list: (): BackupFile[] => listBackups(home),
    isDue: () => isBackupDue(db, home, moment().nowMs),
    /** Makes a backup now. Throws as `makeDue` does. */
    make: (): Promise<BackupFile> => backUp(db, home, moment().nowMs),
    /**
     * Makes a backup if one is due. Null if none is, or if another process makes it. Throws "store_corrupt" if the store is
     * damaged, "store_full", "store_unwritable".
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

/** A store on a server is backed up there. Throws if no backup was made although the store is in use. */
export async function backupsText({ db, home, moment }: Backed): Promise<string> {
  if (db.journalMode === "remote") return "the store is on a server and is backed up there";
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
