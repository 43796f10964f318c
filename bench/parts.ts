/** Measures the contribution of each part of a score: the result without it, and the weight that a fit gives it. */
import { type Choice, fitWeights } from "./conditional-logit.ts";
import { round } from "./statistics.ts";

/**
 * Returns the results with all parts, with all parts at fitted weights, and without each part, the others unchanged, with the
 * part's fitted multiple.
 */
export function worthOf(parts: readonly string[], choices: readonly Choice[]) {
  const fitted = fitWeights(choices, parts.length);
  const ones = parts.map(() => 1);
  return [
    { parts: "all", ...hitsWith(choices, ones) },
    { parts: "all, as fitted", ...hitsWith(choices, fitted) },
    ...parts.map((part, i) => ({
      parts: `without ${part}`,
      ...hitsWith(
        choices,
        ones.map((item, k) => (k === i ? 0 : item)),
      ),
      fitted: round(fitted[i] ?? 0),
    })),
  ];
}

function hitsWith(choices: readonly Choice[], weights: readonly number[]) {
  const ranks = choices.map(({ rows, wanted }) => {
    const scores = rows.map((row) =>
      row.reduce((sum, part, k) => sum + part * (weights[k] ?? 0), 0),
    );
    const best = wanted.reduce((max, i) => Math.max(max, scores[i] ?? 0), Number.NEGATIVE_INFINITY);
    return scores.filter((score) => score > best).length;
  });
  const share = (k: number) =>
    round(ranks.filter((rank) => rank < k).length / Math.max(1, ranks.length), 3);
  return { hitAt1: share(1), hitAt5: share(5) };
}
