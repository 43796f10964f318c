/**
 * Measures how long recall takes in process, from the question to explained hits: by words alone and fused with meaning, with
 * words from full text and from memory, from 1,000 memories to a million.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { makeMemories, makeQuestions } from "../corpus.ts";
import { percentile, round } from "../statistics.ts";

const SIZES = [1_000, 10_000, 100_000];
const MILLION = 1_000_000;
const QUESTIONS = 220;
/** Questions at a million memories, where full text alone takes seconds per question. */
const QUESTIONS_OF_A_MILLION = 100;
const WAYS = [
  { name: "words, full text", way: "full-text", encoder: "off" },
  { name: "making words in memory", way: "make", encoder: "off" },
  { name: "words, in memory", way: "in-memory", encoder: "off" },
  { name: "fused, full text", way: "full-text", encoder: "built-in" },
  { name: "fused, in memory", way: "in-memory", encoder: "built-in" },
];

interface Scenario {
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Runs the bench. `--quick`: up to 10,000 memories. `--full`: up to a million. `--keep FOLDER`: creates stores there and
 * reuses them in later runs. `--only SIZE`. `--runs N`: repeats every variant N times, alternately, and reports the minimum
 * of each question, which other programs disturb least.
 */
export async function run({ args, say }: Scenario) {
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const [only, keepFolder] = [after("--only"), after("--keep")];
  const all = [...(args.includes("--quick") ? SIZES.slice(0, 2) : SIZES)];
  if (args.includes("--full")) all.push(MILLION);
  const folder = keepFolder ?? mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const rows = [];
  try {
    for (const memories of only === undefined ? all : [Number(only)]) {
      const { home, questions } = await makeStore(folder, memories, say);
      for (const row of measureAll(home, questions, Number(after("--runs") ?? 1))) {
        say(JSON.stringify({ memories, ...row }));
        rows.push({ memories, ...row });
      }
    }
  } finally {
    if (keepFolder === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return { question: "recall latency in process", rows };
}

async function makeStore(folder: string, size: number, say: Scenario["say"]) {
  const home = join(folder, String(size));
  const questions = join(folder, `questions-${size}.json`);
  const memories = makeMemories(size, 1);
  const count = size < MILLION ? QUESTIONS : QUESTIONS_OF_A_MILLION;
  mkdirSync(folder, { recursive: true });
  writeFileSync(questions, JSON.stringify(makeQuestions(memories, count, 2)));
  if (existsSync(join(home, "memory.db"))) return { home, questions };
  say(`making a store of ${size} memories`);
  mkdirSync(home);
  const tacit = await openTacit({ home, cwd: home });
  await tacit.exchange.importLines(lines(memories), { isVerbatim: true });
  await tacit.close();
  return { home, questions };
}

/** Alternates the variants, so that load from other programs affects all of them alike. */
function measureAll(home: string, questions: string, turns: number): object[] {
  const runs = WAYS.map((): Run[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, { way, encoder }] of WAYS.entries()) {
      runs[i]?.push(measure([home, way, encoder, questions]));
    }
  }
  return WAYS.map(({ name }, i) => ({ name, ...together(runs[i] ?? []) }));
}

export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What `measure-one.ts` prints. */
interface Run {
  /** Times by question; absent when no question was asked. */
  readonly took?: readonly Took[];
  readonly [what: string]: unknown;
}

/** Returns the last run with the minimum time of each question. */
function together(runs: readonly Run[]): object {
  const { took = [], ...last } = runs.at(-1) ?? {};
  if (took.length === 0) return last;
  const minimumOf = (of: (item: Took) => number) =>
    took.map((_, i) => Math.min(...runs.flatMap((run) => run.took?.slice(i, i + 1) ?? []).map(of)));
  const [wall, cpu] = [minimumOf(({ wallMs }) => wallMs), minimumOf(({ cpuMs }) => cpuMs)];
  return {
    ...last,
    runs: runs.length,
    p50Ms: round(percentile(wall, 0.5)),
    p95Ms: round(percentile(wall, 0.95)),
    maxMs: round(Math.max(...wall)),
    cpuP50Ms: round(percentile(cpu, 0.5)),
    cpuP95Ms: round(percentile(cpu, 0.95)),
  };
}

function measure(args: readonly string[]): Run {
  const script = join(import.meta.dirname, "measure-one.ts");
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const ran = spawnSync(process.execPath, [...flags, script, ...args], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "{}") as Run;
}

async function* lines(memories: ReturnType<typeof makeMemories>) {
  for (const [i, { content, file }] of memories.entries()) {
    yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
}
