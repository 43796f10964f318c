/** Port for the second stage of recall: reads the query and the first hits together and reorders the hits. */
import type { Memory } from "../memory.ts";
import type { Emphasis } from "./emphasis.ts";

export interface FirstStage {
  readonly memory: Memory;
  /** Higher is better. */
  readonly score: number;
}

export interface SecondStage {
  /** Number of first hits that are reranked. */
  readonly pool: number;
  /** Whether a hit is reranked; all others keep their places. Absent: all are. */
  readonly concerns?: ((memory: Memory) => boolean) | undefined;
  /** Only hits of these types are reranked. Absent: any type. */
  readonly types?: readonly string[] | undefined;
  /** Reorders hits. Never throws for a model's error. */
  readonly order: (
    query: string,
    hits: readonly FirstStage[],
    emphasis: Emphasis,
  ) => Promise<SecondOrder>;
}

export interface SecondOrder {
  /** Name of the reranker. */
  readonly by: string;
  /** One key per hit, higher is better; null: not reranked and keeps its place. */
  readonly keys: readonly (number | null)[];
  /** Why nothing was reranked, so that every key is null. */
  readonly problem: string | null;
}
