/** The lines that changed between two commits or since the last commit, as lines of the current files. */
import { runGit } from "@tacit-memory/git";
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
  return diff === null ? null : parseDiff(diff);
}

const FILE = /^\+\+\+ (?:"?b\/(.*?)"?|\/dev\/null)$/;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** Parses `git diff -U0`. Deleted files are left out. */
function parseDiff(diff: string): ChangedFile[] {
  const files: { path: string; ranges: [number, number][] }[] = [];
  for (const line of diff.split("\n")) {
    const path = FILE.exec(line);
    if (path !== null) {
      if (path[1] !== undefined) files.push({ path: path[1], ranges: [] });
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk === null) continue;
    const [start, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    // For deleted lines, the lines before and after count as changed.
    files
      .at(-1)
      ?.ranges.push(count === 0 ? [Math.max(1, start), start + 1] : [start, start + count - 1]);
  }
  return files;
}
