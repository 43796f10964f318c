/**
 * Follows one step of the links between memories: what a good hit was derived from, or relates to, becomes a candidate with
 * `decay` × its score. Superseded memories do not come back: successors are not followed, and later filters remove superseded
 * ones.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../domain/ids.ts";
import { edgesAmong } from "../store/memories/edges.ts";
import type { FusedHit } from "./fuse.ts";

/** Limits for following links between memories. */
const CASCADE = {
  /** Number of best hits whose links are followed. */
  hits: 5,
  /** Factor on the score of the hit that a memory is linked to. */
  decay: 0.7,
} as const;

/** Returns the hits in the new order; those that come only by a link have no rank on any path but `edge`. */
export async function cascaded(db: Database, fused: readonly FusedHit[]): Promise<FusedHit[]> {
  const best = new Map(fused.slice(0, CASCADE.hits).map((hit) => [hit.id, hit.score]));
  if (best.size === 0) return [...fused];
  const edges = await edgesAmong(db, [...best.keys()], ["derived_from", "relates_to"]);
  if (edges.length === 0) return [...fused];
  const lent = new Map<MemoryId, number>();
  for (const { fromId, toId } of edges) {
    for (const [from, to] of [
      [fromId, toId],
      [toId, fromId],
    ] as const) {
      const score = CASCADE.decay * (best.get(from) ?? 0);
      if (score > (lent.get(to) ?? 0)) lent.set(to, score);
    }
  }
  const order = [...lent].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const hitsById = new Map(fused.map((hit) => [hit.id, hit]));
  const brought = order.map(([id, score], i) => {
    const hit = hitsById.get(id) ?? { id, score: 0, ranks: {} };
    return { id, score: Math.max(hit.score, score), ranks: { ...hit.ranks, edge: i + 1 } };
  });
  return [...fused.filter(({ id }) => !lent.has(id)), ...brought].sort(
    (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1),
  );
}
