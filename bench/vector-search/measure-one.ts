/**
 * Measures one contender on one data set in a separate process: `measure-one.ts NAME FOLDER COUNT LIMIT_SECONDS`. Prints its
 * row of the result as JSON on the last line.
 */
import { percentile, round } from "../statistics.ts";
import { APPROXIMATE_PEERS } from "./approximate-peers.ts";
import { type Contender, type Opened, rowOf } from "./contender.ts";
import { type Dataset, K, readDataset } from "./dataset.ts";
import { EXACT_PEERS } from "./exact-peers.ts";
import { OURS, VARIANTS } from "./ours.ts";

const BATCHES = 5;
const BATCH_ROWS = 100;
const WARM_UP = 10;

const [name = "", folder = "", count = "0", limitSeconds = "20"] = process.argv.slice(2);
const contender = [OURS, ...VARIANTS, ...EXACT_PEERS, ...APPROXIMATE_PEERS].find(
  (item) => item.name === name,
);
if (contender === undefined) throw new Error(`no contender is called ${name}`);
console.log(JSON.stringify(await measure(contender, readDataset(folder, Number(count)))));

async function measure({ open }: Contender, data: Dataset) {
  const started = performance.now();
  const opened = await open(data, folder);
  const buildSeconds = (performance.now() - started) / 1000;
  const all = await searched(data, opened.search, data.truth);
  const part =
    opened.searchProject && (await searched(data, opened.searchProject, data.truthInProject));
  const changes = await changed(data, opened);
  const bytes = opened.bytes();
  await opened.close();
  return {
    ...all,
    ...(part && { filteredP50Ms: part.p50Ms, filteredRecall: part.recall }),
    ...changes,
    buildSeconds: round(buildSeconds, 1),
    megabytes: bytes === null ? null : round(bytes / 1e6, 1),
    rssMegabytes: Math.round(process.memoryUsage().rss / 1e6),
  };
}

/** Searches as many queries as fit in the time, at least five. */
async function searched(data: Dataset, search: Opened["search"], truth: Dataset["truth"]) {
  const [wall, cpu]: [number[], number[]] = [[], []];
  let common = 0;
  const first = data.queries[0] ?? new Float32Array(0);
  const probe = performance.now();
  await search(first, K);
  if (performance.now() - probe < 100) for (let i = 0; i < WARM_UP; i++) await search(first, K);
  const end = performance.now() + Number(limitSeconds) * 1000;
  for (const [i, query] of data.queries.entries()) {
    if (i >= 5 && performance.now() > end) break;
    const before = process.cpuUsage();
    const started = performance.now();
    const found = await search(query, K);
    wall.push(performance.now() - started);
    const used = process.cpuUsage(before);
    cpu.push((used.user + used.system) / 1000);
    const expected = new Set(truth[i]);
    common += found.filter((row) => expected.has(row)).length / Math.max(1, expected.size);
  }
  return {
    queries: wall.length,
    p50Ms: round(percentile(wall, 0.5), 3),
    p95Ms: round(percentile(wall, 0.95), 3),
    cpuP50Ms: round(percentile(cpu, 0.5), 3),
    minMs: round(Math.min(...wall), 3),
    recall: round(common / wall.length, 4),
  };
}

/** Adds and removes batches of rows until they are found and no longer found; returns the median per row. */
async function changed(data: Dataset, { add, remove }: Opened) {
  if (add === undefined || remove === undefined) return {};
  const [adding, removing]: [number[], number[]] = [[], []];
  for (let batch = 0; batch < BATCHES; batch++) {
    const vectors = Array.from({ length: BATCH_ROWS }, (_, i) => rowOf(data, i * 7 + batch));
    const started = performance.now();
    await add(vectors);
    const between = performance.now();
    await remove(vectors.map((_, i) => data.count + batch * BATCH_ROWS + i));
    adding.push(between - started);
    removing.push(performance.now() - between);
  }
  const usPerRow = (times: number[]) => round((percentile(times, 0.5) / BATCH_ROWS) * 1000, 1);
  return { addUsPerRow: usPerRow(adding), removeUsPerRow: usPerRow(removing) };
}
