/**
 * Uses the neighbours of files. Files import, call and change with each other, and what is known of a file is often relevant
 * to its neighbour. Two uses, each with its numbers in tuning.ts:
 *
 * - memories of files next to the files in use are candidates of their own (the path "graph");
 * - a candidate whose files are next to those of the best hits is boosted by at most `boost` × the tenth score: off, since it
 *   loses on labelled moments (bench/coding-recall --repos).
 *
 * Neighbours are passed in as a function, because the code graph may be absent.
 */
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { FusedHit } from "./fuse.ts";
import { NEIGHBOURHOOD } from "./tuning.ts";

interface Neighbour {
  readonly path: string;
  /** In [0, 1]. */
  readonly weight: number;
}

/** Returns the neighbours of relative paths; unknown paths are left out. Fast enough for a hook. */
export type NeighboursOf = (paths: readonly string[]) => ReadonlyMap<string, readonly Neighbour[]>;

/** Returns the paths next to any of these files, nearest first, without the files themselves. */
export function besideFiles(neighboursOf: NeighboursOf, files: readonly string[]): string[] {
  const own = new Set(files);
  return [...nearness(neighboursOf, files)]
    .filter(([path]) => !own.has(path))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, NEIGHBOURHOOD.files)
    .map(([path]) => path);
}

export interface Lift {
  /** Maximum boost, × the tenth score; 0 turns it off. */
  readonly boost: number;
  /** Number of best hits whose neighbours are boosted. */
  readonly anchors: number;
}

const LIFT: Lift = { boost: NEIGHBOURHOOD.boost.value, anchors: NEIGHBOURHOOD.anchors };

/** Returns the hits in the new order. */
export function lifted(
  fused: readonly FusedHit[],
  memories: ReadonlyMap<MemoryId, Memory>,
  neighboursOf: NeighboursOf,
  { boost, anchors }: Lift = LIFT,
): FusedHit[] {
  if (boost <= 0) return [...fused];
  const filesOf = (hit: FusedHit) => memories.get(hit.id)?.files ?? [];
  const present = fused.filter((hit) => memories.has(hit.id));
  const best = present.slice(0, anchors);
  const near = nearness(neighboursOf, best.flatMap(filesOf));
  const most = boost * (present[Math.min(9, present.length - 1)]?.score ?? 0);
  if (near.size === 0) return [...fused];
  const isBest = new Set(best.map(({ id }) => id));
  return fused
    .map((hit) => {
      const nearest = isBest.has(hit.id)
        ? 0
        : Math.max(0, ...filesOf(hit).map((path) => near.get(path) ?? 0));
      return nearest === 0 ? hit : { ...hit, score: hit.score + most * nearest };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function nearness(neighboursOf: NeighboursOf, files: readonly string[]): Map<string, number> {
  const near = new Map<string, number>();
  for (const all of neighboursOf([...new Set(files)]).values()) {
    for (const { path, weight } of all) near.set(path, Math.max(near.get(path) ?? 0, weight));
  }
  return near;
}
