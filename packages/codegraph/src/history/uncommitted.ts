/**
 * Which lines of the working tree are not as the last commit has them? Git itself is not asked to look into the working
 * tree: it would run programs that the repository names. It says what the commit has; the rest is compared here.
 */
import { createHash } from "node:crypto";
import { readProjectText } from "@tacit-memory/files";
import { runGit } from "@tacit-memory/git";

export interface ChangedFile {
  readonly path: string;
  /** First and last line from 1, of the file as it is now; null for the whole file. */
  readonly ranges: readonly (readonly [number, number])[] | null;
}

const LIMITS = { timeoutMs: 20_000, maxChars: 64_000_000 };
const MAX_FILE_BYTES = 1_000_000;
/** Files that are compared line by line; more have changed as a whole. */
const MAX_COMPARED = 200;

/** Of these paths; null where there is no repository, or no commit. */
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
    if (ranges === null || ranges.length > 0) changed.push({ path, ranges });
  }
  return changed;
}

/** By path: what the last commit has. */
async function committedBlobs(root: string): Promise<Map<string, string> | null> {
  const listed = await runGit(root, ["ls-files", "-s", "-z"], LIMITS);
  const asked = [
    "diff-index",
    "--cached",
    "--raw",
    "-z",
    "--no-abbrev",
    "--relative",
    "HEAD",
    "--",
  ];
  const staged = await runGit(root, asked, LIMITS);
  if (listed === null || staged === null) return null;
  const committed = new Map<string, string>();
  for (const [, sha = "", path = ""] of listed.matchAll(/\d+ ([\da-f]+) \d\t([^\0]+)\0/g)) {
    committed.set(path, sha);
  }
  // `:mode mode sha sha status NUL path NUL`: what the commit has goes before what is staged.
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

/** However the working tree ends its lines. */
const lines = (text: string) => text.replaceAll("\r\n", "\n").split("\n");

/** Stretches of lines, from 1, that are new or stand where lines are gone. */
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

/** 1 for each new line that was there before, in this order: each is taken where it comes next. */
function keptLines(old: readonly string[], added: readonly string[]): Uint8Array {
  const isKept = new Uint8Array(added.length);
  let next = 0;
  added.forEach((line, at) => {
    const found = old.indexOf(line, next);
    // A blank line far below would take all between with it.
    if (found < 0 || (line.trim() === "" && found > next)) return;
    isKept[at] = 1;
    next = found + 1;
  });
  return isKept;
}
