/**
 * What stands next to the files in question? Files import, call and change with each other, and what is known of one
 * often bears on its neighbour. Two uses, each with its numbers in tuning.ts:
 *
 *   - memories of files next to the files in play are candidates of their own (the path "graph");
 *   - a candidate whose files stand next to those of the best hits is lifted by at most `boost` × the tenth score:
 *     off, since it loses on labelled moments (bench/coding-recall --repos).
 *
 * Who stands next to whom reaches this stage as a function: the code graph may be absent.
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

/** Of relative paths; one that nobody knows is left out. Cheap: a hook asks it. */
export type NeighboursOf = (paths: readonly string[]) => ReadonlyMap<string, readonly Neighbour[]>;

/** Paths next to any of these, nearest first; themselves left out. */
export function besideFiles(neighboursOf: NeighboursOf, files: readonly string[]): string[] {
  const own = new Set(files);
  return [...nearness(neighboursOf, files)]
    .filter(([path]) => !own.has(path))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, NEIGHBOURHOOD.files)
    .map(([path]) => path);
}

export interface Lift {
  /** × the tenth score, at most; 0: nobody is lifted. */
  readonly boost: number;
  /** How many of the best hits count. */
  readonly anchors: number;
}

const LIFT: Lift = { boost: NEIGHBOURHOOD.boost.value, anchors: NEIGHBOURHOOD.anchors };

/** In the new order. */
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
