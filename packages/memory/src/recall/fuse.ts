/**
 * Merges the text score (relevance.ts, one scale) with paths that only rank: files in use, a known error, a trigger. Ranks
 * are merged by reciprocal rank, on a scale whose first place is worth 1:
 *
 * score(d) = share(text) · relevance(d) / best relevance + Σ over lists share(list) · (k + 1) / (k + rank(d))
 *
 * Shares are the paths' weights, renormalised over those that returned something, so a path that did not run or found nothing
 * changes nothing. Reciprocal rank: Cormack, Clarke & Büttcher, SIGIR 2009.
 */
import type { ListPath, PathName, RankedList } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { TextScore } from "./text/relevance.ts";
import { RECALL } from "./tuning.ts";

export interface FusedHit {
  readonly id: MemoryId;
  /** In [0, 1]. */
  readonly score: number;
  readonly ranks: Readonly<Partial<Record<PathName, number>>>;
}

/** Paths whose scores are part of the text relevance; their lists contribute only the ranks shown. */
const TEXT_PATHS: readonly ListPath[] = ["lexical", "dense"];

/** Best first; ties broken by id, so the order is reproducible. */
export function fuse(
  texts: readonly TextScore[],
  lists: readonly RankedList[],
  weights: Readonly<Record<ListPath, number>>,
  k: number = RECALL.rrfK,
): FusedHit[] {
  const ran = lists.filter((list) => list.ids.length > 0);
  const total = ran.reduce((sum, list) => sum + weights[list.path], 0);
  const shareOf = (path: ListPath) => (total === 0 ? 0 : weights[path] / total);
  const merged = new Map<MemoryId, { score: number; ranks: Partial<Record<PathName, number>> }>();
  const at = (id: MemoryId) => {
    const hit = merged.get(id) ?? { score: 0, ranks: {} };
    merged.set(id, hit);
    return hit;
  };
  const textShare = ran
    .filter(({ path }) => TEXT_PATHS.includes(path))
    .reduce((sum, { path }) => sum + shareOf(path), 0);
  const best = Math.max(0, ...texts.map(({ relevance }) => relevance));
  for (const { id, relevance } of texts) {
    at(id).score += best > 0 ? (textShare * Math.max(0, relevance)) / best : 0;
  }
  for (const { path, ids } of ran) {
    ids.forEach((id, i) => {
      const hit = at(id);
      hit.ranks[path] = i + 1;
      if (!TEXT_PATHS.includes(path)) hit.score += (shareOf(path) * (k + 1)) / (k + i + 1);
    });
  }
  return [...merged]
    .map(([id, hit]) => ({ id, ...hit }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
