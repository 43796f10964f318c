/** Measures which earlier tasks are similar. BM25 of the task's terms over theirs, k1 = 1.2, b = 0.75. */
import { termsOf } from "./terms.ts";

const [K1, B] = [1.2, 0.75];

/** Returns a number per text, in [0, 1]: 1 for the most similar; all 0 without a shared term. */
export function likenesses(task: string, others: readonly string[]): number[] {
  return likenessesOfTerms(termsOf(task), others.map(termsOf));
}

/** Does the same for texts that are already terms. */
export function likenessesOfTerms(
  task: readonly string[],
  texts: readonly (readonly string[])[],
): number[] {
  const taskTerms = new Set(task);
  const frequency = new Map<string, number>();
  for (const terms of texts) {
    for (const term of new Set(terms)) {
      if (taskTerms.has(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    }
  }
  const mean = texts.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, texts.length);
  const scores = texts.map((terms) => {
    const counts = new Map<string, number>();
    for (const term of terms)
      if (taskTerms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const length = K1 * (1 - B + (B * terms.length) / Math.max(1, mean));
    let score = 0;
    for (const [term, count] of counts) {
      const many = frequency.get(term) ?? 0;
      const idf = Math.log(1 + (texts.length - many + 0.5) / (many + 0.5));
      score += (idf * count * (K1 + 1)) / (count + length);
    }
    return score;
  });
  const best = scores.reduce((max, score) => Math.max(max, score), 0);
  return scores.map((score) => (best > 0 ? score / best : 0));
}
