/**
 * How crowded is the place where a text stands? In many dimensions a few vectors are near to nearly everything
 * ("hubs": Radovanović, Nanopoulos & Ivanović, JMLR 2010), and come up for questions that they do not answer. What
 * a vector's own neighbours are like tells a hub from an answer (local scaling, as in CSLS: Conneau et al., ICLR 2018).
 */

/** A row as the store keeps it: int8 codes in a byte array, and what one code is worth. */
export interface CodedVector {
  readonly scale: number;
  readonly codes: Uint8Array;
}

/**
 * Of each vector, in order: the mean cosine to its `k` nearest among the others, in [−1, 1]; 0 for one that stands alone.
 * All of one length. O(n² · dims), so for a pool, not for a store.
 */
export function localDensities(vectors: readonly CodedVector[], k: number): Float64Array {
  const nearest = vectors.map(() => new Float64Array(k).fill(Number.NEGATIVE_INFINITY));
  const codes = vectors.map(
    ({ codes: bytes }) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  for (let i = 1; i < vectors.length; i++) {
    const [own, mine] = [codes[i] as Int8Array, nearest[i] as Float64Array];
    const scale = vectors[i]?.scale ?? 0;
    for (let j = 0; j < i; j++) {
      const cosine = dot(own, codes[j] as Int8Array) * scale * (vectors[j]?.scale ?? 0);
      offer(mine, cosine);
      offer(nearest[j] as Float64Array, cosine);
    }
  }
  const kept = Math.min(k, vectors.length - 1);
  return Float64Array.from(nearest, (own) =>
    kept <= 0 ? 0 : own.subarray(0, kept).reduce((sum, cosine) => sum + cosine, 0) / kept,
  );
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] as number) * (b[d] as number);
  return sum;
}

/** `best` stays sorted, best first. */
function offer(best: Float64Array, value: number): void {
  let at = best.length - 1;
  if (value <= (best[at] as number)) return;
  for (; at > 0 && value > (best[at - 1] as number); at--) best[at] = best[at - 1] as number;
  best[at] = value;
}
