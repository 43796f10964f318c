/**
 * Evaluates the trainer's weights, in floating point, on one half of bench/encoder's tasks, for choosing between runs: `dev`
 * unless requested otherwise. The shipped model is measured by the bench itself.
 *
 * Usage: `node --conditions=source training/evaluate.ts --vocabulary V.txt [--half dev] --data DIR --encoder-data DIR
 * WEIGHTS.f32...`
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { average, best, type Quality, quality } from "../bench/encoder/ranking.ts";
import { loadTasks, REPOSITORY_SETS, type Task } from "../bench/encoder/tasks.ts";
import { dot, type FloatModel, readWeights } from "./float-model.ts";
import { readVocabulary } from "./formats.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vocabulary: { type: "string", default: "vocabulary.txt" },
    half: { type: "string", default: "dev" },
    data: { type: "string", default: "../shared/data" },
    "encoder-data": { type: "string", default: "../shared/encoder" },
    dims: { type: "string", default: "256" },
  },
});
const dims = Number(values.dims);
const { tasks, missing } = loadTasks({
  data: values.data,
  encoder: values["encoder-data"],
  here: join(import.meta.dirname, "..", "bench", "encoder"),
});
for (const path of missing) process.stderr.write(`left out, not there: ${path}\n`);
const selected = tasks.filter(({ half }) => half === values.half);
const words = readVocabulary(values.vocabulary);

function answer(model: FloatModel, { pool, queries }: Task): Quality {
  const vectors = pool.map((text) => model.encode(text, dims));
  const rankings = queries.map(({ text }) => {
    const query = model.encode(text, dims);
    return best(vectors.map((vector) => dot(vector, query)));
  });
  return quality(
    rankings,
    queries.map(({ relevant }) => relevant),
  );
}

/** Returns the figures by name. */
function measure(model: FloatModel): Record<string, number> {
  const sets = new Map<string, Quality[]>();
  for (const task of selected) {
    sets.set(task.set, [...(sets.get(task.set) ?? []), answer(model, task)]);
  }
  const of = (set: string, by: "queries" | "tasks") => average(sets.get(set) ?? [], by);
  const repositories = REPOSITORY_SETS.map((set) => [set, of(set, "tasks").ndcgAt10] as const);
  const sum = repositories.reduce((total, [, ndcg]) => total + ndcg, 0);
  return {
    ...Object.fromEntries(repositories),
    MEAN: sum / repositories.length,
    "p60 R5": of("paraphrase_alone", "queries").recallAt5,
    "p2k R5": of("paraphrase_2000", "queries").recallAt5,
    "p2k R10": of("paraphrase_2000", "queries").recallAt10,
    "locomo R10": of("locomo", "queries").recallAt10,
    "beam R10": of("beam", "queries").recallAt10,
    cosqa: of("cosqa", "queries").ndcgAt10,
  };
}

for (const path of positionals) {
  const found = measure(readWeights(path, words));
  const figures = Object.entries(found).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  process.stdout.write(`${path}\n  ${figures.join("  ")}\n`);
}
