/**
 * Databases in Tacit's home folder that one process works on for a short time. They contain a plain copy of the store's data, so
 * those of a process that was interrupted are deleted when the next one begins, and whenever something is forgotten.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const WORK_FILE = /^(archiving|restoring)-(\d+)\.db/;
/** Home folders in which this process reads or writes an archive now, once for each. */
const archivingIn: string[] = [];
let count = 0;

/** Calls `body` with two paths for databases that are deleted afterwards. */
export async function withWorkFiles<T>(
  home: string,
  body: (paths: readonly [string, string]) => Promise<T>,
): Promise<T> {
  dropLeftWorkFiles(home);
  archivingIn.push(home);
  const start = join(home, `archiving-${process.pid}.db.${++count}`);
  const paths = [`${start}a`, `${start}b`] as const;
  try {
    return await body(paths);
  } finally {
    archivingIn.splice(archivingIn.indexOf(home), 1);
    for (const path of paths)
      for (const suffix of ["", "-wal", "-shm", "-journal"])
        rmSync(`${path}${suffix}`, { force: true });
  }
}

/** Deletes the work files of processes that no longer run, and of an earlier process that had the id of this one. */
export function dropLeftWorkFiles(home: string): void {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home)) {
    const [, task, pid] = WORK_FILE.exec(name) ?? [];
    if (pid === undefined) continue;
    const isOwn = Number(pid) === process.pid;
    const isInUse = isOwn ? task === "restoring" || archivingIn.includes(home) : isRunning(pid);
    if (!isInUse) rmSync(join(home, name), { force: true });
  }
}

function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
