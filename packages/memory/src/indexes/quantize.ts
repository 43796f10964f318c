/** Vectors as small whole numbers: int8 for what is kept, int16 for the query that is held against it. */
import { MemoryError } from "../domain/errors.ts";

const MAX_CODE = 127;
const MAX_QUERY_CODE = 32_767;
const MAX_SUM = 2 ** 31 - 1;

/**
 * Symmetric int8: a component is its code × `scale`, off by at most `scale` / 2 where `scale` is the largest
 * magnitude / 127. A vector of zeros has scale 0. Throws "internal" for a component that is no number.
 */
export function quantize(vector: Float32Array): { codes: Int8Array; scale: number } {
  const peak = peakOf(vector);
  const codes = new Int8Array(vector.length);
  if (peak === 0) return { codes, scale: 0 };
  const scale = peak / MAX_CODE;
  for (let i = 0; i < codes.length; i++) codes[i] = Math.round((vector[i] ?? 0) / scale);
  return { codes, scale };
}

/**
 * The query as int16 into `target`, which may be longer and is filled up with zeros. As many bits as there
 * can be so that no sum over int8 codes leaves 32 bits: all 15 up to 516 dimensions, 12 at 4096. Gives what a
 * sum is multiplied by. Throws "internal" for a component that is no number.
 */
export function quantizeQuery(query: Float32Array, target: Int16Array): number {
  target.fill(0);
  const peak = peakOf(query);
  if (peak === 0) return 0;
  const most = Math.min(MAX_QUERY_CODE, Math.floor(MAX_SUM / (MAX_CODE + 1) / target.length));
  const scale = peak / most;
  for (let i = 0; i < query.length; i++) target[i] = Math.round((query[i] ?? 0) / scale);
  return scale;
}

/** Plain loops, here and below: in a process that lives for milliseconds they are interpreted. */
function peakOf(vector: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < vector.length; i++) {
    const magnitude = Math.abs(vector[i] ?? 0);
    if (!(magnitude < Number.POSITIVE_INFINITY)) {
      throw new MemoryError("internal", { reason: "a vector with a component that is no number" });
    }
    if (magnitude > peak) peak = magnitude;
  }
  return peak;
}

/** Euclidean. */
export function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2;
  return Math.sqrt(sum);
}
