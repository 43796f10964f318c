/** Samples a source's pairs, each kind separately. */
import { seededRandom } from "../random.ts";
import type { Pair } from "./pair.ts";

interface Kind {
  seen: number;
  readonly pairs: Pair[];
}

/** Keeps a limited number of pairs of each kind, all with equal probability (Vitter 1985, algorithm R). */
export class Reservoir {
  readonly #kinds = new Map<string, Kind>();
  readonly #random = seededRandom(7);
  readonly #maxPairs: number;

  constructor(maxPairs: number) {
    this.#maxPairs = maxPairs;
  }

  add(pair: Pair): void {
    const kind = this.#kinds.get(pair.k) ?? { seen: 0, pairs: [] };
    this.#kinds.set(pair.k, kind);
    kind.seen++;
    if (kind.pairs.length < this.#maxPairs) {
      kind.pairs.push(pair);
      return;
    }
    const at = Math.floor(this.#random() * kind.seen);
    if (at < this.#maxPairs) kind.pairs[at] = pair;
  }

  /** Returns the pairs by kind, in the order in which kinds first occurred. */
  pairs(): Pair[] {
    return [...this.#kinds.values()].flatMap(({ pairs }) => pairs);
  }

  counts(): [kind: string, count: number][] {
    return [...this.#kinds].map(([kind, { pairs }]) => [kind, pairs.length]);
  }
}
