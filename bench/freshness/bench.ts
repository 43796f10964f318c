/**
 * Measures whether memories notice changes of their code. Anchors created at an old commit of a real repository are checked
 * at every Nth commit since. The TypeScript compiler judges (judge.ts); `git log -L` gives a second opinion at the end.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { createFreshness } from "../../packages/memory/src/anchors/freshness/freshness.ts";
import type { Anchor, AnchorVerdict } from "../../packages/memory/src/domain/anchors/anchor.ts";
import { contentHash } from "../../packages/memory/src/domain/anchors/anchor.ts";
import type { MemoryId } from "../../packages/memory/src/domain/ids.ts";
import type { FreshnessCheck } from "../../packages/memory/src/domain/ports/freshness.ts";
import { listAnchors } from "../../packages/memory/src/store/memories/anchors.ts";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { STORE_FILE } from "../../packages/memory/src/store/open-store.ts";
import { percentile, round } from "../statistics.ts";
import { type Fate, fateOf, type JudgedSymbol, judgeOf, type Tree } from "./judge.ts";

const TOGETHER = 10;

interface Options {
  readonly repo: string;
  readonly from: string;
  readonly every: number;
  readonly symbols: number;
  /** Folder to restrict the files to. */
  readonly under: string;
}

const USAGE =
  "usage: --repo DIR [--from REVISION, default HEAD~900] [--every N, default 10] [--symbols N, default 400] [--under FOLDER, default src/]";

export async function run({ args, say }: { args: readonly string[]; say: (line: string) => void }) {
  const options = optionsIn(args);
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    return await replay(options, base, say);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function optionsIn(args: readonly string[]): Options {
  const value = (name: string) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const repo = value("--repo");
  if (repo === undefined) throw new Error(USAGE);
  return {
    repo,
    from: value("--from") ?? "HEAD~900",
    every: Number(value("--every") ?? 10),
    symbols: Number(value("--symbols") ?? 400),
    under: value("--under") ?? "src/",
  };
}

/** One anchor and the judge's data for its symbol. */
interface Tied {
  readonly anchor: Anchor;
  readonly symbol: JudgedSymbol;
}

async function replay(options: Options, base: string, say: (line: string) => void) {
  const work = join(base, "work");
  git(options.repo, "clone", "-q", "--shared", "--no-checkout", options.repo, work);
  const commits = git(work, "rev-list", "--first-parent", "--reverse", `${options.from}..HEAD`)
    .trim()
    .split("\n");
  const first = git(work, "rev-parse", options.from).trim();
  git(work, "checkout", "-q", "--detach", first);
  const treeAt = judgeOf(work);
  const before = treeAt(first);
  const tied = await tie(options, base, work, before);
  say(`${tied.length} anchors at ${first.slice(0, 10)}, ${commits.length} commits since`);
  const costs = { unchanged: await measure(tied, work) };
  const checks = { hook: newCheck(work), asking: newCheck(work) };
  const counts = { hook: newCounts(), asking: newCounts(), wholeFile: newCounts() };
  const checked = commits.filter(
    (_, i) => (i + 1) % options.every === 0 || i === commits.length - 1,
  );
  for (const commit of checked) {
    git(work, "checkout", "-q", "--detach", commit);
    const after = treeAt(commit);
    const fates = tied.map(({ anchor, symbol }) => fateOf(before, after, anchor.path, symbol));
    count(counts.hook, fates, await verdicts(checks.hook, tied, false));
    count(counts.asking, fates, await verdicts(checks.asking, tied, true));
    count(counts.wholeFile, fates, wholeFiles(tied, work, commit));
  }
  return {
    question: "changes of symbols noticed by their anchors",
    repository: git(options.repo, "rev-parse", "HEAD").trim(),
    from: first,
    commits: commits.length,
    checkedCommits: checked.length,
    anchors: tied.length,
    hook: summary(counts.hook),
    asking: summary(counts.asking),
    wholeFile: summary(counts.wholeFile),
    gitLogL: await secondLook(tied, work, first, checks.asking),
    costMsOfTenMemories: { ...costs, atTheEnd: await measure(tied, work) },
  };
}

/** Stores memories that each name one symbol and reads their anchors back. */
async function tie(options: Options, base: string, work: string, before: Tree): Promise<Tied[]> {
  const home = join(base, "home");
  const tacit = await openTacit({ home, cwd: work });
  const wanted = sample(candidates(before, options.under), options.symbols);
  for (const [i, { path, symbol }] of wanted.entries()) {
    const content = `Mind \`${symbol.name}\` when changing this: lesson number ${i} of the bench.`;
    await tacit.memories.remember({
      content,
      files: [path],
      source: "agent_explicit",
      isVerbatim: true,
    });
  }
  const ids = (await tacit.memories.list()).map(({ id }) => id);
  await tacit.close();
  const db = await openDatabase({ path: join(home, STORE_FILE), readOnly: true });
  const anchors = await listAnchors(db, ids);
  await db.close();
  const seen = new Set<string>();
  return anchors.flatMap((anchor) => {
    const symbol = symbolUnder(before, anchor);
    const key = `${anchor.path} ${anchor.symbol}`;
    if (symbol === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ anchor, symbol }];
  });
}

