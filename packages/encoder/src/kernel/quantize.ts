/** Quantises vectors to integers: int8 for stored vectors, int16 for queries. */
import { EncoderError } from "../encoder-error.ts";

const MAX_CODE = 127;
const MAX_QUERY_CODE = 32_767;
const MAX_SUM = 2 ** 31 - 1;

/**
 * Symmetric int8: a component is about its code × `scale`, with an error of at most `scale` / 2, where `scale` is the
 * largest magnitude / 127. A vector of zeros has scale 0. Throws "internal" for a component that is not finite.
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
 * Writes the query as int16 into `target`, which may be longer and is padded with zeros. Uses as many bits as possible
 * without a dot product with int8 codes overflowing 32 bits: 15 up to 516 dimensions, 12 at 4096. Returns the factor of
 * the dot products. Throws "internal" for a component that is not finite.
 */
export function quantizeQuery(query: Float32Array, target: Int16Array): number {
  target.fill(0);
  const peak = peakOf(query);
  if (peak === 0) return 0;
  const maxCode = Math.min(MAX_QUERY_CODE, Math.floor(MAX_SUM / (MAX_CODE + 1) / target.length));
  const scale = peak / maxCode;
  for (let i = 0; i < query.length; i++) target[i] = Math.round((query[i] ?? 0) / scale);
  return scale;
}

/** Plain loops, here and below: a process that lives for milliseconds runs them interpreted. */
function peakOf(vector: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < vector.length; i++) {
    const magnitude = Math.abs(vector[i] ?? 0);
    if (!(magnitude < Number.POSITIVE_INFINITY)) {
      throw new EncoderError("internal", {
        reason: "a component of a vector is not a finite number",
      });
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
