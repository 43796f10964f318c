/**
 * Measures whether a new issue finds the past session that touched the same code, among sessions on other issues of the same
 * repository. Data: SWE-ContextBench Lite, sessions of Claude Code, one per task, with later, related tasks. Two definitions
 * of related:
 *
 * - A: the accepted change of the past task and that of the new task have a file in common.
 * - B: the past session read or changed a file of the new task's accepted change.
 *
 * Three texts of a session are stored verbatim as an episode: its task; the task and the paths it touched; these and its
 * commands, searches and errors. Plain BM25 over the same texts runs in the same run. Questions are split by a hash of their
 * id: `--half dev|test` (default test), `--data DIR`.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openTacit } from "@tacit-memory/memory";
import { option, type Setup } from "../arguments.ts";
import { rankByBm25 } from "../recall-quality/bm25.ts";
import { round } from "../statistics.ts";
import { type ObservedStep, rankObserved } from "./observed.ts";

interface Step extends ObservedStep {
  readonly err?: string;
}

interface Past {
  readonly id: string;
  readonly repo: string;
  readonly instance: string;
  readonly gold: readonly string[];
  readonly started: string;
  readonly steps: readonly Step[];
}

interface Issue {
  readonly id: string;
  readonly repo: string;
  readonly problem: string;
  readonly gold: readonly string[];
  readonly subsets: readonly string[];
}

const TEXTS = ["task", "task and files", "all"] as const;
type TextKind = (typeof TEXTS)[number];
const SYSTEMS = ["tacit", "tacit, words", "bm25"] as const;
type System = (typeof SYSTEMS)[number];
const DEPTH = 10;
const LONGEST = 20_000;

export async function run({ root, args, say }: Setup) {
  const half = option(args, "--half") ?? "test";
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  if (!existsSync(join(data, "sessions", "cc-swecontextbench"))) {
    say(`SKIPPED: no sessions under ${data}; give --data DIR`);
    return { question: "is a related past session found?", skipped: "no data", rows: [] };
  }
  const sessions = read<Past>(join(data, "sessions", "cc-swecontextbench", "sessions.jsonl.gz"));
  const tasks = read<Issue>(join(data, "issues", "swebench-lite", "instances.jsonl.gz"));
  const problems = new Map(tasks.map((task) => [task.id, task.problem]));
  const issues = read<Issue>(join(data, "issues", "swecontextbench", "instances.jsonl.gz")).filter(
    (issue) => issue.subsets.includes("lite") && halfOf(issue.id) === half,
  );
  const rows = [];
  for (const kind of TEXTS) {
    const found = await findAll(sessions, issues, (past) => textOf(past, kind, problems));
    for (const label of ["A", "B"] as const) {
      for (const system of SYSTEMS) {
        const row = { text: kind, label, system, ...measure(found, label, system) };
        say(JSON.stringify(row));
        rows.push(row);
      }
    }
  }
  const observed = findObserved(root, sessions, issues, problems);
  for (const label of ["A", "B"] as const) {
    const row = {
      text: "through observe",
      label,
      system: "tacit",
      ...measure(observed, label, "tacit"),
    };
    say(JSON.stringify(row));
    rows.push(row);
  }
  return { question: "is a related past session found?", half, rows };
}

/** Ranks sessions by what the product itself learns from them, each repository separately. */
function findObserved(
  root: string,
  sessions: readonly Past[],
  issues: readonly Issue[],
  problems: ReadonlyMap<string, string>,
): Found[] {
  return [...new Set(issues.map((issue) => issue.repo))].flatMap((repo) => {
    const pool = sessions.filter((session) => session.repo === repo);
    const own = issues.filter((issue) => issue.repo === repo);
    if (pool.length === 0) return [];
    const worked = pool.map((past) => ({ ...past, task: problems.get(past.instance) ?? "" }));
    const questions = own.map(({ problem }) => problem);
    const ranked = rankObserved(root, worked, questions, DEPTH);
    const none = { "tacit, words": [], bm25: [] };
    return own.map((issue, i) => ({ issue, pool, ranked: { tacit: ranked[i] ?? [], ...none } }));
  });
}

