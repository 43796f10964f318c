/**
 * Measures which files of a task prefetch names before the agent has read any code. Replays real sessions of one repository
 * in order of time: before each session, `prefetch` gets its task and knows only the past; then the session is ingested.
 *
 * Baselines in the same run, over the same past: the most used files, the last session's files, and files of the five most
 * similar tasks by BM25 (the study's). `--half dev|test` (default test), `--data DIR`, `--repos DIR` with a clone
 * `context-evaluator`, whose tree at the time of each session is then used in addition to the past. `--histories DIR`: clones
 * hono, zod, scrapy, cobra, whose commits are tested (histories.ts).
 *
 * The row `shown unasked` reads the block for the session's first prompt, as an agent would.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, sep } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { option, type Setup } from "../arguments.ts";
import { rankByBm25 } from "../recall-quality/bm25.ts";
import { percentile, round } from "../statistics.ts";
import { askHistory } from "./histories.ts";
import { readSessions, type Session } from "./sessions.ts";

const SETS = [
  "cc-context-evaluator",
  "cc-swecontextbench",
  "moatless-sonnet35-lite",
  "sweagent-gpt4-lite",
];
const HISTORIES = ["hono", "zod", "scrapy", "cobra"];
const SYSTEMS = ["tacit", "similar tasks", "most used", "last session"] as const;
type System = (typeof SYSTEMS)[number];
const DEPTH = 12;
/** Least number of past sessions before the first question, as in the study. */
const LEAST_PAST = 5;

interface Answer {
  readonly session: Session;
  readonly ranked: Readonly<Record<System, readonly string[]>>;
  /** Files in the block that a hook would add to the session's first prompt. */
  readonly shown: readonly string[];
}

export async function run({ root, args, say }: Setup) {
  const half = option(args, "--half") ?? "test";
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  if (!existsSync(join(data, "sessions"))) {
    say(`SKIPPED: no sessions under ${data}; give --data DIR`);
    return { question: "which files will a task need?", skipped: "no data", rows: [] };
  }
  const repos = option(args, "--repos");
  const rows = [];
  const tookMs: number[] = [];
  for (const set of SETS) {
    const { sessions, hash } = readSessions(data, set);
    const clone = repos === undefined ? "" : join(repos, set.replace(/^cc-/, ""));
    const tree = existsSync(clone) ? clone : undefined;
    const answers = await playAll(sessions, tree, tookMs);
    const ofHalf = answers.filter(({ session }) => session.half === half);
    for (const system of SYSTEMS) {
      const row = { set, withTree: tree !== undefined, system, ...measure(ofHalf, system) };
      say(JSON.stringify(row));
      rows.push({ ...row, datasetHash: hash });
    }
    const row = { set, withTree: tree !== undefined, system: "shown unasked", ...share(ofHalf) };
    say(JSON.stringify(row));
    rows.push({ ...row, datasetHash: hash });
  }
  const histories = option(args, "--histories");
  const ofHistories = HISTORIES.filter((name) => existsSync(join(histories ?? "", name))).map(
    (name) => ({ repository: name, ...askHistory(join(histories ?? "", name)) }),
  );
  for (const row of ofHistories) say(JSON.stringify(row));
  const askMs = { p50: round(percentile(tookMs, 0.5)), p95: round(percentile(tookMs, 0.95)) };
  return { question: "which files will a task need?", half, rows, histories: ofHistories, askMs };
}

/** Replays each repository separately. */
async function playAll(
  sessions: readonly Session[],
  clone: string | undefined,
  tookMs: number[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const repository of new Set(sessions.map((session) => session.repository))) {
    const own = sessions.filter((session) => session.repository === repository);
    if (own.length > LEAST_PAST) answers.push(...(await play(own, clone, tookMs)));
  }
  return answers;
}

