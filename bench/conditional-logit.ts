/**
 * Estimates how much each part of a score contributes. Models a choice among candidates whose scores are sums of parts, and
 * fits the weights that make the wanted candidates most likely, by gradient (Adam) with slight regularisation towards 0.
 * Parts enter with their current score, so a weight is a multiple of the tuned value: 1 leaves it unchanged.
 */

export interface Choice {
  /** One row per candidate, one column per part. */
  readonly rows: readonly (readonly number[])[];
  /** Rows of the wanted candidates; at least one. */
  readonly wanted: readonly number[];
}

const [STEPS, RATE, PULL, FIRST, SECOND] = [400, 0.1, 0.005, 0.9, 0.99];

/** Returns one weight per part; deterministic. */
export function fitWeights(choices: readonly Choice[], parts: number): number[] {
  const weights = new Array<number>(parts).fill(0);
  const [mean, square] = [[...weights], [...weights]];
  for (let step = 1; step <= STEPS; step++) {
    const slope = weights.map((weight) => PULL * weight);
    for (const choice of choices) addSlope(slope, choice, weights, choices.length);
    for (const [k, by] of slope.entries()) {
      const m = FIRST * (mean[k] ?? 0) + (1 - FIRST) * by;
      const v = SECOND * (square[k] ?? 0) + (1 - SECOND) * by * by;
      [mean[k], square[k]] = [m, v];
      const move = m / (1 - FIRST ** step) / (Math.sqrt(v / (1 - SECOND ** step)) + 1e-8);
      weights[k] = (weights[k] ?? 0) - RATE * move;
    }
  }
  return weights;
}

/** Adds the gradient of the negative log-likelihood that a wanted candidate is chosen. */
function addSlope(
  slope: number[],
  { rows, wanted }: Choice,
  weights: readonly number[],
  choices: number,
): void {
  const scores = rows.map((row) => row.reduce((sum, part, k) => sum + part * (weights[k] ?? 0), 0));
  const maxScore = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const odds = scores.map((score) => Math.exp(score - maxScore));
  const all = odds.reduce((sum, odd) => sum + odd, 0);
  const right = wanted.reduce((sum, row) => sum + (odds[row] ?? 0), 0);
  const isWanted = new Set(wanted);
  for (const [i, row] of rows.entries()) {
    const share = (odds[i] ?? 0) / all - (isWanted.has(i) ? (odds[i] ?? 0) / right : 0);
    for (const [k, part] of row.entries()) slope[k] = (slope[k] ?? 0) + (share * part) / choices;
  }
}