interface Found {
  readonly issue: Issue;
  readonly pool: readonly Past[];
  readonly ranked: Record<System, string[]>;
}

/** Ranks the episodes, each repository separately. */
async function findAll(
  sessions: readonly Past[],
  issues: readonly Issue[],
  text: (item: Past) => string,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const repo of new Set(issues.map((issue) => issue.repo))) {
    const pool = sessions.filter((session) => session.repo === repo);
    const own = issues.filter((issue) => issue.repo === repo);
    if (pool.length === 0) continue;
    const ranked = await rank(pool, own, text);
    for (const [i, issue] of own.entries()) found.push({ issue, pool, ranked: at(ranked, i) });
  }
  return found;
}

function at(ranked: Record<System, string[][]>, i: number): Record<System, string[]> {
  return {
    tacit: ranked.tacit[i] ?? [],
    "tacit, words": ranked["tacit, words"][i] ?? [],
    bm25: ranked.bm25[i] ?? [],
  };
}

async function rank(pool: readonly Past[], issues: readonly Issue[], text: (item: Past) => string) {
  const texts = pool.map((past) => ({ id: past.id, text: text(past) }));
  const questions = issues.map(({ problem }) => ({ question: problem }));
  return {
    tacit: await byTacit(texts, issues, "built-in"),
    "tacit, words": await byTacit(texts, issues, "off"),
    bm25: rankByBm25(texts, questions, DEPTH),
  };
}

async function byTacit(
  texts: readonly { readonly id: string; readonly text: string }[],
  issues: readonly Issue[],
  encoder: string,
): Promise<string[][]> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  const tacit = await openTacit({ home: join(base, "home"), cwd, env: { TACIT_ENCODER: encoder } });
  async function* lines() {
    for (const { id, text } of texts)
      yield JSON.stringify({ externalId: id, content: text, sessionId: id });
  }
  try {
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    const ranks: string[][] = [];
    for (const { problem } of issues) {
      const { hits } = await tacit.memories.recall({ query: problem, limit: DEPTH });
      ranks.push(hits.map(({ memory }) => memory.externalId ?? ""));
    }
    return ranks;
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

function textOf(past: Past, kind: TextKind, problems: ReadonlyMap<string, string>): string {
  const task = problems.get(past.instance) ?? "";
  const files = [...touched(past)].sort().join(" ");
  const rest = past.steps
    .map(({ cmd, query, err }) => [cmd, query, err?.slice(0, 300)].filter(Boolean).join(" "))
    .join(" ");
  const parts = { task: [task], "task and files": [task, files], all: [task, files, rest] }[kind];
  return parts.join("\n").slice(0, LONGEST) || "no task";
}

function touched({ steps }: Past): Set<string> {
  const files = steps.filter(({ kind }) => ["read", "edit", "write"].includes(kind));
  return new Set(files.flatMap(({ paths }) => paths));
}

function measure(found: readonly Found[], label: "A" | "B", system: System) {
  let [issueCount, hit1, hit5, mrr] = [0, 0, 0, 0];
  for (const { issue, pool, ranked } of found) {
    const others = pool.filter(({ instance }) => instance !== issue.id);
    const isRelated = (past: Past) =>
      issue.gold.some((file) =>
        label === "A" ? past.gold.includes(file) : touched(past).has(file),
      );
    const related = new Set(others.filter(isRelated).map(({ id }) => id));
    if (related.size === 0) continue;
    issueCount++;
    const candidates = new Set(others.map(({ id }) => id));
    const first = ranked[system]
      .filter((id) => candidates.has(id))
      .findIndex((id) => related.has(id));
    if (first < 0) continue;
    hit1 += Number(first === 0);
    hit5 += Number(first < 5);
    mrr += 1 / (first + 1);
  }
  const mean = (sum: number) => round(sum / Math.max(1, issueCount), 3);
  return { questions: issueCount, hitAt1: mean(hit1), hitAt5: mean(hit5), mrr: mean(mrr) };
}

function halfOf(id: string): "dev" | "test" {
  return createHash("sha256").update(id).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
}

function read<T>(path: string): T[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
