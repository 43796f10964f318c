/**
 * Measures one variant over one store in a separate process: `measure-one.ts STORE WAY ENCODER QUESTIONS`. WAY is
 * "full-text", "in-memory", or "make", which only builds the in-memory index from the table. Prints its row of the result as
 * JSON on the last line, with the time of each question.
 */
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import { percentile, round } from "../statistics.ts";
import type { Took } from "./bench.ts";

const WARM_UP = 20;
const CHANGES = 30;

const [home = "", way = "", encoder = "", file = ""] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(file, "utf8")) as string[];
const sideFile = join(home, "words.idx");
if (way === "make") rmSync(sideFile, { force: true });
const tacit = await openTacit({
  home,
  cwd: home,
  env: { TACIT_ENCODER: encoder },
  isLongLived: way !== "full-text",
});
console.log(JSON.stringify(way === "make" ? await started(tacit) : await answered(tacit)));
await tacit.close();

async function started(opened: Tacit) {
  const [beginMs, before] = [performance.now(), process.cpuUsage()];
  const condition = await opened.memories.warmUp();
  const used = process.cpuUsage(before);
  return {
    startSeconds: round((performance.now() - beginMs) / 1000),
    startCpuSeconds: round((used.user + used.system) / 1_000_000),
    ...(condition && {
      state: condition.state,
      wordsMegabytes: round(condition.bytes / 1e6, 1),
      sideFileMegabytes: round(statSync(sideFile).size / 1e6, 1),
    }),
    rssMegabytes: Math.round(process.memoryUsage().rss / 1e6),
  };
}

async function answered(opened: Tacit) {
  const start = await started(opened);
  for (const query of questions.slice(0, WARM_UP)) await opened.memories.recall({ query });
  const all: Took[] = [];
  let hits = 0;
  for (const query of questions.slice(WARM_UP)) {
    const took = await timed(async () => {
      hits += (await opened.memories.recall({ query })).hits.length;
    });
    all.push(took);
  }
  return {
    ...start,
    took: all.map(({ wallMs, cpuMs }) => ({ wallMs: round(wallMs), cpuMs: round(cpuMs) })),
    hitsEach: round(hits / all.length, 1),
    afterChangeP95Ms: round(percentile(await afterChanges(opened), 0.95)),
    rssMegabytes: Math.round(process.memoryUsage().rss / 1e6),
  };
}

/** Archives a memory and restores it in turn, with a question after each change; the store is unchanged at the end. */
async function afterChanges(opened: Tacit): Promise<number[]> {
  const [memory] = await opened.memories.list({ limit: 1 });
  if (memory === undefined) return [];
  const took: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    await (i % 2 === 0 ? opened.memories.archive(memory.id) : opened.memories.restore(memory.id));
    const query = questions[i] ?? "";
    took.push((await timed(() => opened.memories.recall({ query }))).wallMs);
  }
  return took;
}

async function timed(work: () => Promise<unknown>): Promise<Took> {
  const [before, begin] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - begin;
  const used = process.cpuUsage(before);
  return { wallMs, cpuMs: (used.user + used.system) / 1000 };
}
