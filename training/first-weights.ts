/** Published vectors in our number of dimensions: centred, turned by one random matrix, and a little noise. */
import { DIMENSIONS } from "./formats.ts";
import { seededRandom } from "./random.ts";
import { TRAINING } from "./tuning.ts";

type Published = readonly number[] | undefined;

/**
 * rows × DIMENSIONS. `known`: the published vectors of the first rows, of length `from`; a row without one is noise
 * of length about 1, a row with one has length about 1 before its noise.
 */
export function startRows(
  known: readonly Published[],
  rows: number,
  from: number,
  seed: number,
): Float32Array {
  const normal = normals(seed);
  const scale = Math.sqrt(DIMENSIONS);
  const rotation = Float32Array.from({ length: DIMENSIONS * from }, () => normal() / scale);
  const mean = meanOf(known, from);
  const made = new Float32Array(rows * DIMENSIONS);
  for (let i = 0; i < rows; i++) {
    const own = known[i]?.map((x, d) => x - (mean[d] ?? 0));
    const norm = own === undefined ? 1 : Math.hypot(...own);
    const noise = own === undefined ? 1 : TRAINING.startNoise.value;
    for (let d = 0; d < DIMENSIONS; d++) {
      const value = (noise * normal()) / scale;
      const turn = rotation.subarray(d * from, (d + 1) * from);
      made[i * DIMENSIONS + d] = own === undefined ? value : plusTurned(value, turn, own, norm);
    }
  }
  return made;
}

function plusTurned(
  value: number,
  turn: Float32Array,
  own: readonly number[],
  norm: number,
): number {
  let sum = value;
  for (let g = 0; g < turn.length; g++) sum += ((turn[g] ?? 0) * (own[g] ?? 0)) / norm;
  return sum;
}

function meanOf(known: readonly Published[], from: number): Float64Array {
  const mean = new Float64Array(from);
  const found = known.filter((one) => one !== undefined);
  for (const one of found) {
    for (let d = 0; d < from; d++) mean[d] = (mean[d] ?? 0) + (one[d] ?? 0) / found.length;
  }
  return mean;
}

/** Box–Muller. */
function normals(seed: number): () => number {
  const uniform = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
