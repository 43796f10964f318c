/**
 * Measures whether recall by meaning finds what words do not, and whether the combination of both loses nothing. Runs every
 * task of tasks.ts with the built-in encoder alone (`vectors`; `meaning` weights the query's words by their rarity in the
 * pool and subtracts how crowded the nearest neighbours are, as recall does), with Tacit's words alone, and with both
 * combined by `recall`. Baselines in the same run: plain BM25, and plain reciprocal rank fusion of words and meaning.
 *
 * `--half dev|test` (default test), `--sets a,b`, `--data DIR`, `--encoder-data DIR`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import {
  type CodedVector,
  localDensities,
} from "../../packages/encoder/src/kernel/local-density.ts";
import { quantize } from "../../packages/encoder/src/kernel/quantize.ts";
import { wordsOf } from "../../packages/encoder/src/static/tokenizer.ts";
import { emphasisOf } from "../../packages/memory/src/recall/text/emphasis.ts";
import { FUSION } from "../../packages/memory/src/recall/text/tuning.ts";
import { openBuiltInEncoder } from "../../packages/memory/src/search/encoders/built-in-encoder.ts";
import { STOP_WORDS } from "../../packages/memory/src/search/stop-words.ts";
import { option, type Setup } from "../arguments.ts";
import { rankByBm25 } from "../recall-quality/bm25.ts";
import { percentile, round } from "../statistics.ts";
import { average, best, type Quality, quality } from "./ranking.ts";
import { loadTasks, REPOSITORY_SETS, type Task } from "./tasks.ts";

/** Ranks per path; deep enough that a text ranked low by one path can still be raised by the other. */
const DEPTH = 50;
const RRF_K = 60;
const SYSTEMS = ["bm25", "words", "vectors", "meaning", "rrf", "fused"] as const;
type System = (typeof SYSTEMS)[number];
type Rankings = Readonly<Record<System, number[][]>>;

export async function run({ root, args, say }: Setup) {
  const half = option(args, "--half") ?? "test";
  const wanted = (option(args, "--sets") ?? "").split(",").filter(Boolean);
  const { tasks, missing, datasetHash } = loadTasks({
    data: option(args, "--data") ?? join(root, "..", "shared", "data"),
    encoder: option(args, "--encoder-data") ?? join(root, "..", "shared", "encoder"),
    here: import.meta.dirname,
  });
  for (const path of missing) say(`LEFT OUT, not there: ${path}`);
  const selected = tasks.filter(
    (task) => task.half === half && (wanted.length === 0 || wanted.includes(task.set)),
  );
  const found: { set: string; system: System; quality: Quality }[] = [];
  const recallMs: number[] = [];
  for (const task of selected) {
    const rankings = await rank(task, recallMs);
    const relevant = task.queries.map((query) => query.relevant);
    for (const system of SYSTEMS) {
      found.push({ set: task.set, system, quality: quality(rankings[system], relevant) });
    }
  }
  const rows = [...new Set(selected.map(({ set }) => set))].flatMap((set) =>
    SYSTEMS.map((system) => {
      const parts = found.filter((item) => item.set === set && item.system === system);
      const by = REPOSITORY_SETS.includes(set) || set === "cosqa" ? "tasks" : "queries";
      return {
        set,
        system,
        ...rounded(
          average(
            parts.map((part) => part.quality),
            by,
          ),
        ),
      };
    }),
  );
  for (const set of new Set(rows.map((row) => row.set))) say(line(set, rows));
  const means = SYSTEMS.map((system) => {
    const own = rows.filter((row) => row.system === system && REPOSITORY_SETS.includes(row.set));
    return {
      system,
      ndcgAt10: round(own.reduce((sum, row) => sum + row.ndcgAt10, 0) / Math.max(1, own.length), 3),
    };
  });
  say(
    `mean over held-out repositories: ${means.map((mean) => `${mean.system} ${mean.ndcgAt10}`).join(", ")}`,
  );
  const recall = {
    p50Ms: round(percentile(recallMs, 0.5)),
    p95Ms: round(percentile(recallMs, 0.95)),
  };
  return { question: "meaning, words and both", half, datasetHash, means, rows, recall };
}

function rounded(item: Quality) {
  return {
    queries: item.queries,
    ndcgAt10: round(item.ndcgAt10, 3),
    recallAt5: round(item.recallAt5, 3),
    recallAt10: round(item.recallAt10, 3),
  };
}

