/**
 * Coordinates processes that use this tree. Tests, end-to-end runs and benches mark it while they run, so that `npm ci`,
 * which deletes `node_modules` before it restores it, does not run meanwhile; and nothing starts while it runs. Bundling is
 * exclusive too. Runs under any Node from 20 on, without dependencies. Each side writes its mark before it looks for the
 * other's, so one of two that start at once sees the other. Every mark has a unique name, so removing a stale mark never
 * removes another one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";

let marks = 0;
/** Paths of marks of this process. */
const own = new Set();

/** Blocks installing until the returned function is called or the process ends. Throws while an installation runs. */
export function useTree(root, what) {
  const { release } = mark(root, "use", what);
  const [installing] = othersAt(root, "install");
  if (installing === undefined) return release;
  release();
  throw new Error(
    `${what}: ${installing.what} (process ${installing.pid}) is changing node_modules; run this again once it is done`,
  );
}

/** Takes the right to change `node_modules`. Throws while another process uses the tree or has that right. */
export function lockForInstall(root, what) {
  const { path, release } = mark(root, "install", what);
  // Of two that start at once, one gives way at once, and the other sees it leave.
  for (let look = 1; ; look++) {
    const other = othersAt(root, "install", path)[0] ?? othersAt(root, "use-")[0];
    if (other === undefined) return release;
    if (look === LOOKS || !goesBefore(other)) {
      release();
      throw new Error(refusal(other));
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/** Takes the right to write bundles when the process that has it is done. Throws if that takes too long. */
export async function turnToBuild(root, patienceMs = 180_000) {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    const { path, release } = mark(root, "build", "a build");
    for (;;) {
      const [other] = othersAt(root, "build-", path);
      if (other === undefined) return release;
      if (Date.now() > endMs) {
        release();
        throw new Error(
          `process ${other.pid} has been bundling all this time; if it is not there any more, delete ${other.path}`,
        );
      }
      if (!goesBefore(other)) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    release();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Returns whether this process goes first; exactly one of two does. */
function goesBefore({ pid }) {
  return process.pid < pid;
}

const LOOKS = 20;
const LOOK_MS = 25;

function refusal({ pid, what, path }) {
  return (
    `the lockfile changed, and installing would take node_modules away from ${what} (process ${pid}), which is at work in ` +
    `this tree. Run this again once it is done; if it is not there any more, delete ${path}`
  );
}

/** Explains errors of a tree that cannot be written; other errors are returned unchanged. */
export function explainedUnwritable(error, root) {
  if (!["EROFS", "EACCES", "EPERM", "ENOSPC"].includes(error?.code)) return error;
  const why = error.code === "ENOSPC" ? "has no room left" : "cannot be written";
  const next = error.code === "ENOSPC" ? "make room" : "make it writable, or work in a copy of it";
  return new Error(
    `${root} ${why} (${error.code}: ${error.path ?? error.message}). Setup, tests and bundles write there: ${next}, then run this again.`,
    { cause: error },
  );
}

/** Throws an explained error if this tree cannot be written. */
export function checkWritable(root) {
  mark(root, "try", "a look").release();
}

function folderOf(root) {
  const folder = join(root, ".cache", "in-use");
  mkdirSync(folder, { recursive: true });
  return folder;
}

function mark(root, kind, what) {
  const { pid } = process;
  let path;
  try {
    path = join(folderOf(root), `${kind}-${pid}-${++marks}`);
    writeFileSync(path, JSON.stringify({ pid, what, startedAt: startOf(pid) }));
  } catch (error) {
    throw explainedUnwritable(error, root);
  }
  own.add(path);
  const release = () => {
    process.off("exit", release);
    own.delete(path);
    rmSync(path, { force: true });
  };
  process.on("exit", release);
  return { path, release };
}

/** Returns marks of living processes except `mine`, and removes marks of dead processes. */
function othersAt(root, prefix, mine) {
  const folder = folderOf(root);
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && join(folder, name) !== mine)
    .map((name) => ({ path: join(folder, name), ...readMark(folder, name) }))
    .filter((one) => {
      if (isHeld(one)) return true;
      rmSync(one.path, { force: true });
      return false;
    });
}

function isHeld({ path, pid, startedAt }) {
  // In containers the next process often has the id of the previous one.
  if (pid === process.pid) return own.has(path);
  if (pid === "?") return !isOlderThan(path, Date.now() - HALF_WRITTEN_MS);
  return isAlive(pid) && !isAnother(path, pid, startedAt);
}

/** Reads a mark. If it is half-written, its name identifies the process, except for an older kind of mark. */
function readMark(folder, name) {
  try {
    const told = JSON.parse(readFileSync(join(folder, name), "utf8"));
    if (Number.isInteger(told.pid)) return told;
  } catch {
    // The mark is being written, or is abandoned.
  }
  const pid = Number(/^[a-z]+-(\d+)-\d+$/.exec(name)?.[1]);
  const what = name.startsWith("install") ? "another setup" : "another run";
  return { pid: pid > 0 ? pid : "?", what };
}

/** Writing a mark takes less than seconds; a missing mark counts as old. */
function isOlderThan(path, timeMs) {
  const written = statSync(path, { throwIfNoEntry: false });
  return written === undefined || written.mtimeMs < timeMs;
}

const HALF_WRITTEN_MS = 10_000;

/** Returns whether the id of an ended process belongs to another process now. */
function isAnother(path, pid, startedAt) {
  const now = startOf(pid);
  if (now !== null && startedAt != null) return now !== startedAt;
  return isOlderThan(path, Date.now() - uptime() * 1000 - HALF_WRITTEN_MS);
}

/** Returns when a process began, in the kernel's unit; null if that is unknown. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
