/** Port for the second stage of recall and the models it uses. */
import type { Hit } from "../hit.ts";
import type { SecondStage } from "./second-stage.ts";

/** A hypothetical answer, invented by a model, that was used for the search. */
export interface Imagined {
  readonly by: string;
  /** Null if the model returned none. */
  readonly text: string | null;
  readonly problem: string | null;
}

export interface RerankCondition {
  /** Null if none was chosen. */
  readonly reranker: string | null;
  /** Model that invents answers to queries without hits; null if none was chosen. */
  readonly hyde: string | null;
  /** Last error; null if none. */
  readonly problem: string | null;
}

export interface Rerank {
  /** Undefined if turned off. */
  readonly secondStage: () => Promise<SecondStage | undefined>;
  /**
   * Returns the hits that the judge approves before they are injected unasked, if a judge was chosen for that. The judge is
   * called every few turns; in between, only what it last approved is returned. Without a judge, or if it fails, the hits are
   * unchanged.
   */
  readonly agreedUnasked: (
    session: string,
    prompt: string,
    hits: readonly Hit[],
  ) => Promise<readonly Hit[]>;
  /** Returns a hypothetical answer to search with; null if no model was chosen for that. */
  readonly imagine: (question: string) => Promise<Imagined | null>;
  readonly condition: () => Promise<RerankCondition>;
  readonly close: () => Promise<void>;
}
