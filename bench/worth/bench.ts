/**
 * Facts that a careful reader found in past sessions: does a question asked weeks later bring them back? From the raw
 * transcripts, through `tacit import transcript` and `tacit recall --batch` in processes of their own, to the texts an agent
 * reads. A question counts as answered when one of the first five hits says all key terms of the fact.
 *
 * `--set DIR`: sessions.jsonl, sessions/…/raw.*, and facts.jsonl for each half (README.md says how such a set is made).
 * `--half dev|test` (default test). In the same run: BM25 over the messages of the same sessions, stemmed and without stop words, and whether any message says the fact at all.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { option } from "../arguments.ts";
import { round } from "../statistics.ts";
import { rankByStemmedBm25 } from "../stemmed-bm25.ts";

interface World {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

interface Session {
  readonly id: string;
  readonly half: string;
  readonly dir: string;
  readonly raw: string;
  readonly repo: string;
}

interface Fact {
  readonly id: string;
  readonly session: string;
  readonly repo: string;
  readonly grade: number;
  readonly terms: readonly (readonly string[])[];
  readonly q_symptom: string;
  readonly q_file: string;
}

const QUESTIONS = ["q_symptom", "q_file"] as const;
const DEPTH = 5;

export async function run({ root, args, say }: World) {
  const set = option(args, "--set");
  const half = option(args, "--half") ?? "test";
  if (set === undefined || !existsSync(join(set, half, "facts.jsonl"))) {
    return { skipped: "no reference set: give --set DIR (bench/worth/README.md)" };
  }
  const sessions = lines<Session>(join(set, "sessions.jsonl")).filter((one) => one.half === half);
  const facts = lines<Fact>(join(set, half, "facts.jsonl"));
  const folder = mkdtempSync(join(tmpdir(), "tacit-worth-"));
  const tacit = (words: readonly string[], input?: string) => runTacit(root, folder, words, input);
  try {
    const rows: Row[] = [];
    const stated: boolean[] = [];
    const memories: unknown[] = [];
    for (const repo of new Set(sessions.map((one) => one.repo))) {
      const project = makeProject(folder, repo);
      const own = sessions.filter((one) => one.repo === repo);
      for (const one of own) {
        const raw = join(set, one.dir, one.raw);
        tacit(["import", "transcript", raw, "--project", project, "--json"]);
      }
      const asked = facts.filter((fact) => fact.repo === repo);
      const listed = JSON.parse(tacit(["list", "--project", project, "--json", "--limit", "500"]));
      memories.push(...(listed as object[]).map((memory) => ({ repo, ...memory })));
      const messages = messagesIn(tacit(["events", "export", "--project", project]));
      for (const fact of asked) stated.push(messages.some((text) => says(text, fact)));
      rows.push(
        ...answersOf(asked, messages, (batch) =>
          tacit(["recall", "--batch", "-", "--limit", String(DEPTH), "--project", project], batch),
        ),
      );
      say(`${repo}: ${own.length} sessions, ${asked.length} facts`);
    }
    const detail = option(args, "--detail");
    if (detail !== undefined) writeFileSync(detail, JSON.stringify({ rows, memories }, null, 1));
    return {
      half,
      sessions: sessions.length,
      facts: facts.length,
      answeredInFive: shares(rows),
      statedInSomeMessage: round(mean(stated.map(Number))),
      memoriesLearned: memories.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Row {
  readonly fact: string;
  readonly grade: number;
  readonly kind: (typeof QUESTIONS)[number];
  readonly question: string;
  /** Rank of the first hit that says the fact; 0 for none. */
  readonly tacit: number;
  readonly bm25: number;
  readonly hits: readonly string[];
}

function answersOf(
  facts: readonly Fact[],
  messages: readonly string[],
  recallBatch: (input: string) => string,
): Row[] {
  const asked = facts.flatMap((fact) =>
    QUESTIONS.map((kind) => ({ fact, kind, question: fact[kind] })),
  );
  if (asked.length === 0) return [];
  const batch = asked.map(({ question }, id) => JSON.stringify({ id, query: question })).join("\n");
  type Answer = { readonly hits: readonly { readonly content: string }[] };
  const answers = parsed<Answer>(recallBatch(batch));
  const baseline = rankByStemmedBm25(
    messages,
    asked.map(({ question }) => question),
    DEPTH,
  );
  return asked.map(({ fact, kind, question }, i) => {
    const hits = (answers[i]?.hits ?? []).map(({ content }) => content);
    const others = (baseline[i] ?? []).map((at) => messages[at] ?? "");
    const rank = (texts: readonly string[]) => texts.findIndex((text) => says(text, fact)) + 1;
    return {
      fact: fact.id,
      grade: fact.grade,
      kind,
      question,
      tacit: rank(hits),
      bm25: rank(others),
      hits,
    };
  });
}

function shares(rows: readonly Row[]) {
  const share = (some: readonly Row[]) => ({
    tacit: round(mean(some.map(({ tacit }) => Number(tacit > 0)))),
    tacitFirst: round(mean(some.map(({ tacit }) => Number(tacit === 1)))),
    bm25: round(mean(some.map(({ bm25 }) => Number(bm25 > 0)))),
    questions: some.length,
  });
  return {
    all: share(rows),
    symptom: share(rows.filter(({ kind }) => kind === "q_symptom")),
    file: share(rows.filter(({ kind }) => kind === "q_file")),
    grade2: share(rows.filter(({ grade }) => grade === 2)),
  };
}

function says(text: string, { terms }: Fact): boolean {
  const lower = text.toLowerCase();
  return terms.every((group) => group.some((term) => lower.includes(term.toLowerCase())));
}

function messagesIn(exported: string): string[] {
  type Said = { readonly kind: string; readonly text?: string };
  const said = parsed<Said>(exported).filter(({ kind }) => kind === "prompt" || kind === "message");
  return said.map(({ text = "" }) => text);
}

function makeProject(folder: string, repo: string): string {
  const project = join(folder, repo.replaceAll("/", "+"));
  mkdirSync(project);
  spawnSync("git", ["init", "-q", project]);
  return project;
}

/** What it prints. Throws where it fails: a missing session would count as a fact not found. */
function runTacit(root: string, folder: string, words: readonly string[], input?: string): string {
  const program = join(root, "apps/cli/dist/tacit.mjs");
  const ran = spawnSync(process.execPath, [program, ...words, "--home", join(folder, "home")], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: { PATH: process.env["PATH"], HOME: folder },
  });
  if (ran.status !== 0) throw new Error(`tacit ${words.join(" ")}: ${ran.stderr.slice(0, 2000)}`);
  return ran.stdout;
}

function lines<T>(path: string): T[] {
  return parsed<T>(readFileSync(path, "utf8"));
}

function parsed<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
}
