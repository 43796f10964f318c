/** Tests that finding the best memories without scoring all gives the same result as scoring all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bestDocs, type Ranking } from "./best-docs.ts";
import { createDocTable } from "./doc-table.ts";

/** More than two ranges of memories. */
const DOCS = 80_000;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const docs = (() => {
  const random = seeded(1);
  const table = createDocTable();
  const lengths = Uint32Array.from({ length: DOCS }, () => 3 + Math.floor(random() ** 3 * 6000));
  const classes = Uint32Array.from({ length: DOCS }, () => Math.floor(random() * 4));
  const words = lengths.reduce((sum, length) => sum + length, 0);
  return Object.assign(table, { count: DOCS, live: DOCS, words, lengths, classes });
})();

/** Builds a term that occurs in about this share of the memories, with postings in two parts. */
function termIn(share: number, random: () => number): Ranking["terms"][number] {
  const all = Uint32Array.from({ length: DOCS }, (_, doc) => doc).filter(() => random() < share);
  const patterns = Uint16Array.from(all, () => Math.floor(random() * 3));
  const middle = Math.floor(all.length * random());
  const part = (from: number, to: number) => ({ docs: all, patterns, from, to });
  const matches = [part(0, middle), part(middle, all.length)].filter(({ from, to }) => from < to);
  return { matches, frequency: all.length };
}

const frequencies = Float64Array.of(0.7, 1, 3.2);

/** Computes the contribution of a term by the formula of bm25(). */
function give(found: number, f: number, length: number): number {
  const idf = Math.max(1e-6, Math.log((DOCS - found + 0.5) / (found + 0.5)));
  const average = docs.words / DOCS;
  return (idf * f * 2.2) / (f + 1.2 * (1 - 0.75 + (0.75 * length) / average));
}

/** Scores every memory, best first. */
function scoreAll({ terms, isSelected, limit }: Ranking): number[] {
  const scores = new Float64Array(DOCS);
  for (const { matches, frequency } of terms) {
    for (const { docs: matched, patterns, from, to } of matches) {
      for (let at = from; at < to; at++) {
        const doc = matched[at] as number;
        const f = frequencies[patterns[at] as number] as number;
        scores[doc] = (scores[doc] as number) + give(frequency, f, docs.lengths[doc] as number);
      }
    }
  }
  const passing = scores.filter((_, doc) => isSelected[docs.classes[doc] as number] === 1);
  return [...passing.filter((score) => score > 0)].sort((a, b) => b - a).slice(0, limit);
}

const share = fc.constantFrom(0.00002, 0.0005, 0.004, 0.03, 0.1, 0.25, 0.45, 0.6, 1);

test("property: equals full scoring for common and rare terms, narrow and wide filters, any limit", () => {
  fc.assert(
    fc.property(
      fc.array(share, { minLength: 1, maxLength: 7 }),
      fc.constantFrom([0, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0]),
      fc.constantFrom(1, 3, 50),
      fc.nat(),
      (shares, selected, limit, seed) => {
        const random = seeded(seed);
        const terms = shares.map((item) => termIn(item, random));
        const ranking = { docs, terms, frequencies, isSelected: Uint8Array.from(selected), limit };
        const got = bestDocs(ranking).sort((a, b) => b.score - a.score);
        const expected = scoreAll(ranking);
        expect(got.length).toBeGreaterThanOrEqual(expected.length);
        for (const [i, score] of expected.entries()) expect(got[i]?.score).toBeCloseTo(score, 9);
        expect(new Set(got.map(({ doc }) => doc)).size).toBe(got.length);
      },
    ),
    { numRuns: 30 },
  );
});
