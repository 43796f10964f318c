/** Retrieval, as in IR: ranks count from 1, higher scores are better. */
import type { MemoryId } from "./ids.ts";
import type { Freshness, Memory } from "./memory.ts";

export type PathName = "lexical" | "dense" | "anchor" | "fingerprint" | "trigger";

/** One path's candidates, best first, and how sure that path is of each on its own scale. */
export interface RankedList {
  readonly path: PathName;
  readonly ids: readonly MemoryId[];
}

/** Why a hit stands where it stands; everything `--explain` prints. */
export interface Explanation {
  readonly ranks: Readonly<Partial<Record<PathName, number>>>;
  readonly fused: number;
  readonly priors: Readonly<Record<string, number>>;
  readonly prior: number;
  /** Share of the query's weight (idf) that the memory's text covers, in [0, 1]. */
  readonly coverage: number;
  readonly matched: readonly string[];
}

export interface Hit {
  readonly memory: Memory;
  readonly rank: number;
  readonly score: number;
  /** Confidence today, after decay. */
  readonly confidence: number;
  readonly freshness: Freshness;
  readonly explanation: Explanation;
}