function candidates(before: Tree, under: string) {
  return before.paths
    .filter((path) => path.startsWith(under) && !/\.(?:test|spec|d)\.tsx?$/.test(path))
    .flatMap((path) =>
      before
        .symbolsOf(path)
        .filter(({ startLine, endLine }) => endLine - startLine >= 2)
        .map((symbol) => ({ path, symbol })),
    );
}

function symbolUnder(before: Tree, { path, symbol, startLine, endLine }: Anchor) {
  if (symbol === null || startLine === null || endLine === null) return undefined;
  const name = symbol
    .replace(/[@#][\w]+$/, "")
    .split(".")
    .at(-1);
  return before
    .symbolsOf(path)
    .filter((judgedSymbol) => judgedSymbol.name.split(".").at(-1) === name)
    .find(
      (judgedSymbol) => judgedSymbol.startLine === startLine && judgedSymbol.endLine === endLine,
    );
}

/** Returns `wanted` items at equal distances. */
function sample<T>(all: readonly T[], wanted: number): T[] {
  const step = Math.max(1, all.length / wanted);
  return Array.from(
    { length: Math.min(wanted, all.length) },
    (_, i) => all[Math.floor(i * step)],
  ).filter((item): item is T => item !== undefined);
}

function newCheck(root: string): FreshnessCheck {
  return createFreshness({
    root,
    headOf: () => readFileSync(join(root, ".git", "HEAD"), "utf8").trim(),
    filesDefining: async () => [],
  });
}

/** Checks all anchors, ten at a time, as a recall does. */
async function verdicts(check: FreshnessCheck, tied: readonly Tied[], mayAskGit: boolean) {
  const results: Label[] = [];
  for (let at = 0; at < tied.length; at += TOGETHER) {
    // Each anchor counts as a separate memory, so that every verdict is visible.
    const anchors = tied
      .slice(at, at + TOGETHER)
      .map(({ anchor }, i) => ({ ...anchor, memoryId: `m${i}` as MemoryId }));
    const subjects = anchors.map(({ memoryId: id }) => ({ id, files: [], invalidWhen: [] }));
    const freshness = await check.check(subjects, anchors, { nowMs: Date.now(), mayAskGit });
    for (const { memoryId } of anchors) {
      results.push(freshness.get(memoryId)?.anchors[0]?.freshness ?? "unanchored");
    }
  }
  return results;
}

type Label = AnchorVerdict["freshness"];

/** Baseline: the verdicts of memories anchored to whole files, without symbols. */
function wholeFiles(tied: readonly Tied[], work: string, commit: string): Label[] {
  const hashes = new Map<string, string | null>();
  return tied.map(({ anchor: { path, fileHash } }) => {
    let hash = hashes.get(path);
    if (hash === undefined) {
      const isThere = git(work, "ls-tree", commit, "--", path) !== "";
      hash = isThere ? contentHash(git(work, "show", `${commit}:${path}`)) : null;
      hashes.set(path, hash);
    }
    if (hash === null) return "gone";
    return hash === fileHash ? "intact" : "changed";
  });
}

type Counts = Record<Fate, Record<Label, number>>;

function newCounts(): Counts {
  const row = () => ({ intact: 0, moved: 0, changed: 0, gone: 0, unanchored: 0 });
  return { intact: row(), changed: row(), moved: row(), gone: row() };
}

function count(counts: Counts, fates: readonly Fate[], answers: readonly Label[]): void {
  for (const [i, fate] of fates.entries()) counts[fate][answers[i] ?? "unanchored"]++;
}

/**
 * Summarises verdicts. Noticed: share of changed or gone symbols reported as changed or gone. False alarms: the same share of
 * unchanged symbols.
 */
function summary(counts: Counts) {
  const total = (row: Record<Label, number>) => Object.values(row).reduce((a, b) => a + b, 0);
  const alarms = (row: Record<Label, number>) => row.changed + row.gone;
  const share = (part: number, whole: number) => (whole === 0 ? null : round(part / whole, 4));
  const { intact, moved, changed, gone } = counts;
  return {
    noticed: share(alarms(changed) + alarms(gone), total(changed) + total(gone)),
    falseAlarms: share(alarms(intact) + alarms(moved), total(intact) + total(moved)),
    falseAlarmsOfIntact: share(alarms(intact), total(intact)),
    movedFollowed: share(moved.moved, total(moved)),
    counts,
  };
}

/**
 * Compares with git: does git report that a commit touched the lines? Covers only symbols that are still in the same place.
 */
async function secondLook(
  tied: readonly Tied[],
  work: string,
  first: string,
  check: FreshnessCheck,
) {
  const verdictList = await verdicts(check, tied, true);
  const agreement = {
    changedAndTouched: 0,
    changedAndNot: 0,
    intactAndTouched: 0,
    intactAndNot: 0,
  };
  const head = judgeOf(work)("HEAD");
  for (const [i, { anchor, symbol }] of sample([...tied.entries()], 150)) {
    const now = head
      .symbolsOf(anchor.path)
      .find((judgedSymbol) => judgedSymbol.name === symbol.name);
    const own = verdictList[i];
    if (now === undefined || (own !== "changed" && own !== "intact")) continue;
    const lines = `-L${now.startLine},${now.endLine}:${anchor.path}`;
    const isTouched = git(work, "log", "-s", "--format=%H", lines, `${first}..HEAD`).trim() !== "";
    agreement[`${own}And${isTouched ? "Touched" : "Not"}`]++;
  }
  return agreement;
}

/** Measures ten memories with one anchor each, as in a recall: the first check of a process and the next. */
async function measure(tied: readonly Tied[], root: string) {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let at = 0; at + TOGETHER <= tied.length; at += TOGETHER) {
    const ten = tied.slice(at, at + TOGETHER);
    const head = git(root, "rev-parse", "HEAD").trim();
    const check = createFreshness({ root, headOf: () => head, filesDefining: async () => [] });
    for (const times of [cold, warm]) {
      const startedMs = performance.now();
      await verdicts(check, ten, false);
      times.push(performance.now() - startedMs);
    }
  }
  return {
    coldP50: round(percentile(cold, 0.5), 3),
    coldP95: round(percentile(cold, 0.95), 3),
    warmP50: round(percentile(warm, 0.5), 3),
    warmP95: round(percentile(warm, 0.95), 3),
  };
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
