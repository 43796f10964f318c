/**
 * Measures how well rankings answer: NDCG@10, recall@5 and recall@10, averaged over queries, and the average over the tasks
 * of a set.
 */

export interface Quality {
  readonly queries: number;
  readonly ndcgAt10: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
}

/** Returns the indexes of the best `depth` scores, best first; the earlier index wins a tie. */
export function best(scores: ArrayLike<number>, depth = 10): number[] {
  const found: number[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] ?? 0;
    if (found.length === depth && score <= (scores[found[depth - 1] ?? 0] ?? 0)) continue;
    let at = found.length;
    while (at > 0 && score > (scores[found[at - 1] ?? 0] ?? 0)) at--;
    found.splice(at, 0, i);
    if (found.length > depth) found.pop();
  }
  return found;
}

export function quality(
  rankings: readonly (readonly number[])[],
  relevant: readonly (readonly number[])[],
): Quality {
  let [ndcg, at5, at10] = [0, 0, 0];
  rankings.forEach((ranked, i) => {
    const wanted = new Set(relevant[i]);
    let gained = 0;
    let ideal = 0;
    for (let rank = 1; rank <= 10; rank++) {
      if (rank <= wanted.size) ideal += 1 / Math.log2(rank + 1);
      if (wanted.has(ranked[rank - 1] ?? -1)) gained += 1 / Math.log2(rank + 1);
    }
    const found = (k: number) => ranked.slice(0, k).filter((id) => wanted.has(id)).length;
    ndcg += gained / ideal;
    at5 += found(5) / wanted.size;
    at10 += found(10) / wanted.size;
  });
  const mean = (sum: number) => sum / Math.max(1, rankings.length);
  return {
    queries: rankings.length,
    ndcgAt10: mean(ndcg),
    recallAt5: mean(at5),
    recallAt10: mean(at10),
  };
}

/** Averages by query for conversations and by task for repositories, so that a large repository does not dominate. */
export function average(parts: readonly Quality[], by: "queries" | "tasks"): Quality {
  const share = (part: Quality) => (by === "queries" ? part.queries : 1);
  const total = parts.reduce((sum, part) => sum + share(part), 0);
  const mean = (of: (part: Quality) => number) =>
    parts.reduce((sum, part) => sum + of(part) * share(part), 0) / Math.max(1, total);
  return {
    queries: parts.reduce((sum, part) => sum + part.queries, 0),
    ndcgAt10: mean((part) => part.ndcgAt10),
    recallAt5: mean((part) => part.recallAt5),
    recallAt10: mean((part) => part.recallAt10),
  };
}
