/** Which files did each commit touch, and what were they called before? Asked of git, streamed. */
import { runGit, streamGit } from "@tacit-memory/git";
import { HISTORY } from "./tuning.ts";

/** What a commit did to a path, in git's letters; a rename or a copy has the path before too. */
interface PathChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  readonly path: string;
  /** Of a rename: the path before. */
  readonly from: string;
}

export interface LoggedCommit {
  readonly sha: string;
  readonly changes: readonly PathChange[];
}

const RECORD = "\u001e";
const SHA = /^([0-9a-f]{40}|[0-9a-f]{64})(?:\n|\0|$)/;
/** More than any commit that says which files belong together. */
const MAX_RECORD_CHARS = 4_000_000;

/**
 * Newest first, merges left out. Empty where there is no git, no repository or no history. `range` is a commit
 * or `a..b`; paths are relative to `root`, and those outside of it are left out.
 */
export async function* readCommits(
  root: string,
  range: string,
  limit: number,
): AsyncGenerator<LoggedCommit> {
  const format = "--format=format:%x1e%H";
  const args = ["log", "--no-merges", "-M", "--name-status", "-z", "--relative", format];
  const asked = [...args, `--max-count=${limit}`, range, "--"];
  // Where there is no git the output ends empty.
  const git = await streamGit(root, asked, timeoutMs());
  let rest = "";
  try {
    for await (const chunk of git.stdout) {
      const records = (rest + String(chunk)).split(RECORD);
      rest = records.pop() ?? "";
      // The rest of a commit of that size is not looked at, and nothing of it is kept.
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

/** A copy is a new file; a change of type is a change. What is in conflict is of no commit. */
const KINDS: Readonly<Record<string, PathChange["kind"]>> = {
  A: "added",
  C: "added",
  M: "modified",
  T: "modified",
  D: "deleted",
  R: "renamed",
};

/** The commit that HEAD is; null where there is none. */
export async function headOf(root: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "HEAD"];
  const output = await runGit(root, args, { timeoutMs: timeoutMs() });
  return SHA.exec(output ?? "")?.[1] ?? null;
}

/** False, too, when git does not know one of them. */
export async function isAncestor(root: string, older: string, newer: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await runGit(root, args, { timeoutMs: timeoutMs() })) !== null;
}
