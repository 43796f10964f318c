/**
 * Asks git about code that is no longer at its place: renames, files that name a symbol, commits since. Used only by
 * processes that may wait, never by a hook. Each question has a time limit, and a late answer counts as none.
 */
import { runGit } from "@tacit-memory/git";
import { FRESHNESS } from "../limits.ts";

export interface GitAnswers {
  /** Returns the new path of a file renamed since a commit; null if git does not know. */
  readonly renamed: (path: string, since: string | null) => Promise<string | null>;
  /** Returns the old and new path of every file renamed since a commit. */
  readonly renames: (since: string | null) => Promise<readonly (readonly [string, string])[]>;
  /** Returns untracked files that are not ignored. */
  readonly untracked: () => Promise<readonly string[]>;
  /** Returns the files, tracked or not, that contain a name as a whole word; null if git could not answer. */
  readonly filesMentioning: (name: string) => Promise<readonly string[] | null>;
  /** Counts the commits after `since` that touched a file; null if git cannot tell, such as after a rebase. */
  readonly commitsOfFile: (path: string, since: string) => Promise<number | null>;
  /** Counts the commits after `since` that touched the given lines, numbered as they are now. */
  readonly commitsOfLines: (
    path: string,
    since: string,
    from: number,
    count: number,
  ) => Promise<number | null>;
}

/** With colours, which users can enable permanently, the names would not be the files' names. */
const NAMES_ONLY = ["--no-color", "-z", "-l", "-I", "-w", "-F"];

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Caches answers until HEAD moves or, if they depend on the working tree, for a few seconds. `headOf` returns the commit
 * checked out now without calling git; `patienceMs` is the limit of one question.
 */
export function gitAnswers(
  root: string,
  headOf: () => string | null,
  patienceMs: number = FRESHNESS.gitPatienceMs,
): (nowMs: number) => GitAnswers {
  const byHead = new Map<string, Promise<string | null>>();
  const bySecond = new Map<string, Promise<string | null>>();
  let [head, untilMs]: [string | null, number] = [null, 0];
  return (nowMs) => {
    const now = headOf();
    if (now !== head || byHead.size > 500) byHead.clear();
    if (now !== head || nowMs >= untilMs || nowMs < untilMs - FRESHNESS.answerMs) {
      bySecond.clear();
      untilMs = nowMs + FRESHNESS.answerMs;
    }
    head = now;
    const ask = (args: readonly string[], cache: Map<string, Promise<string | null>>) => {
      const key = args.join("\0");
      const answer = cache.get(key) ?? runGit(root, args, { timeoutMs: patienceMs });
      cache.set(key, answer);
      return answer;
    };
    return answering(
      (args) => ask(args, byHead),
      (args) => ask(args, bySecond),
    );
  };
}

type Ask = (args: readonly string[]) => Promise<string | null>;

function answering(ofHistory: Ask, ofTree: Ask): GitAnswers {
  const renames = async (since: string | null) => {
    const base = since !== null && SHA.test(since) ? since : "HEAD";
    // Compares with the index, because comparing with the working tree would run the repository's filters.
    const output = await ofTree([
      ...["diff-index", "--cached", "-z", "--name-status", "-M", "--diff-filter=R"],
      ...[base, "--"],
    ]);
    const fields = (output ?? "").split("\0");
    return Array.from(
      { length: Math.floor(fields.length / 3) },
      (_rename, at) => [fields[3 * at + 1] ?? "", fields[3 * at + 2] ?? ""] as const,
    );
  };
  return {
    renamed: async (path, since) =>
      (await renames(since)).find(([from]) => from === path)?.[1] ?? null,
    renames,
    untracked: async () =>
      listed(await ofTree(["ls-files", "-z", "--others", "--exclude-standard"])) ?? [],
    filesMentioning: async (name) =>
      listed(await ofTree(["grep", ...NAMES_ONLY, "--untracked", "-e", name, "--"])),
    commitsOfFile: async (path, since) => {
      if (!SHA.test(since)) return null;
      const output = await ofHistory(["rev-list", "--count", `${since}..HEAD`, "--", path]);
      return output === null ? null : Number(output);
    },
    commitsOfLines: async (path, since, from, count) => {
      if (!SHA.test(since)) return null;
      const lines = `-L${from},+${count}:${path}`;
      const output = await ofHistory(["log", "-s", "--format=%H", lines, `${since}..HEAD`, "--"]);
      return output === null ? null : output.split("\n").filter((line) => SHA.test(line)).length;
    },
  };
}

function listed(output: string | null): string[] | null {
  return output === null ? null : output.split("\0").filter((path) => path !== "");
}
