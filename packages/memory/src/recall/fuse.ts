/**
 * Weighted reciprocal rank fusion: merges ranked lists without comparing their scores, which live on
 * different scales (BM25 is unbounded, an anchor match is yes or no).
 *
 *     score(d) = Σ over lists weight(list) / (k + rank(d)),   rank from 1
 *
 * The weights are renormalised over the lists that returned something, so a path that did not run, or found
 * nothing, costs nothing. Source: Cormack, Clarke & Büttcher, SIGIR 2009.
 */
import type { PathName, RankedList } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import { RECALL } from "./tuning.ts";

export interface FusedHit {
  readonly id: MemoryId;
  /** In (0, 1/(k + 1)]. */
  readonly score: number;
  readonly ranks: Readonly<Partial<Record<PathName, number>>>;
}

/** Best first; ties broken by id, so the order is reproducible. */
export function fuse(
  lists: readonly RankedList[],
  weights: Readonly<Record<PathName, number>>,
  k: number = RECALL.rrfK.value,
): FusedHit[] {
  const ran = lists.filter((list) => list.ids.length > 0);
  const total = ran.reduce((sum, list) => sum + weights[list.path], 0);
  const merged = new Map<MemoryId, { score: number; ranks: Partial<Record<PathName, number>> }>();
  for (const list of ran) {
    const weight = total === 0 ? 0 : weights[list.path] / total;
    list.ids.forEach((id, i) => {
      const hit = merged.get(id) ?? { score: 0, ranks: {} };
      hit.score += weight / (k + i + 1);
      hit.ranks[list.path] = i + 1;
      merged.set(id, hit);
    });
  }
  return [...merged]
    .map(([id, hit]) => ({ id, ...hit }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
