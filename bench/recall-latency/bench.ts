/**
 * How long does recall take in process, from the question to explained hits: by words alone and fused with meaning,
 * words by full text and in memory, from 1,000 memories to a million?
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { makeMemories, makeQuestions } from "../corpus.ts";

const SIZES = [1_000, 10_000, 100_000];
const MILLION = 1_000_000;
const QUESTIONS = 220;
/** Full text alone takes seconds a question at a million. */
const QUESTIONS_OF_A_MILLION = 100;
const WAYS = [
  { name: "words, full text", way: "full-text", encoder: "off" },
  { name: "making words in memory", way: "make", encoder: "off" },
  { name: "words, in memory", way: "in-memory", encoder: "off" },
  { name: "fused, full text", way: "full-text", encoder: "built-in" },
  { name: "fused, in memory", way: "in-memory", encoder: "built-in" },
];

interface Given {
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * `--quick`: to 10,000. `--full`: to a million. `--keep FOLDER`: stores are made in it, and found there the next time.
 * `--only SIZE`.
 */
export async function run({ args, say }: Given) {
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const [only, kept] = [after("--only"), after("--keep")];
  const all = [...(args.includes("--quick") ? SIZES.slice(0, 2) : SIZES)];
  if (args.includes("--full")) all.push(MILLION);
  const folder = kept ?? mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const rows = [];
  try {
    for (const memories of only === undefined ? all : [Number(only)]) {
      const { home, questions } = await makeStore(folder, memories, say);
      for (const { name, way, encoder } of WAYS) {
        const row = { memories, name, ...measure([home, way, encoder, questions]) };
        say(JSON.stringify(row));
        rows.push(row);
      }
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return { question: "recall latency in process", rows };
}

async function makeStore(folder: string, size: number, say: Given["say"]) {
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
  await tacit.importLines(lines(memories), { isVerbatim: true });
  await tacit.close();
  return { home, questions };
}

function measure(args: readonly string[]): object {
  const script = join(import.meta.dirname, "measure-one.ts");
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const ran = spawnSync(process.execPath, [...flags, script, ...args], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "{}") as object;
}

async function* lines(memories: ReturnType<typeof makeMemories>) {
  for (const [i, { content, file }] of memories.entries()) {
    yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
}
