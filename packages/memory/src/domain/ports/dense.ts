/** Port for recall by meaning; the encoder, its index or the store behind it may be missing. */
import type { MemoryId } from "../ids.ts";
import type { Selection } from "../selection.ts";
import type { Emphasis } from "./emphasis.ts";

export type LexicalFilter = Selection;

export interface DenseHit {
  readonly id: MemoryId;
  readonly type: string;
  /** In [−1, 1]. */
  readonly cosine: number;
}

/** Words and meaning are searched with the same filter. */
export type DenseFilter = LexicalFilter;

export interface DenseAnswer {
  /** Hits, best first. */
  readonly hits: readonly DenseHit[];
  /** Returns the cosines of the given memories; memories without a vector are left out. */
  readonly cosinesOf: (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, number>>;
  /**
   * Returns how crowded each memory is among the given ones: the mean cosine to its `neighbours` nearest, in [−1, 1].
   * Memories without a vector are left out.
   */
  readonly densitiesOf: (
    ids: readonly MemoryId[],
    neighbours: number,
  ) => Promise<ReadonlyMap<MemoryId, number>>;
}

export interface Dense {
  /**
   * Searches by meaning. `emphasis`: the weight of each word of the query, for encoders that use it. Null if there is no
   * encoder or it does not answer now, so that words alone are searched; never throws for that.
   */
  readonly nearest: (
    query: string,
    filter: DenseFilter,
    limit: number,
    emphasis: Emphasis,
  ) => Promise<DenseAnswer | null>;
}
