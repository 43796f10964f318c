/**
 * Which files are worked on together, more than chance would have it? Of occasions, each a list of files: the
 * commits of a history, the sessions of agents. A pair counts when it occurred often enough and tells something:
 * normalised pointwise mutual information is 1 for files that are only ever touched together, 0 for files that
 * have nothing to do with each other, whatever their number.
 */

export interface PairLimits {
  /** Occasions that a pair must have had. */
  readonly minCount: number;
  /** Normalised pointwise mutual information, from which a pair tells something. */
  readonly minInformation: number;
  /** Occasions that are as good as not having seen anything. */
  readonly doubt: number;
  /** Companions of one file that are told. */
  readonly mostOfOne: number;
}

/** How one file stands to another. */
interface Companion {
  readonly path: string;
  /** Occasions on which both were touched. */
  readonly count: number;
  /** Occasions on which the file that was asked about was touched. */
  readonly of: number;
  /** 0 to 1: information, less where little was seen. */
  readonly weight: number;
}

export interface FilePairs {
  /** The most telling first. */
  readonly companionsOf: (path: string) => Companion[];
  /** Files that have companions, sorted. */
  readonly paths: () => string[];
}

/** Counts on demand: one file's companions cost one pass over the occasions it was touched on. */
export function filePairs(
  occasions: readonly (readonly string[])[],
  limits: PairLimits,
): FilePairs {
  const sets = occasions.map((files) => new Set(files));
  const occasionsOf = new Map<string, number[]>();
  sets.forEach((files, index) => {
    for (const path of files) {
      const existing = occasionsOf.get(path);
      if (existing === undefined) occasionsOf.set(path, [index]);
      else existing.push(index);
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

/** Of `total` occasions `a` had the one, `b` the other, `both` the two. -1 to 1. */
function informationOf(both: number, a: number, b: number, total: number): number {
  // Every occasion had both: nothing is told by it, and the logarithm below would be none.
  if (both === total) return 0;
  return Math.log((both * total) / (a * b)) / -Math.log(both / total);
}
