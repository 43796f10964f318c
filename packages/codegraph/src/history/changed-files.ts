/** The lines that changed between two commits or since the last commit, as lines of the current files. */
import { runGit } from "@tacit-memory/git";
import { languageOf } from "../facts/languages/languages.ts";
import { type ChangedFile, uncommitted } from "./uncommitted.ts";

const LIMITS = { timeoutMs: 20_000, maxChars: 64_000_000 };

/**
 * Returns changed files. `range`: `A..B`, a commit to compare with HEAD, or "" for uncommitted changes. `paths`: files of the
 * graph. Null if Git does not know the range.
 */
export async function changedFiles(
  root: string,
  range: string,
  paths: readonly string[],
): Promise<readonly ChangedFile[] | null> {
  if (range === "") return uncommitted(root, paths);
  if (!/^[\w./@][\w./@{}^~-]*$/.test(range)) return null;
  const [from = "", to = ""] = range.split(/\.{2,3}/);
  const commits = [from || "HEAD", to || "HEAD"];
  const diff = await runGit(
    root,
    ["diff-tree", "-r", "-p", "-U0", "--no-color", "--relative", ...commits, "--"],
    LIMITS,
  );
  return diff === null ? null : withOldTexts(root, commits[0] ?? "HEAD", parseDiff(diff));
}

const OLD_FILE = /^--- (?:"?a\/(.*?)"?|\/dev\/null)$/;
const FILE = /^\+\+\+ (?:"?b\/(.*?)"?|\/dev\/null)$/;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Maximum files whose former text is read. */
const MAX_READ = 200;

interface FileOfDiff {
  readonly path: string;
  readonly ranges: [number, number][];
  readonly isNew: boolean;
  readonly isDeleted: boolean;
}

/** Adds the texts before the change. */
async function withOldTexts(
  root: string,
  commit: string,
  files: readonly FileOfDiff[],
): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const { path, ranges, isNew, isDeleted } of files) {
    const isRead = !isNew && changed.length < MAX_READ && languageOf(path) !== undefined;
    const blob = ["cat-file", "blob", `${commit}:./${path}`];
    const before = isRead ? await runGit(root, blob, LIMITS) : null;
    changed.push({ path, ranges, before, isDeleted });
  }
  return changed;
}

/** Parses `git diff -U0`. */
function parseDiff(diff: string): FileOfDiff[] {
  const files: FileOfDiff[] = [];
  let old: string | undefined;
  for (const line of diff.split("\n")) {
    const before = OLD_FILE.exec(line);
    if (before !== null) {
      old = before[1];
      continue;
    }
    const after = FILE.exec(line);
    if (after !== null) {
      const path = after[1] ?? old;
      const isDeleted = after[1] === undefined;
      if (path !== undefined) files.push({ path, ranges: [], isNew: old === undefined, isDeleted });
      continue;
    }
    const hunk = HUNK.exec(line);
    const last = files.at(-1);
    if (hunk === null || last === undefined || last.isDeleted) continue;
    const [start, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    // For deleted lines, the lines before and after count as changed.
    last.ranges.push(count === 0 ? [Math.max(1, start), start + 1] : [start, start + count - 1]);
  }
  return files;
}
