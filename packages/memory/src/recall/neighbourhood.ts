/**
 * Uses the neighbours of files. Files import, call and change with each other, and what is known of a file is often relevant
 * to its neighbour. Memories of files next to the files in use are candidates of their own (the path "graph").
 *
 * Neighbours are passed in as a function, because the code graph may be absent.
 */
import { NEIGHBOURHOOD } from "./tuning.ts";

interface Neighbour {
  readonly path: string;
  /** In [0, 1]. */
  readonly weight: number;
}

/** Returns the neighbours of relative paths; unknown paths are left out. Fast enough for a hook. */
export type NeighboursOf = (paths: readonly string[]) => ReadonlyMap<string, readonly Neighbour[]>;

/** Returns the paths next to any of these files, nearest first, without the files themselves. */
export function neighbouringFiles(neighboursOf: NeighboursOf, files: readonly string[]): string[] {
  const own = new Set(files);
  return [...nearness(neighboursOf, files)]
    .filter(([path]) => !own.has(path))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, NEIGHBOURHOOD.files)
    .map(([path]) => path);
}

function nearness(neighboursOf: NeighboursOf, files: readonly string[]): Map<string, number> {
  const near = new Map<string, number>();
  for (const all of neighboursOf([...new Set(files)]).values()) {
    for (const { path, weight } of all) near.set(path, Math.max(near.get(path) ?? 0, weight));
  }
  return near;
}
