/**
 * The worker: one process a home that does what a hook had no time for, takes in events and learns from sessions. A hook
 * starts it and ends; the worker ends by itself. Its lock is a file in the home with the id of its process.
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

/** In place of a host's name, where the hook's program is started as the worker. */
export const WORKER = "catch-up";
/** After this the worker begins nothing more. */
export const WORKER_MS = 60_000;
/** A step that was begun may end; then the process ends, whatever it is doing. */
const LAST_MS = WORKER_MS + 20_000;
/** A process that was started has written its id by then, on any machine. */
const STARTING_MS = 20_000;
const STARTING = "starting";
/** Longer than any process id. */
const MAX_LOCK_BYTES = 64;

function lockFile(home: string): string {
  return join(home, "catch-up.lock");
}

/** Starts the worker unless one is running. `script`: the bundled hook. Starts nothing in a home that cannot be written. */
export function startWorker(script: string, home: string, cwd: string): void {
  if (process.env["TACIT_WORKER"] === "1" || isWorkerRunning(home)) return;
  try {
    accessSync(home, constants.W_OK);
    if (!takeLock(home)) return;
  } catch {
    // Another hook was quicker, or nothing can be written here: the work is left to the next process.
    return;
  }
  const child = spawn(process.execPath, [script, WORKER, cwd, home], {
    cwd: home,
    detached: true,
    env: { ...process.env, TACIT_WORKER: "1" },
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => rmSync(lockFile(home), { force: true }));
  child.unref();
}

/** Whether this process took the lock. Of several hooks that find a stale one, one does. */
function takeLock(home: string): boolean {
  const path = lockFile(home);
  if (existsSync(path)) {
    const staleMs = statSync(path).mtimeMs;
    if (isWorkerRunning(home)) return false;
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
export function isWorkerRunning(home: string): boolean {
  try {
    const path = lockFile(home);
    const ageMs = Date.now() - statSync(path).mtimeMs;
    const holder = readTextAt(path, MAX_LOCK_BYTES) ?? "";
    if (holder === STARTING) return ageMs < STARTING_MS;
    return ageMs < LAST_MS && isAlive(Number(holder));
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
export async function asWorker(home: string, work: () => Promise<void>): Promise<void> {
  const holder = String(process.pid);
  try {
    writeFileSync(lockFile(home), holder, { mode: 0o600 });
  } catch {
    // A home that became read-only: there is nothing to do in it.
    return;
  }
  process.once("exit", () => rmSync(lockFile(home), { force: true }));
  setTimeout(() => process.exit(0), LAST_MS).unref();
  try {
    setPriority(system.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it.
  }
  await work();
}
