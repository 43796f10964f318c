/**
 * Who is at work in this tree? Tests, end-to-end runs and benches say so while they run, so that `npm ci`, which takes
 * `node_modules` away before it puts it back, is not run under them; and nothing begins while it is run. Runs under any
 * Node from 20 on, without dependencies. Each side writes its mark before it looks for the other's, so one of two that
 * begin at once sees the other.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

let marks = 0;
/** Paths of marks of this process. */
const own = new Set();

/** Until the returned function is called, or the process ends, nothing is installed. Throws while something is. */
export function useTree(root, what) {
  const path = join(folderOf(root), `use-${process.pid}-${++marks}`);
  const release = mark(path, what, "w");
  const [installing] = othersAt(root, "install");
  if (installing === undefined) return release;
  release();
  throw new Error(
    `${what}: ${installing.what} (process ${installing.pid}) is changing node_modules; run this again once it is done`,
  );
}

/** The right to change `node_modules`. Throws while somebody is at work here, or has that right. */
export function lockForInstall(root, what) {
  const path = join(folderOf(root), "install");
  const [other] = othersAt(root, "install");
  if (other !== undefined) throw new Error(refusal(other, path));
  const release = mark(path, what, "wx", () => refusal({ pid: "?", what: "another setup" }, path));
  const [user] = othersAt(root, "use-");
  if (user === undefined) return release;
  release();
  throw new Error(refusal(user, user.path));
}

function refusal({ pid, what }, path) {
  return (
    `the lockfile changed, and installing would take node_modules away from ${what} (process ${pid}), which is at work in ` +
    `this tree. Run this again once it is done; if it is not there any more, delete ${path}`
  );
}

function folderOf(root) {
  const folder = join(root, ".cache", "in-use");
  mkdirSync(folder, { recursive: true });
  return folder;
}

function mark(path, what, flag, explain) {
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid, what }), { flag });
  } catch (error) {
    throw error.code === "EEXIST" && explain ? new Error(explain()) : error;
  }
  own.add(path);
  const release = () => {
    process.off("exit", release);
    own.delete(path);
    rmSync(path, { force: true });
  };
  process.on("exit", release);
  return release;
}

/** Marks of living processes; those of dead ones are taken away. */
function othersAt(root, prefix) {
  const folder = folderOf(root);
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(folder, name), ...readMark(join(folder, name)) }))
    .filter(({ path, pid }) => {
      // In containers the next process often has the number of the one before.
      if (pid === process.pid ? own.has(path) : isAlive(pid)) return true;
      if (pid !== 0 || isOld(path)) rmSync(path, { force: true });
      return false;
    });
}

/** Half-written or gone: nobody's yet, or any more. */
function readMark(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { pid: 0, what: "nobody" };
  }
}

/** Whoever was to write it is stopped, or had no room: a mark takes no seconds. */
function isOld(path) {
  const written = statSync(path, { throwIfNoEntry: false });
  return written !== undefined && Date.now() - written.mtimeMs > HALF_WRITTEN_MS;
}

const HALF_WRITTEN_MS = 10_000;

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
