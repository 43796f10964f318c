/**
 * The order of the first hits, looked at again by somebody who reads question and memory together. Who that is (a model,
 * a judge, nobody) is the engine's business; where it fails, the first stage's order goes out and says why.
 */

import type { Reranked } from "../domain/hit.ts";
import type { SecondOrder } from "../domain/ports/second-stage.ts";

/** The same hits: those with a key in its order, on the places that they had together; ties stay as they were. */
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
