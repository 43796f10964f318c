/**
 * Applies a second stage to the first hits, which reads question and memory together. The engine decides which stage this is
 * (a model, a judge, none); when it fails, the first stage's order is returned with the reason.
 */

import type { Reranked } from "../domain/hit.ts";
import type { SecondOrder } from "../domain/ports/second-stage.ts";

/** Returns the same hits, those with a key sorted by it on the positions that they had together; ties keep their order. */
export function reordered<Hit>(
  hits: readonly Hit[],
  { by, keys, problem }: SecondOrder,
): { readonly hit: Hit; readonly reranked: Reranked }[] {
  const ranked = hits.map((hit, i) => ({
    hit,
    reranked: { by, before: i + 1, key: keys[i] ?? null, problem },
  }));
  const moving = ranked.filter(({ reranked }) => reranked.key !== null);
  moving.sort((a, b) => (b.reranked.key ?? 0) - (a.reranked.key ?? 0));
  let next = 0;
  return ranked.map((item) => (item.reranked.key === null ? item : (moving[next++] ?? item)));
}