async function play(
  sessions: readonly Session[],
  clone: string | undefined,
  tookMs: number[],
): Promise<Answer[]> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  if (clone === undefined) mkdirSync(cwd);
  else git(base, "clone", "--quiet", "--shared", "--no-checkout", clone, cwd);
  let nowMs = sessions[0]?.startedAtMs ?? 0;
  const tacit = await openTacit({ home: join(base, "home"), cwd, clock: () => nowMs });
  try {
    const answers: Answer[] = [];
    const past: Session[] = [];
    for (const session of sessions) {
      nowMs = session.startedAtMs;
      if (past.length >= LEAST_PAST && session.wanted.size > 0 && session.task !== "") {
        if (clone !== undefined) putTree(cwd, nowMs);
        const startedAt = performance.now();
        const files = await tacit.brief.prefetch({ task: session.task, limit: DEPTH });
        tookMs.push(performance.now() - startedAt);
        const ranked = { tacit: files.map(({ path }) => path), ...baselines(session, past) };
        if (clone === undefined) putKnownFiles(cwd, past);
        const teller = { session: `first prompt of ${session.id}`, point: "prompt" } as const;
        const { text } = await tacit.brief.promptBlock(teller, session.task);
        answers.push({ session, ranked, shown: filesShown(text) });
      }
      await tacit.sessions.ingest(session.events, "replay");
      await tacit.sessions.learnDue();
      past.push(session);
    }
    return answers;
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/**
 * Creates an empty file for every file that an earlier session touched, when no tree is available: only existing files are
 * shown.
 */
function putKnownFiles(cwd: string, past: readonly Session[]): void {
  for (const path of past.at(-1)?.touched ?? []) {
    const file = join(cwd, path);
    if (!file.startsWith(`${cwd}${sep}`)) continue;
    // A session may have opened a folder too.
    if (existsSync(file) || extname(file) === "") continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
  }
}

function filesShown(block: string): string[] {
  const [, files] = /^(?:- )?Files that similar tasks changed: (.+)$/m.exec(block) ?? [];
  return files === undefined ? [] : files.split(", ");
}

/**
 * Returns the share of tasks that were shown files, and the shares of the shown files that were used and that were wanted.
 */
function share(answers: readonly Answer[]) {
  const answered = answers.filter(({ shown }) => shown.length > 0);
  const files = answered.flatMap(({ session, shown }) => shown.map((path) => ({ session, path })));
  const used = files.filter(({ session, path }) => session.touched.has(path)).length;
  const wanted = files.filter(({ session, path }) => session.wanted.has(path)).length;
  const of = (part: number, whole: number) => round(part / Math.max(1, whole), 3);
  return {
    tasks: answers.length,
    tasksShown: of(answered.length, answers.length),
    files: files.length,
    used: of(used, files.length),
    wanted: of(wanted, files.length),
  };
}

/** Checks out the tree of the newest commit before that time. */
function putTree(cwd: string, atMs: number): void {
  const before = new Date(atMs).toISOString();
  const commit = git(cwd, "rev-list", "-1", `--before=${before}`, "origin/HEAD").trim();
  if (commit !== "") git(cwd, "read-tree", "--reset", "-u", commit);
}

function git(cwd: string, ...args: string[]): string {
  return spawnSync("git", args, { cwd, encoding: "utf8" }).stdout;
}

function baselines(session: Session, past: readonly Session[]) {
  const used = new Map<string, number>();
  for (const { touched } of past) {
    for (const path of touched) used.set(path, (used.get(path) ?? 0) + 1);
  }
  const texts = past.map(({ task }, i) => ({ id: String(i), text: task }));
  const [similar = []] = rankByBm25(texts, [{ question: session.task }], 5);
  const votes = new Map<string, number>();
  for (const [rank, i] of similar.entries()) {
    const item = past[Number(i)];
    for (const path of item?.touched ?? []) {
      const weight = (item?.wanted.has(path) ? 2 : 1) * (5 - rank);
      votes.set(path, (votes.get(path) ?? 0) + weight);
    }
  }
  return {
    "similar tasks": top(votes),
    "most used": top(used),
    "last session": [...(past.at(-1)?.touched ?? [])].slice(0, DEPTH),
  };
}

function top(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, DEPTH)
    .map(([path]) => path);
}

/** Measures hit@k (one of the wanted files is among the first k), and recall and precision of the first 12. */
function measure(answers: readonly Answer[], system: System) {
  let [hit1, hit5, hit10, recall12, touched12, precision12] = [0, 0, 0, 0, 0, 0];
  for (const { session, ranked } of answers) {
    const files = ranked[system];
    const isHit = (k: number) => files.slice(0, k).some((path) => session.wanted.has(path));
    hit1 += Number(isHit(1));
    hit5 += Number(isHit(5));
    hit10 += Number(isHit(10));
    recall12 += files.filter((path) => session.wanted.has(path)).length / session.wanted.size;
    const used = files.filter((path) => session.touched.has(path)).length;
    touched12 += used / Math.max(1, session.touched.size);
    precision12 += used / Math.max(1, files.length);
  }
  const mean = (sum: number) => round(sum / Math.max(1, answers.length), 3);
  return {
    tasks: answers.length,
    hitAt1: mean(hit1),
    hitAt5: mean(hit5),
    hitAt10: mean(hit10),
    recallAt12: mean(recall12),
    touchedAt12: mean(touched12),
    precisionAt12: mean(precision12),
  };
}
