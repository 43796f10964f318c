/**
 * Questions to git about commits: whether they exist here, in whose history they are, and what they change. Each question
 * handles many commits, because it starts a process. Null: git failed or did not answer in time.
 */
import { runGit } from "@tacit-memory/git";
import { isCommit } from "../../domain/anchors/stage.ts";
import type { KnownPatch } from "../../store/memories/stages.ts";
import { leftAt } from "./left-at.ts";
import { BRANCHES } from "./limits.ts";
import { DIFF_OPTIONS, LOG_FORMAT, patchesOfLog } from "./patch-id.ts";

export interface CommitQuestions {
  /** Returns those commits that exist in this repository. */
  readonly present: (commits: readonly string[]) => Promise<ReadonlySet<string> | null>;
  /** Returns those commits, all of which exist, that are in none of the histories of `tips`. */
  readonly outside: (
    tips: readonly string[],
    commits: readonly string[],
  ) => Promise<ReadonlySet<string> | null>;
  /** Returns the changes of each single commit; merges have none. */
  readonly patchesOf: (
    commits: readonly string[],
  ) => Promise<ReadonlyMap<string, KnownPatch> | null>;
  /** Returns the changes of each tip since it left the histories of `lines`; none for a tip that was never in them. */
  readonly patchesSince: (
    lines: readonly string[],
    tips: readonly string[],
  ) => Promise<ReadonlyMap<string, KnownPatch> | null>;
  /** Returns the changes of commits in the history of `tips` and not in that of `not`, newest first. */
  readonly patchesBetween: (
    not: readonly string[],
    tips: readonly string[],
    paths: readonly string[],
  ) => Promise<ReadonlyMap<string, KnownPatch> | null>;
  /** Returns the latest common ancestor of all these commits. */
  readonly commonBase: (commits: readonly string[]) => Promise<string | null>;
  /**
   * Returns the tips that changed files since they left `base`'s history and whose changed files are all identical in `base`.
   */
  readonly sameContent: (
    base: string,
    tips: readonly string[],
  ) => Promise<ReadonlySet<string> | null>;
}

/** Answers questions about commits. `leftMs` returns the milliseconds left for git. */
export function askCommits(root: string, leftMs: () => number): CommitQuestions {
  const ask: Ask = async (args, input) => {
    const timeoutMs = Math.min(Math.floor(leftMs()), BRANCHES.gitPatienceMs);
    return timeoutMs > 0 ? runGit(root, args, { timeoutMs, maxChars: 64_000_000, input }) : null;
  };
  return {
    present: (commits) => presentOf(ask, commits),
    outside: (tips, commits) => outsideOf(ask, tips, commits),
    patchesOf: async (commits) => {
      if (commits.length === 0) return new Map();
      const args = ["log", "--stdin", "--no-walk=unsorted", LOG_FORMAT, ...DIFF_OPTIONS];
      const output = await ask(args, lines(commits));
      return output === null ? null : patchesOfLog(output);
    },
    patchesSince: async (from, tips) => {
      if (tips.length === 0) return new Map();
      const bases = await basesOf(ask, from, tips);
      if (bases === null) return null;
      // Each pair compares a commit with its base instead of its parent; one process handles all of them.
      const pairs = [...bases].map(([tip, base]) => `${tip} ${base}\n`).join("");
      const output = await ask(["diff-tree", "--stdin", LOG_FORMAT, ...DIFF_OPTIONS], pairs);
      return output === null ? null : patchesOfLog(output);
    },
    patchesBetween: async (not, tips, paths) => {
      const limited = mayLimit(paths);
      const countOption = `--max-count=${BRANCHES.comparedCommits}`;
      const output = await ask([
        ...["log", "--no-merges", "--full-diff", countOption, LOG_FORMAT, ...DIFF_OPTIONS],
        ...tips,
        ...not.map((commit) => `^${commit}`),
        "--",
        ...(limited ? paths : []),
      ]);
      return output === null ? null : patchesOfLog(output);
    },
    commonBase: async (commits) => {
      const output = await ask(["merge-base", "--octopus", ...commits]);
      const base = output?.trim() ?? "";
      return isCommit(base) ? base : null;
    },
    sameContent: (base, tips) => sameContentAs(ask, base, tips),
  };
}

async function presentOf(
  ask: Ask,
  commits: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const output = await ask(
    ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    lines(commits),
  );
  if (output === null) return null;
  return new Set(
    output.split("\n").flatMap((line) => (line.endsWith(" commit") ? [line.slice(0, -7)] : [])),
  );
}

async function outsideOf(
  ask: Ask,
  tips: readonly string[],
  commits: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (commits.length === 0 || tips.length === 0) return new Set(commits);
  const output = await ask(
    ["rev-list", "--stdin"],
    lines([...commits, ...tips.map((tip) => `^${tip}`)]),
  );
  if (output === null) return null;
  const out = new Set(output.split("\n"));
  return new Set(commits.filter((commit) => out.has(commit)));
}

async function sameContentAs(
  ask: Ask,
  base: string,
  tips: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (tips.length === 0) return new Set();
  const bases = await basesOf(ask, [base], tips);
  const changed = bases === null ? null : await namesBetween(ask, bases);
  if (changed === null) return null;
  const differing = await namesBetween(ask, new Map(tips.map((tip) => [tip, base])));
  if (differing === null) return null;
  const isSame = (tip: string) => {
    const [names = [], others = new Set()] = [changed.get(tip), differing.get(tip)];
    return [...names].length > 0 && ![...names].some((name) => others.has(name));
  };
  return new Set(tips.filter(isSame));
}

/** Windows limits arguments to 32,767 characters. */
const MAX_PATH_CHARS = 24_000;

function mayLimit(paths: readonly string[]): boolean {
  const chars = paths.reduce((sum, path) => sum + path.length + 3, 0);
  return paths.length > 0 && paths.length <= BRANCHES.limitedPaths && chars <= MAX_PATH_CHARS;
}

/**
 * Returns the files that differ between each commit and another, quoted as git prints them, which is enough to compare them.
 */
async function namesBetween(
  ask: Ask,
  others: ReadonlyMap<string, string>,
): Promise<Map<string, ReadonlySet<string>> | null> {
  const pairs = [...others].map(([commit, other]) => `${commit} ${other}\n`).join("");
  const args = ["diff-tree", "--stdin", "-r", "--name-only", "--no-renames", LOG_FORMAT];
  const output = await ask(args, pairs);
  if (output === null) return null;
  return new Map(
    output.split("\0").map((record) => {
      const [commit = "", ...names] = record.split("\n").filter((line) => line !== "");
      return [commit, new Set(names)];
    }),
  );
}

type Ask = (args: readonly string[], input?: string) => Promise<string | null>;

/** Returns where each tip left the given histories. Calls git again only for tips with more than one such commit. */
async function basesOf(
  ask: Ask,
  from: readonly string[],
  tips: readonly string[],
): Promise<Map<string, string> | null> {
  const input = lines([...tips, ...from.map((tip) => `^${tip}`)]);
  const output = await ask(["rev-list", "--parents", "--boundary", "--stdin"], input);
  if (output === null) return null;
  const bases = new Map<string, string>();
  for (const [tip, left] of leftAt(output, tips)) {
    const [first, second] = left;
    const base = second === undefined ? first : await ask(["merge-base", tip, ...from]);
    if (base !== undefined && base !== null && isCommit(base.trim())) bases.set(tip, base.trim());
  }
  return bases;
}

function lines(commits: readonly string[]): string {
  return commits.map((commit) => `${commit}\n`).join("");
}
