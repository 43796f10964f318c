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
  const count = vectors.length;
  const cosines = new Float32Array(count * count);
  const rows = vectors.map(unpacked);
  for (let i = 1; i < count; i++) {
    const own = rows[i] as Float32Array;
    for (let j = 0; j < i; j++) {
      const cosine = dot(own, rows[j] as Float32Array);
      cosines[i * count + j] = cosine;
      cosines[j * count + i] = cosine;
    }
  }
  const best = new Float64Array(Math.max(0, Math.min(k, count - 1)));
  return Float64Array.from(vectors, (_, i) => meanOfBest(cosines, i, count, best));
}

/** As the numbers the codes stand for: multiplying those is twice as fast as multiplying codes. */
function unpacked({ scale, codes }: CodedVector): Float32Array {
  const signed = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength);
  const vector = new Float32Array(signed.length);
  for (let d = 0; d < signed.length; d++) vector[d] = (signed[d] as number) * scale;
  return vector;
}

/** Four sums side by side: the processor need not wait for one to go on with the next. */
function dot(a: Float32Array, b: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const even = a.length & ~3;
  for (let d = 0; d < even; d += 4) {
    first += (a[d] as number) * (b[d] as number);
    second += (a[d + 1] as number) * (b[d + 1] as number);
    third += (a[d + 2] as number) * (b[d + 2] as number);
    fourth += (a[d + 3] as number) * (b[d + 3] as number);
  }
  for (let d = even; d < a.length; d++) first += (a[d] as number) * (b[d] as number);
  return first + second + third + fourth;
}

/** Of row `i`, without itself. `best` is room for as many as count, and is left in disorder. */
function meanOfBest(cosines: Float32Array, i: number, count: number, best: Float64Array): number {
  if (best.length === 0) return 0;
  best.fill(Number.NEGATIVE_INFINITY);
  for (let j = 0; j < count; j++) {
    const cosine = cosines[i * count + j] as number;
    if (j === i || cosine <= (best[best.length - 1] as number)) continue;
    let at = best.length - 1;
    for (; at > 0 && cosine > (best[at - 1] as number); at--) best[at] = best[at - 1] as number;
    best[at] = cosine;
  }
  return best.reduce((sum, cosine) => sum + cosine, 0) / best.length;
}
