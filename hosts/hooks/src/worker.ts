/**
 * The workers: processes that do what a hook has no time for. A hook starts one and ends; the worker ends by itself. At most one
 * runs for each job in a home: its lock is a file in the home with the id of its process.
 */
import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { setPriority, constants as system } from "node:os";
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";

/**
 * By name, which stands in place of a host's where the hook's program is started as a worker. Catching up takes in events and learns
 * from sessions; writing lessons asks the model that the user chose. After so many milliseconds a worker begins nothing more.
 */
export const WORKER_MS = { "catch-up": 60_000, "write-lessons": 600_000 } as const;
export type Job = keyof typeof WORKER_MS;
/** A step that was begun may end within these; then the process ends, whatever it is doing. */
const LAST_STEP_MS = 20_000;
/** A process that was started has written its id by then, on any machine. */
const STARTING_MS = 20_000;
const STARTING = "starting";
/** Longer than any process id. */
const MAX_LOCK_BYTES = 64;

export function isJob(name: string): name is Job {
  return Object.hasOwn(WORKER_MS, name);
}

function lockFile(home: string, job: Job): string {
  return join(home, `${job}.lock`);
}

/**
 * Starts a worker unless one is running. `script`: the bundled hook. Starts nothing in a home that cannot be written. A worker that
 * caught up may have lessons written; no other worker starts one.
 */
export function startWorker(script: string, home: string, cwd: string, job: Job): void {
  const within = process.env["TACIT_WORKER"];
  const mayStart = within === undefined || (within === "catch-up" && job === "write-lessons");
  if (!mayStart || isWorkerRunning(home, job)) return;
  try {
    accessSync(home, constants.W_OK);
    if (!takeLock(home, job)) return;
  } catch {
    // Another hook was quicker, or nothing can be written here: the work is left to the next process.
    return;
  }
  const child = spawn(process.execPath, [script, job, cwd, home], {
    cwd: home,
    detached: true,
    env: { ...process.env, TACIT_WORKER: job },
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => rmSync(lockFile(home, job), { force: true }));
  child.unref();
}

/** Whether this process took the lock. Of several hooks that find a stale one, one does. */
function takeLock(home: string, job: Job): boolean {
  const path = lockFile(home, job);
  if (existsSync(path)) {
    const staleMs = statSync(path).mtimeMs;
    if (isWorkerRunning(home, job)) return false;
    const aside = `${path}.${process.pid}`;
    renameSync(path, aside);
    if (statSync(aside).mtimeMs !== staleMs) {
      // Another hook had replaced it meanwhile.
      renameSync(aside, path);
      return false;
    }
    rmSync(aside);
  }
  writeFileSync(path, STARTING, { flag: "wx", mode: 0o600 });
  return true;
}

/** A lock whose process is gone, or is older than a worker lives, counts as none. */
export function isWorkerRunning(home: string, job: Job): boolean {
  try {
    const path = lockFile(home, job);
    const ageMs = Date.now() - statSync(path).mtimeMs;
    const holder = readTextAt(path, MAX_LOCK_BYTES) ?? "";
    if (holder === STARTING) return ageMs < STARTING_MS;
    return ageMs < WORKER_MS[job] + LAST_STEP_MS && isAlive(Number(holder));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Called by the worker itself: runs `work` with the lock and the lowest useful priority, and ends in time. */
export async function asWorker(home: string, job: Job, work: () => Promise<void>): Promise<void> {
  const holder = String(process.pid);
  try {
    writeFileSync(lockFile(home, job), holder, { mode: 0o600 });
  } catch {
    // A home that became read-only: there is nothing to do in it.
    return;
  }
  process.once("exit", () => rmSync(lockFile(home, job), { force: true }));
  setTimeout(() => process.exit(0), WORKER_MS[job] + LAST_STEP_MS).unref();
  try {
    setPriority(system.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it.
  }
  await work();
}
