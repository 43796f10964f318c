/**
 * Measures what a recall pays to know which branches' memories may be shown. Uses a real repository with many branches and a
 * thousand staged memories among ten thousand. Reports CPU of this process and wall time, git's processes included.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import { makeMemories, makeQuestions } from "../corpus.ts";
import { percentile, round } from "../statistics.ts";

const MEMORIES = 10_000;
const BRANCHES = 50;
const PER_BRANCH = 20;
const MAIN_COMMITS = 300;
const RUNS = 200;
const TURNS = 40;

interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export async function run({ root, args, say }: Setup) {
  const isQuick = args.includes("--quick");
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-branches-"));
  try {
    const [project, home] = [join(folder, "project"), join(folder, "home")];
    mkdirSync(project);
    const git = (...words: string[]) => gitIn(project, words);
    makeHistory(git, project);
    const memories = makeMemories(MEMORIES, 1);
    const questions = makeQuestions(memories, RUNS, 3);
    await fill(home, project, memories);
    say(`${MEMORIES} memories; ${BRANCHES} branches on ${MAIN_COMMITS} commits of main`);
    const hook = join(root, "apps/cli/dist/hook.cjs");
    const turns = isQuick ? 10 : TURNS;
    const plain = await recalls({ home, project, questions });
    const hookPlain = hooks({ hook, home, project, questions, turns });
    await stage(home, project, git);
    say(`${BRANCHES * PER_BRANCH} of them staged`);
    const cold = await once(home, project, lookedThrough);
    const unchanged = await once(home, project, (tacit) => tacit.brief.lookAtGit());
    const staged = await recalls({ home, project, questions });
    const hookStaged = hooks({ hook, home, project, questions, turns });
    git("commit", "-qm", "one more", "--allow-empty");
    const moved = await once(home, project, (tacit) => tacit.brief.lookAtGit());
    for (let i = 0; i < 10; i++) mergeOne(git, i);
    const merged = await once(home, project, (tacit) => tacit.brief.lookAtGit());
    const left = await stagedNow(home, project);
    const costs = { cold, kept: unchanged, moved, merged };
    for (const [name, { wallMs, cpuMs }] of Object.entries(costs)) {
      say(`look, ${name}: ${wallMs} ms wall, ${cpuMs} ms CPU of ours`);
    }
    say(`recall, nothing staged: p50 ${plain} ms CPU; 1,000 staged, kept view: ${staged} ms CPU`);
    say(`hook over empty: nothing staged ${hookPlain.ratio}, staged ${hookStaged.ratio}`);
    say(`staged after ten merges: ${left}`);
    return {
      question: "cost of visibility by branches",
      memories: MEMORIES,
      staged: BRANCHES * PER_BRANCH,
      look: costs,
      recallCpuMsP50: { nothingStaged: plain, staged },
      hook: { nothingStaged: hookPlain, staged: hookStaged },
      stagedAfterTenMerges: left,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function gitIn(project: string, words: readonly string[]): string {
  const settings = ["-c", "user.name=b", "-c", "user.email=b@example.com", "-c", "gc.auto=0"];
  const options = { cwd: project, encoding: "utf8" as const, stdio: "pipe" as const };
  return execFileSync("git", [...settings, ...words], options);
}

type Git = (...words: string[]) => string;

/** Creates branches along the whole history of main, with three commits each. */
function makeHistory(git: Git, project: string): void {
  git("init", "-q", "-b", "main");
  for (let i = 0; i < MAIN_COMMITS; i++) {
    change(git, project, `main-${i % 40}.ts`, `export const main = ${i};\n`);
    if (i % Math.floor(MAIN_COMMITS / BRANCHES) === 0) git("branch", `topic-${i}`);
  }
}

function change(git: Git, project: string, path: string, text: string): void {
  writeFileSync(join(project, path), text);
  git("add", "-A");
  git("commit", "-qm", `change ${path}`);
}

function topics(git: Git): string[] {
  return git("branch", "--list", "topic-*", "--format=%(refname:short)").trim().split("\n");
}

/**
 * Imports memories learned before the first and after the second commit of each branch. The import lines carry branch and
 * commit; no comparison with main has run yet.
 */
