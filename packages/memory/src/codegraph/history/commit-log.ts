/** Which files did each commit touch, and what were they called before? Asked of git, streamed. */
import { spawn } from "node:child_process";
import { CODEGRAPH } from "../tuning.ts";
import { gitEnvironment } from "../walk.ts";

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
  const child = startGit(root, [...args, `--max-count=${limit}`, range, "--"]);
  let rest = "";
  child.stdout.setEncoding("utf8");
  try {
    for await (const chunk of child.stdout) {
      const records = (rest + String(chunk)).split(RECORD);
      rest = records.pop() ?? "";
      // The rest of a commit of that size is not looked at, and nothing of it is kept.
      if (rest.length > MAX_RECORD_CHARS) rest = rest.slice(0, 100);
      for (const record of records) yield* commitIn(record);
    }
    yield* commitIn(rest);
  } finally {
    child.kill();
  }
}

/** Nothing that the repository's own configuration names is run. */
const SAFE = [
  ...["--no-optional-locks", "--no-pager"],
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false"],
];

function startGit(root: string, args: readonly string[]) {
  const child = spawn("git", ["-C", root, ...SAFE, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    // Telling renames apart reads contents, which a partial clone would fetch.
    env: { ...gitEnvironment(), GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" },
    timeout: CODEGRAPH.historyTimeoutMs.value,
    windowsHide: true,
  });
  // Where there is no git the output ends empty.
  child.on("error", () => undefined);
  return child;
}

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
  const { status, output } = await runGit(root, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  const sha = SHA.exec(output)?.[1];
  return status === 0 && sha !== undefined ? sha : null;
}

/** False, too, when git does not know one of them. */
export async function isAncestor(root: string, older: string, newer: string): Promise<boolean> {
  return (await runGit(root, ["merge-base", "--is-ancestor", older, newer])).status === 0;
}

async function runGit(root: string, args: readonly string[]) {
  const child = startGit(root, args);
  const ended = new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk: string) => {
    output = (output + chunk).slice(0, 1000);
  });
  return { status: await ended, output };
}