function line(set: string, rows: readonly ({ set: string; system: System } & Quality)[]): string {
  const own = rows.filter((row) => row.set === set);
  const cells = own.map(
    ({ system, ndcgAt10, recallAt5, recallAt10 }) =>
      `${system} ${ndcgAt10.toFixed(3)} ${recallAt5.toFixed(3)} ${recallAt10.toFixed(3)}`,
  );
  return `${set} (${own[0]?.queries} queries; NDCG@10 R@5 R@10): ${cells.join(" | ")}`;
}

async function rank(task: Task, recallMs: number[]): Promise<Rankings> {
  const words = await byTacit(task, "off", []);
  const fused = await byTacit(task, "built-in", recallMs);
  const { vectors, meaning } = await byMeaning(task);
  const texts = task.pool.map((text, i) => ({ id: String(i), text }));
  const bm25 = rankByBm25(
    texts,
    task.queries.map(({ text }) => ({ question: text })),
    DEPTH,
  );
  return {
    bm25: bm25.map((ids) => ids.map(Number)),
    words,
    vectors,
    meaning,
    rrf: words.map((ids, i) => reciprocalRank(ids, meaning[i] ?? [])),
    fused,
  };
}

async function byTacit(
  task: Task,
  encoder: "off" | "built-in",
  tookMs: number[],
): Promise<number[][]> {
  return inStore(task, encoder, async (tacit) => {
    const rankings: number[][] = [];
    for (const { text } of task.queries) {
      const recalled = await tacit.memories.recall({ query: text, limit: DEPTH });
      tookMs.push(recalled.tookMs);
      rankings.push(recalled.hits.map((hit) => Number(hit.memory.externalId)));
    }
    return rankings;
  });
}

async function inStore<T>(
  { pool, sessions }: Task,
  encoder: string,
  body: (tacit: Tacit) => Promise<T>,
): Promise<T> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  const tacit = await openTacit({ home: join(base, "home"), cwd, env: { TACIT_ENCODER: encoder } });
  async function* lines() {
    for (const [i, content] of pool.entries())
      yield JSON.stringify({ externalId: String(i), content, sessionId: sessions?.[i] });
  }
  try {
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    return await body(tacit);
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Ranks with the shipped encoder, exactly over the whole pool. */
async function byMeaning({ pool, queries }: Task) {
  const encoder = openBuiltInEncoder();
  const encoded = pool.map((text) => encoder.encodeNow(text));
  const frequency = new Map<string, number>();
  for (const text of pool) {
    for (const word of new Set(wordsOf(text))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const cosines = (query: Float32Array) =>
    encoded.map((item) => item.reduce((sum, x, d) => sum + x * (query[d] ?? 0), 0));
  const emphasis = (text: string) => {
    const terms = [...new Set(wordsOf(text))]
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => {
        const df = frequency.get(word) ?? 0;
        const idf = Math.log(1 + (pool.length - df + 0.5) / (df + 0.5));
        return { text: word, phrase: word, frequency: df, idf };
      });
    return emphasisOf(terms, pool.length);
  };
  const vectors = queries.map(({ text }) => best(cosines(encoder.encodeNow(text)), DEPTH));
  const coded = encoded.map((item) => {
    const { codes, scale } = quantize(item);
    return { scale, codes: new Uint8Array(codes.buffer) };
  });
  const meaning = queries.map(({ text }) => {
    const all = cosines(encoder.encodeNow(text, { emphasis: emphasis(text) }));
    const near = best(all, FUSION.crowdPool.value);
    const densities = localDensities(
      near.map((at) => coded[at] as CodedVector),
      FUSION.crowdNeighbours.value,
    );
    const scaled = near.map(
      (at, i) => (all[at] ?? 0) - FUSION.crowdShare.value * (densities[i] ?? 0),
    );
    return best(scaled, DEPTH).map((i) => near[i] as number);
  });
  await encoder.close();
  return { vectors, meaning };
}

/** Fuses two lists with equal weight (Cormack, Clarke & Büttcher 2009). */
function reciprocalRank(a: readonly number[], b: readonly number[]): number[] {
  const scores = new Map<number, number>();
  for (const list of [a, b]) {
    list.forEach((id, i) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF_K + i + 1));
    });
  }
  return [...scores].sort((x, y) => y[1] - x[1] || x[0] - y[0]).map(([id]) => id);
}