async function stage(home: string, project: string, git: Git): Promise<void> {
  const lines: string[] = [];
  for (const branch of topics(git).slice(0, BRANCHES)) {
    git("switch", "-q", branch);
    for (let half = 0; half < 2; half++) {
      const commit = git("rev-parse", "HEAD").trim();
      for (let i = 0; i < PER_BRANCH / 2; i++) {
        const n = lines.length;
        const content = `Topic ${branch} step ${n}: build cache of stage ${n * 7} is dropped by hand before tests run.`;
        lines.push(JSON.stringify({ content, type: "gotcha", branch, commit }));
      }
      for (let i = 0; i < 2; i++) {
        change(
          git,
          project,
          `${branch}-${half}-${i}.ts`,
          `export const x = ${lines.length + i};\n`,
        );
      }
    }
  }
  git("switch", "-q", "main");
  await importAll(home, project, lines);
}

function mergeOne(git: Git, i: number): void {
  const branch = topics(git)[i] ?? "";
  if (i % 2 === 0) git("merge", "-q", "--no-ff", "--no-edit", branch);
  else {
    git("merge", "-q", "--squash", branch);
    git("commit", "-qm", `squash of ${branch}`);
  }
}

async function once(
  home: string,
  project: string,
  work: (tacit: Tacit) => Promise<unknown>,
): Promise<Cost> {
  const tacit = await openTacit({ home, cwd: project });
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work(tacit);
  const spent = process.cpuUsage(cpu);
  const wallMs = round(performance.now() - started);
  await tacit.close();
  return { wallMs, cpuMs: round((spent.user + spent.system) / 1000) };
}

interface Asked {
  readonly home: string;
  readonly project: string;
  readonly questions: readonly string[];
}

/** Returns the median CPU time of one recall in a long-running process. */
async function recalls({ home, project, questions }: Asked): Promise<number> {
  const tacit = await openTacit({ home, cwd: project, isLongLived: true });
  await tacit.memories.recall({ query: questions[0] ?? "" });
  await tacit.memories.warmUp();
  const times: number[] = [];
  for (const query of questions) {
    const cpu = process.cpuUsage();
    await tacit.memories.recall({ query });
    const { user, system } = process.cpuUsage(cpu);
    times.push((user + system) / 1000);
  }
  await tacit.close();
  return round(percentile(times, 0.5));
}

/**
 * Repeats the comparison until every branch is covered: each run determines a limited number of branch states and leaves the
 * rest to the next.
 */
async function lookedThrough(tacit: Tacit): Promise<void> {
  for (let i = 0; i < 2; i++) await tacit.brief.lookAtGit();
}

async function stagedNow(home: string, project: string): Promise<number> {
  const tacit = await openTacit({ home, cwd: project });
  const { staged } = await tacit.admin.status();
  await tacit.close();
  return staged.memories;
}

/** Measures the wall time of the recall hook against that of an empty process, run alternately. */
function hooks({ hook, home, project, questions, turns }: Asked & { hook: string; turns: number }) {
  const empty = join(home, "empty.cjs");
  writeFileSync(empty, "");
  const [none, withHook]: [number[], number[]] = [[], []];
  for (let i = 0; i < turns + 2; i++) {
    const prompt = questions[i % questions.length];
    const input = JSON.stringify({
      session_id: `bench-${turns}-${i}`,
      cwd: project,
      hook_event_name: "UserPromptSubmit",
      prompt,
      prompt_id: `p${i}`,
    });
    const ms = [
      time([empty], "", home, project),
      time([hook, "claude-code", "UserPromptSubmit"], input, home, project),
    ];
    if (i < 2) continue;
    none.push(ms[0] ?? 0);
    withHook.push(ms[1] ?? 0);
  }
  const [base, p50] = [percentile(none, 0.5), percentile(withHook, 0.5)];
  return { emptyMs: round(base), hookMs: round(p50), ratio: round(p50 / base) };
}

function time(args: readonly string[], input: string, home: string, cwd: string): number {
  const started = process.hrtime.bigint();
  const env = { PATH: process.env["PATH"], TACIT_HOME: home };
  const ran = spawnSync(process.execPath, args, { input, cwd, env });
  if (ran.status !== 0) throw new Error(`${args.join(" ")} ended with ${ran.status}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

async function fill(
  home: string,
  cwd: string,
  memories: ReturnType<typeof makeMemories>,
): Promise<void> {
  const lines = memories.map(({ content, file }, i) =>
    JSON.stringify({ externalId: `m${i}`, content, files: [file] }),
  );
  await importAll(home, cwd, lines);
}

async function importAll(home: string, cwd: string, all: readonly string[]): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  async function* lines() {
    yield* all;
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
}
