/** The second stage of recall, with what a chosen model adds to it. */
import type { Hit } from "../hit.ts";
import type { SecondStage } from "./second-stage.ts";

/** What an answer was searched with that nobody knew; for who asked. */
export interface Imagined {
  readonly by: string;
  /** Null where none came. */
  readonly text: string | null;
  readonly problem: string | null;
}

export interface RerankCondition {
  /** Null: nobody was chosen. */
  readonly reranker: string | null;
  /** Who imagines answers to what nothing was found for; null: nobody. */
  readonly hyde: string | null;
  /** What went wrong last; null when nothing did. */
  readonly problem: string | null;
}

export interface Rerank {
  /** Undefined where it was turned off. */
  readonly secondStage: () => Promise<SecondStage | undefined>;
  /**
   * Of what would be put before an agent that did not ask: what the judge agrees to, where one was chosen for that; it
   * is asked every few turns, and in between only what it agreed to last is told. Without a judge, or where it fails,
   * the hits as they are.
   */
  readonly agreedUnasked: (
    session: string,
    prompt: string,
    hits: readonly Hit[],
  ) => Promise<readonly Hit[]>;
  /** An answer to search with; null where nobody was chosen for that. */
  readonly imagine: (question: string) => Promise<Imagined | null>;
  readonly condition: () => Promise<RerankCondition>;
  readonly close: () => Promise<void>;
}
