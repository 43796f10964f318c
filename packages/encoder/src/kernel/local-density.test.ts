/**
 * Tests that the density is the mean over the nearest vectors and that a hub has a higher density than an isolated vector.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CodedVector, localDensities } from "./local-density.ts";

/** Returns a quantised vector of unit length. */
function coded(...xs: readonly number[]): CodedVector {
  const length = Math.hypot(...xs);
  const codes = Int8Array.from(xs, (x) => Math.round((x / length) * 127));
  return { scale: 1 / 127, codes: new Uint8Array(codes.buffer) };
}
const round = (x: number) => Math.round(x * 50) / 50;

describe("density of a vector", () => {
  test("is the mean cosine to the nearest k, not to all", () => {
    const [east, near, north, west] = [coded(1, 0), coded(1, 1), coded(0, 1), coded(-1, 0)];
    const densities = localDensities([east, near, north, west], 2);
    // east: near 0.71, north 0; near: east and north 0.71; north: near 0.71, then 0; west: north 0, near −0.71.
    expect([...densities].map(round)).toEqual([0.36, 0.7, 0.36, -0.36]);
  });

  test("uses all others if there are fewer than k", () => {
    expect([...localDensities([coded(1, 0), coded(0, 1)], 10)].map(round)).toEqual([0, 0]);
    expect([...localDensities([coded(1, 0)], 10)]).toEqual([0]);
    expect([...localDensities([], 10)]).toEqual([]);
  });

  test("accepts codes at any position in a buffer", () => {
    const bytes = new Uint8Array([9, 9, 127, 0, 9]);
    const inside = { scale: 1 / 127, codes: bytes.subarray(2, 4) };
    expect(round(localDensities([inside, coded(1, 0)], 1)[0] ?? 0)).toBe(1);
  });

  test("does not depend on the order of the vectors", () => {
    const all = [coded(1, 2, 0), coded(2, 1, 1), coded(0, 1, 3), coded(1, 1, 1), coded(-1, 0, 1)];
    const forwards = [...localDensities(all, 3)];
    expect([...localDensities(all.toReversed(), 3)].toReversed()).toEqual(forwards);
  });

  test("property: equals the result of multiplying every pair, at any length and number", () => {
    const code = fc.integer({ min: -127, max: 127 });
    const pools = fc
      .integer({ min: 1, max: 40 })
      .chain((dims) =>
        fc.array(fc.array(code, { minLength: dims, maxLength: dims }), { maxLength: 20 }),
      );
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 12 }), (rows, k) => {
        const pool = rows.map((row) => coded(...row.map((x, d) => (d === 0 ? x || 1 : x))));
        const found = localDensities(pool, k);
        for (const [i, density] of byPairs(pool, k).entries()) {
          expect(found[i]).toBeCloseTo(density, 5);
        }
      }),
      { numRuns: 200 },
    );
  });
});

function byPairs(pool: readonly CodedVector[], k: number): number[] {
  const vectors = pool.map(({ scale, codes }) =>
    [...new Int8Array(codes.buffer, codes.byteOffset, codes.length)].map((x) => x * scale),
  );
  return vectors.map((own, i) => {
    const others = vectors.filter((_, j) => j !== i);
    const cosines = others.map((other) => other.reduce((sum, x, d) => sum + x * (own[d] ?? 0), 0));
    const best = cosines.toSorted((a, b) => b - a).slice(0, k);
    return best.reduce((sum, x) => sum + x, 0) / Math.max(1, best.length);
  });
}
