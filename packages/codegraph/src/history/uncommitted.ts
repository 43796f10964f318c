/**
 * Finds the lines of the working tree that differ from the last commit. Git does not read the working tree, because it would
 * run programs that the repository configures. It provides the committed content, which is compared here.
 */
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { runGit } from "@tacit-memory/git";
import { languageOf } from "../facts/languages/languages.ts";

export interface ChangedFile {
  readonly path: string;
  /** First and last line (from 1) of the current file; null for the whole file; none for a deleted file. */
  readonly ranges: readonly (readonly [number, number])[] | null;
  /** The text before the change; null for a new file. */
  readonly before: string | null;
  readonly isDeleted: boolean;
}

const LIMITS = { timeoutMs: 20_000, maxChars: 64_000_000 };
const MAX_FILE_BYTES = 1_000_000;
/** Maximum files compared line by line; further ones count as changed as a whole. */
const MAX_COMPARED = 200;

/** Returns the uncommitted changes of these paths; null without a repository or commit. */
export async function uncommitted(
  root: string,
  paths: readonly string[],
): Promise<ChangedFile[] | null> {
  const committed = await committedBlobs(root);
  if (committed === null) return null;
  const changed: ChangedFile[] = [];
  for (const path of paths) {
    const text = readProjectText(root, path, MAX_FILE_BYTES);
    const sha = committed.get(path);
    if (text === null || (sha !== undefined && isBlob(text, sha))) continue;
    const isCompared = sha !== undefined && changed.length < MAX_COMPARED;
    const before = isCompared ? await runGit(root, ["cat-file", "blob", sha], LIMITS) : null;
    const ranges = before === null ? null : changedLines(lines(before), lines(text));
    if (ranges === null || ranges.length > 0)
      changed.push({ path, ranges, before, isDeleted: false });
  }
  return [...changed, ...(await deleted(root, committed, new Set(paths)))];
}

/** Returns the committed source files that are no longer there. */
async function deleted(
  root: string,
  committed: ReadonlyMap<string, string>,
  current: ReadonlySet<string>,
): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const [path, sha] of committed) {
    if (current.has(path) || languageOf(path) === undefined || isThere(join(root, path))) continue;
    const isRead = found.length < MAX_COMPARED;
    const before = isRead ? await runGit(root, ["cat-file", "blob", sha], LIMITS) : null;
    found.push({ path, ranges: [], before, isDeleted: true });
  }
  return found;
}

/** Returns whether something has that path; what may not be read is there. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Returns the blob of the last commit by path. */
async function committedBlobs(root: string): Promise<Map<string, string> | null> {
  const listed = await runGit(root, ["ls-files", "-s", "-z"], LIMITS);
  const diffArgs = [
    "diff-index",
    "--cached",
    "--raw",
    "-z",
    "--no-abbrev",
    "--relative",
    "HEAD",
    "--",
  ];
  const staged = await runGit(root, diffArgs, LIMITS);
  if (listed === null || staged === null) return null;
  const committed = new Map<string, string>();
  for (const [, sha = "", path = ""] of listed.matchAll(/\d+ ([\da-f]+) \d\t([^\0]+)\0/g)) {
    committed.set(path, sha);
  }
  // `:mode mode sha sha status NUL path NUL`: the committed blob takes precedence over the staged one.
  const changes = staged.matchAll(/:\d+ \d+ ([\da-f]+) [\da-f]+ \w+\0([^\0]+)\0/g);
  for (const [, sha = "", path = ""] of changes) {
    if (/^0+$/.test(sha)) committed.delete(path);
    else committed.set(path, sha);
  }
  return committed;
}

function isBlob(text: string, sha: string): boolean {
  const algorithm = sha.length > 40 ? "sha256" : "sha1";
  const bytes = Buffer.from(text, "utf8");
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === sha;
}

/** Ignores the line endings of the working tree. */
const lines = (text: string) => text.replaceAll("\r\n", "\n").split("\n");

/** Returns ranges of lines (from 1) that are new or adjacent to deleted lines. */
function changedLines(before: readonly string[], now: readonly string[]): [number, number][] {
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start++;
  let [oldEnd, newEnd] = [before.length, now.length];
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  if (oldEnd === start && newEnd === start) return [];
  if (newEnd === start) return [[Math.max(1, start), Math.min(now.length, start + 1)]];
  const isKept = keptLines(before.slice(start, oldEnd), now.slice(start, newEnd));
  const ranges: [number, number][] = [];
  for (let line = start + 1; line <= newEnd; line++) {
    if (isKept[line - start - 1] === 1) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.length > 0 ? ranges : [[start + 1, newEnd]];
}

/** Returns 1 for each new line that existed before, in the same order. Each is matched with its next occurrence. */
function keptLines(old: readonly string[], added: readonly string[]): Uint8Array {
  const isKept = new Uint8Array(added.length);
  let next = 0;
  added.forEach((line, at) => {
    const found = old.indexOf(line, next);
    // Matching a blank line far below would skip all lines in between.
    if (found < 0 || (line.trim() === "" && found > next)) return;
    isKept[at] = 1;
    next = found + 1;
  });
  return isKept;
}
