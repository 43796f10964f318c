/**
 * What git knows of code that is not where it was: renames, files that name a symbol, commits since. Asked only by
 * processes that may wait, never by a hook; each question has a time limit, and an answer that does not come in
 * time is no answer.
 */
import { runGit } from "@tacit-memory/git";
import { FRESHNESS } from "../limits.ts";

export interface GitAnswers {
  /** Where a file went since a commit; null when git does not know. */
  readonly renamed: (path: string, since: string | null) => Promise<string | null>;
  /** Every file that went elsewhere since a commit: where it was, where it is. */
  readonly renames: (since: string | null) => Promise<readonly (readonly [string, string])[]>;
  /** Files that are not ignored and not tracked. */
  readonly untracked: () => Promise<readonly string[]>;
  /** Files, tracked or not, in which a name stands as a word. Null: git could not say. */
  readonly filesNaming: (name: string) => Promise<readonly string[] | null>;
  /** Commits after `since` that touched a file. Null when git cannot say, such as after a rebase. */
  readonly commitsOfFile: (path: string, since: string) => Promise<number | null>;
  /** The same for lines as they are now. */
  readonly commitsOfLines: (
    path: string,
    since: string,
    from: number,
    count: number,
  ) => Promise<number | null>;
}

/** In colours, where a user set those for good, a name is not the file's. */
const NAMES_ONLY = ["--no-color", "-z", "-l", "-I", "-w", "-F"];

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Answers are kept until HEAD moves, or, where they depend on the working tree, for a few seconds.
 * `headOf` gives the commit checked out now, without asking git; `patienceMs` is for one question.
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
    // Against the index, not against files of the working tree, which git would run the repository's filters over.
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
    filesNaming: async (name) =>
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
