/** Reads from git which files each commit changed and renamed, as a stream. */
import { runGit, streamGit } from "@tacit-memory/git";
import { HISTORY } from "./limits.ts";

/** Change of a path in a commit, from git's status letters. */
interface PathChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  readonly path: string;
  /** The previous path of a renamed file. */
  readonly from: string;
}

export interface LoggedCommit {
  readonly sha: string;
  readonly changes: readonly PathChange[];
}

const RECORD = "\u001e";
const SHA = /^([0-9a-f]{40}|[0-9a-f]{64})(?:\n|\0|$)/;
/** Larger than any commit that is useful for finding related files. */
const MAX_RECORD_CHARS = 4_000_000;

/**
 * Yields commits, newest first, without merges. Yields none without git, a repository or a history. `range` is a commit or
 * `a..b`. Paths are relative to `root`; paths outside of it are left out.
 */
export async function* readCommits(
  root: string,
  range: string,
  limit: number,
): AsyncGenerator<LoggedCommit> {
  const format = "--format=format:%x1e%H";
  const args = ["log", "--no-merges", "-M", "--name-status", "-z", "--relative", format];
  const limitedArgs = [...args, `--max-count=${limit}`, range, "--"];
  // Without git, the output is empty.
  const git = await streamGit(root, limitedArgs, timeoutMs());
  let rest = "";
  try {
    for await (const chunk of git.stdout) {
      const records = (rest + String(chunk)).split(RECORD);
      rest = records.pop() ?? "";
      // The rest of such a large commit is discarded.
      if (rest.length > MAX_RECORD_CHARS) rest = rest.slice(0, 100);
      for (const record of records) yield* commitIn(record);
    }
    yield* commitIn(rest);
  } finally {
    git.stop();
  }
}

const timeoutMs = () => HISTORY.timeoutMs;

function* commitIn(record: string): Generator<LoggedCommit> {
  const sha = SHA.exec(record)?.[1];
  if (sha === undefined) return;
  const words = record.slice(sha.length + 1).split("\0");
  const changes: PathChange[] = [];
  for (let at = 0; at + 1 < words.length; ) {
    const letter = words[at]?.[0] ?? "";
    const hasTwo = letter === "R" || letter === "C";
    const [first = "", second = ""] = [words[at + 1], words[at + 2]];
    const kind = KINDS[letter];
    if (kind !== undefined) {
      changes.push({ kind, path: hasTwo ? second : first, from: hasTwo ? first : "" });
    }
    at += hasTwo ? 3 : 2;
  }
  yield { sha, changes };
}

/** A copy counts as added, a type change as modified. Unmerged paths are ignored. */
const KINDS: Readonly<Record<string, PathChange["kind"]>> = {
  A: "added",
  C: "added",
  M: "modified",
  T: "modified",
  D: "deleted",
  R: "renamed",
};

/** Returns the commit of HEAD, or null if none exists. */
export async function headOf(root: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "HEAD"];
  const output = await runGit(root, args, { timeoutMs: timeoutMs() });
  return SHA.exec(output ?? "")?.[1] ?? null;
}

/** Returns whether `older` is an ancestor of `newer`; false also if git does not know one of them. */
export async function isAncestor(root: string, older: string, newer: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await runGit(root, args, { timeoutMs: timeoutMs() })) !== null;
}
