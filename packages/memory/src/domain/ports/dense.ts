/** Recall by meaning as a use case sees it: the encoder, its index and the store behind it may be absent. */
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

/** What words and meaning are searched through is the same. */
export type DenseFilter = LexicalFilter;

export interface DenseAnswer {
  /** Best first. */
  readonly hits: readonly DenseHit[];
  /** Of the memories given; one without a vector is left out. */
  readonly cosinesOf: (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, number>>;
  /**
   * How crowded each of these stands among them: the mean cosine to its `neighbours` nearest, in [−1, 1]. One without
   * a vector is left out.
   */
  readonly densitiesOf: (
    ids: readonly MemoryId[],
    neighbours: number,
  ) => Promise<ReadonlyMap<MemoryId, number>>;
}

export interface Dense {
  /**
   * `emphasis`: how much each word of the query counts, for encoders that can weigh. Null where there is no encoder,
   * or it does not answer now: words go on alone. Never throws for that.
   */
  readonly nearest: (
    query: string,
    filter: DenseFilter,
    limit: number,
    emphasis: Emphasis,
  ) => Promise<DenseAnswer | null>;
}
