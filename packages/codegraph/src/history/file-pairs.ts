/**
 * Finds files that change together more often than by chance. The input is a list of occasions (commits of a history,
 * sessions of agents), each a list of files. A pair counts if it is frequent and informative enough: normalised pointwise
 * mutual information is 1 for files that only change together and 0 for unrelated files, whatever their number.
 */

import { push } from "../maps.ts";
export interface PairLimits {
  /** Minimum occasions of a pair. */
  readonly minCount: number;
  /** Minimum normalised pointwise mutual information of a pair. */
  readonly minInformation: number;
  /** Occasions that count as no evidence. */
  readonly doubt: number;
  /** Maximum companions of one file. */
  readonly mostOfOne: number;
}

/** Relation of a file to another. */
interface Companion {
  readonly path: string;
  /** Occasions that include both files. */
  readonly count: number;
  /** Occasions that include the queried file. */
  readonly of: number;
  /** 0 to 1: the information, reduced for few occasions. */
  readonly weight: number;
}

export interface FilePairs {
  /** Returns companions, the most informative first. */
  readonly companionsOf: (path: string) => Companion[];
  /** Returns the files with companions, sorted. */
  readonly paths: () => string[];
}

/** Counts pairs on demand: a file's companions cost one pass over its occasions. */
export function filePairs(
  occasions: readonly (readonly string[])[],
  limits: PairLimits,
): FilePairs {
  const sets = occasions.map((files) => new Set(files));
  const occasionsOf = new Map<string, number[]>();
  sets.forEach((files, index) => {
    for (const path of files) {
      push(occasionsOf, path, index);
    }
  });
  const touches = (path: string) => occasionsOf.get(path) ?? [];
  const companionsOf = (path: string): Companion[] => {
    const own = touches(path);
    const found: Companion[] = [];
    for (const [other, count] of countTogether(own.flatMap((index) => [...(sets[index] ?? [])]))) {
      if (other === path || count < limits.minCount) continue;
      const information = informationOf(count, own.length, touches(other).length, sets.length);
      if (information < limits.minInformation) continue;
      const weight = information * (count / (count + limits.doubt));
      found.push({ path: other, count, of: own.length, weight });
    }
    return found.sort(byWeight).slice(0, limits.mostOfOne);
  };
  const isOften = ([, indexes]: [string, number[]]) => indexes.length >= limits.minCount;
  const paths = () =>
    [...occasionsOf]
      .filter(isOften)
      .map(([path]) => path)
      .sort();
  return { companionsOf, paths };
}

function countTogether(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

function byWeight(a: Companion, b: Companion): number {
  return b.weight - a.weight || b.count - a.count || (a.path < b.path ? -1 : 1);
}

/**
 * Returns the information, -1 to 1, for `a` occasions of the first file, `b` of the second and `both` of the two among
 * `total`.
 */
function informationOf(both: number, a: number, b: number, total: number): number {
  // If every occasion has both files, this is no information, and the logarithm below would be zero.
  if (both === total) return 0;
  return Math.log((both * total) / (a * b)) / -Math.log(both / total);
}
