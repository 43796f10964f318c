/** How long does recall take in process, words only, at 1,000 to 100,000 memories? */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { makeMemories, makeQuestions } from "../corpus.ts";
import { percentile, round } from "../statistics.ts";

const SIZES = [1_000, 10_000, 100_000];
const QUESTIONS = 200;

export async function run({ args, say }: { args: readonly string[]; say: (line: string) => void }) {
  const sizes = args.includes("--quick") ? SIZES.slice(0, 2) : SIZES;
  const rows = [];
  for (const size of sizes) {
    const row = await measure(size);
    say(`${size} memories: p50 ${row.p50Ms} ms, p95 ${row.p95Ms} ms, CPU ${row.cpuP50Ms} ms`);
    rows.push(row);
  }
  return { question: "recall latency, lexical, in process", questions: QUESTIONS, rows };
}

async function measure(size: number) {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const tacit = await openTacit({ home, cwd: home });
  try {
    const memories = makeMemories(size, 1);
    const importStarted = performance.now();
    await tacit.importLines(lines(memories), { isVerbatim: true });
    const importMs = performance.now() - importStarted;
    const [wall, cpu]: [number[], number[]] = [[], []];
    const questions = makeQuestions(memories, QUESTIONS + 20, 2);
    for (const [i, query] of questions.entries()) {
      const before = process.cpuUsage();
      const started = performance.now();
      await tacit.recall({ query });
      const took = performance.now() - started;
      const used = process.cpuUsage(before);
      if (i < 20) continue;
      wall.push(took);
      cpu.push((used.user + used.system) / 1000);
    }
    return {
      memories: size,
      importSeconds: round(importMs / 1000),
      p50Ms: round(percentile(wall, 0.5)),
      p95Ms: round(percentile(wall, 0.95)),
      maxMs: round(Math.max(...wall)),
      cpuP50Ms: round(percentile(cpu, 0.5)),
      cpuP95Ms: round(percentile(cpu, 0.95)),
    };
  } finally {
    await tacit.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function* lines(memories: ReturnType<typeof makeMemories>) {
  for (const [i, { content, file }] of memories.entries()) {
    yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
}
