/** Sums recall, NDCG and reciprocal rank over questions. Ranks count from 1. */
import { round } from "../statistics.ts";

export interface Score {
  questions: number;
  recallAt5: number;
  recallAt10: number;
  ndcgAt10: number;
  reciprocalRank: number;
}

export function emptyScore(): Score {
  return { questions: 0, recallAt5: 0, recallAt10: 0, ndcgAt10: 0, reciprocalRank: 0 };
}

export function addRanks(
  score: Score,
  ranked: readonly string[],
  relevant: readonly string[],
): void {
  const wanted = new Set(relevant);
  const found = (k: number) => ranked.slice(0, k).filter((id) => wanted.has(id)).length;
  const gain = (rank: number) => 1 / Math.log2(rank + 1);
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, i) => gain(i + 1));
  const first = ranked.findIndex((id) => wanted.has(id));
  score.questions++;
  score.recallAt5 += found(5) / wanted.size;
  score.recallAt10 += found(10) / wanted.size;
  score.ndcgAt10 +=
    ranked.slice(0, 10).reduce((sum, id, i) => sum + (wanted.has(id) ? gain(i + 1) : 0), 0) /
    ideal.reduce((sum, item) => sum + item, 0);
  score.reciprocalRank += first < 0 ? 0 : 1 / (first + 1);
}

export function summarise(score: Score) {
  const mean = (sum: number) => round(sum / Math.max(1, score.questions), 3);
  return {
    questions: score.questions,
    recallAt5: mean(score.recallAt5),
    recallAt10: mean(score.recallAt10),
    ndcgAt10: mean(score.ndcgAt10),
    mrr: mean(score.reciprocalRank),
  };
}
