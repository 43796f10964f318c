/**
 * Generates synthetic embeddings with the shape of real ones and their exact nearest neighbours; the same seed gives the same
 * data. A hierarchical mixture of gaussians: 40 topics, 6,000 clusters around them, memories around those, in 96 hidden
 * dimensions projected to 256, where the leading dimensions carry more; with a common offset, as encoders have, and 12 %
 * noise. Half of the queries are paraphrases of a memory (the memory and noise), half are fresh draws.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "../corpus.ts";

export const DIMS = 256;
export const K = 30;
/** Every fiftieth memory belongs to the project of filtered searches: 2 %. */
export const PROJECTS = 50;
export const ASKED_PROJECT = 7;
const HIDDEN = 96;
const TOPICS = 40;
const CLUSTERS = 6000;
const NOISE_TABLE = 2 ** 18;

export interface Dataset {
  readonly count: number;
  /** Vectors of unit length, concatenated. */
  readonly vectors: Float32Array;
  readonly queries: readonly Float32Array[];
  /** The exact nearest K rows of each query, best first. */
  readonly truth: readonly (readonly number[])[];
  /** The same among the rows of the requested project. */
  readonly truthInProject: readonly (readonly number[])[];
}

interface Mixture {
  readonly vector: () => Float32Array;
  readonly near: (vector: Float32Array, noise: number) => Float32Array;
}

function createMixture(seed: number): Mixture {
  const random = seeded(seed);
  const gaussian = () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return radius * Math.cos(2 * Math.PI * random());
  };
  const draw = (length: number, scale: (at: number) => number) =>
    Float32Array.from({ length }, (_, at) => gaussian() * scale(at));
  const noise = draw(NOISE_TABLE, () => 1);
  const decay = Float32Array.from({ length: DIMS }, (_, d) => 1 / Math.sqrt(1 + d / 24));
  const projection = Array.from({ length: HIDDEN }, () => draw(DIMS, (d) => decay[d] ?? 0));
  const offset = draw(DIMS, (d) => 4 * (decay[d] ?? 0));
  const topics = Array.from({ length: TOPICS }, () => draw(HIDDEN, () => 1));
  const clusters = Array.from({ length: CLUSTERS }, () => {
    const topic = topics[Math.floor(random() * TOPICS)] ?? new Float32Array(HIDDEN);
    return topic.map((x) => x + 0.7 * gaussian());
  });

  function project(hidden: Float32Array): Float32Array {
    const out = Float32Array.from(offset);
    for (let h = 0; h < HIDDEN; h++) {
      const [x, row] = [hidden[h] ?? 0, projection[h] ?? out];
      for (let d = 0; d < DIMS; d++) out[d] = (out[d] ?? 0) + x * (row[d] ?? 0);
    }
    return normalised(withNoise(out, 0.12 * lengthOf(out)));
  }

  /** Adds noise of that length from a table; fresh draws for every component would take most of the time. */
  function withNoise(vector: Float32Array, length: number): Float32Array {
    const from = Math.floor(random() * (NOISE_TABLE - DIMS));
    const scale = length / Math.sqrt(DIMS);
    for (let d = 0; d < DIMS; d++) vector[d] = (vector[d] ?? 0) + scale * (noise[from + d] ?? 0);
    return vector;
  }

  const hidden = new Float32Array(HIDDEN);
  return {
    vector: () => {
      const cluster = clusters[Math.floor(random() * CLUSTERS)] ?? hidden;
      const from = Math.floor(random() * (NOISE_TABLE - HIDDEN));
      for (let h = 0; h < HIDDEN; h++) {
        hidden[h] = (cluster[h] ?? 0) + 0.5 * (noise[from + h] ?? 0);
      }
      return project(hidden);
    },
    near: (vector, share) => normalised(withNoise(Float32Array.from(vector), share)),
  };
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < vector.length; d++) sum += (vector[d] ?? 0) ** 2;
  return Math.sqrt(sum);
}

function normalised(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) / length;
  return vector;
}

/** Creates a data set and writes it to a folder for the measured processes. */
export function writeDataset(
  folder: string,
  count: number,
  queryCount: number,
  seed: number,
): void {
  const mixture = createMixture(seed);
  const vectors = new Float32Array(count * DIMS);
  for (let row = 0; row < count; row++) vectors.set(mixture.vector(), row * DIMS);
  const queries = Array.from({ length: queryCount }, (_, i) => {
    if (i % 2 === 1) return mixture.vector();
    const row = Math.floor((i / queryCount) * count);
    return mixture.near(vectors.subarray(row * DIMS, (row + 1) * DIMS), 0.35);
  });
  writeLarge(join(folder, "vectors"), vectors);
  writeFileSync(join(folder, "query"), new Uint8Array((queries[1] ?? vectors).slice().buffer));
  const found = queries.map((query) => nearest(vectors, count, query));
  const lists = {
    queries: queries.map((query) => [...query]),
    truth: found.map((item) => item.all),
    truthInProject: found.map((item) => item.inProject),
  };
  writeFileSync(join(folder, "queries.json"), JSON.stringify(lists));
}

/** Writes in parts, because some systems limit the size of one write. */
function writeLarge(path: string, vectors: Float32Array): void {
  const file = openSync(path, "w");
  const bytes = new Uint8Array(vectors.buffer);
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, Math.min(2 ** 28, bytes.length - at));
  }
  closeSync(file);
}

export function readDataset(folder: string, count: number): Dataset {
  const vectors = new Float32Array(count * DIMS);
  const bytes = new Uint8Array(vectors.buffer);
  const file = openSync(join(folder, "vectors"), "r");
  for (let at = 0; at < bytes.length; ) {
    at += readSync(file, bytes, at, Math.min(2 ** 28, bytes.length - at), at);
  }
  closeSync(file);
  const lists = JSON.parse(readFileSync(join(folder, "queries.json"), "utf8")) as {
    queries: number[][];
    truth: number[][];
    truthInProject: number[][];
  };
  return {
    ...lists,
    count,
    vectors,
    queries: lists.queries.map((query) => Float32Array.from(query)),
  };
}

interface Best {
  readonly rows: number[];
  readonly scores: number[];
}

function nearest(vectors: Float32Array, count: number, query: Float32Array) {
  const [all, inProject]: [Best, Best] = [
    { rows: [], scores: [] },
    { rows: [], scores: [] },
  ];
  for (let row = 0; row < count; row++) {
    const score = dot(vectors, row * DIMS, query);
    offer(all, row, score);
    if (row % PROJECTS === ASKED_PROJECT) offer(inProject, row, score);
  }
  return { all: all.rows, inProject: inProject.rows };
}

function dot(vectors: Float32Array, at: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < DIMS; i += 4) {
    a += (vectors[at + i] ?? 0) * (query[i] ?? 0);
    b += (vectors[at + i + 1] ?? 0) * (query[i + 1] ?? 0);
    c += (vectors[at + i + 2] ?? 0) * (query[i + 2] ?? 0);
    d += (vectors[at + i + 3] ?? 0) * (query[i + 3] ?? 0);
  }
  return a + b + c + d;
}

function offer({ rows, scores }: Best, row: number, score: number): void {
  if (rows.length === K && score <= (scores[K - 1] ?? 0)) return;
  let at = rows.length === K ? K - 1 : rows.length;
  for (; at > 0 && (scores[at - 1] ?? 0) < score; at--) {
    scores[at] = scores[at - 1] ?? 0;
    rows[at] = rows[at - 1] ?? 0;
  }
  scores[at] = score;
  rows[at] = row;
}
