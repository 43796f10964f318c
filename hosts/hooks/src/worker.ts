/**
 * Runs workers: processes that do what a hook has no time for. A hook starts one and ends; the worker ends by itself. At most
 * one worker runs per job and home: its lock is a file in the home that contains its process id.
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
 * Time in milliseconds after which a worker begins nothing new, by job. A worker is started as the hook's program with the
 * job in place of a host's name. Catching up ingests events and learns from sessions; writing lessons asks the model that the
 * user chose.
 */
export const WORKER_MS = { "catch-up": 60_000, "write-lessons": 600_000 } as const;
export type Job = keyof typeof WORKER_MS;
/** Time for the last step; after it the process ends even if it is still working. */
const LAST_STEP_MS = 20_000;
/** Maximum time in which a started process writes its id, on any machine. */
const STARTING_MS = 20_000;
const STARTING = "starting";
/** Maximum bytes of a lock; longer than any process id. */
const MAX_LOCK_BYTES = 64;

export function isJob(name: string): name is Job {
  return Object.hasOwn(WORKER_MS, name);
}

function lockFile(home: string, job: Job): string {
  return join(home, `${job}.lock`);
}

/**
 * Starts a worker unless one is running. `script` is the bundled hook. Starts nothing in a home that cannot be written. A
 * catch-up worker may start one that writes lessons; no other worker starts another.
 */
export function startWorker(script: string, home: string, cwd: string, job: Job): void {
  const within = process.env["TACIT_WORKER"];
  const mayStart = within === undefined || (within === "catch-up" && job === "write-lessons");
  if (!mayStart || isWorkerRunning(home, job)) return;
  try {
    accessSync(home, constants.W_OK);
    if (!takeLock(home, job)) return;
  } catch {
    // Another hook was faster, or the home cannot be written: the next process does the work.
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

/** Takes the lock and returns whether this process has it. If several hooks find a stale lock, exactly one takes it. */
function takeLock(home: string, job: Job): boolean {
  const path = lockFile(home, job);
  if (existsSync(path)) {
    const staleMs = statSync(path).mtimeMs;
    if (isWorkerRunning(home, job)) return false;
    const aside = `${path}.${process.pid}`;
    renameSync(path, aside);
    if (statSync(aside).mtimeMs !== staleMs) {
      // Another hook replaced it meanwhile.
      renameSync(aside, path);
      return false;
    }
    rmSync(aside);
  }
  writeFileSync(path, STARTING, { flag: "wx", mode: 0o600 });
  return true;
}

/** Returns whether a worker runs. A lock counts as stale if its process has ended or it is older than a worker's lifetime. */
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

/** Runs `work` in the worker with the lock and the lowest useful priority, and ends the process in time. */
export async function asWorker(home: string, job: Job, work: () => Promise<void>): Promise<void> {
  const holder = String(process.pid);
  try {
    writeFileSync(lockFile(home, job), holder, { mode: 0o600 });
  } catch {
    // The home became read-only: nothing can be done in it.
    return;
  }
  process.once("exit", () => rmSync(lockFile(home, job), { force: true }));
  setTimeout(() => process.exit(0), WORKER_MS[job] + LAST_STEP_MS).unref();
  try {
    setPriority(system.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow changing the priority.
  }
  await work();
}
