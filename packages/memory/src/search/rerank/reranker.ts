/**
 * Interface for rerankers, which decide which passages are most relevant to a question: the built-in one and the models that
 * a user can choose. A failure has a fault, and recall then continues with the order of its first stage.
 */
import { modelFailed } from "../models/model-fault.ts";
import { withinBudget } from "../models/within-budget.ts";

export interface Reranking {
  /** One score per passage, in the order of the input; higher is more relevant. Comparable within one answer only. */
  readonly scores: readonly number[];
  /** Whether each passage is relevant at all, as a judge decides it; null from models that only rank. */
  readonly isRelevant: readonly boolean[] | null;
}

export interface RerankLimits {
  /** Time limit for all passages together. */
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The weight of a word of the query, for rerankers that compare words. */
  readonly emphasis?: ((word: string) => number) | undefined;
}

export interface Reranker {
  /** Stable id of the kind, the model and, if it has one, its revision. */
  readonly id: string;
  /** Whether texts stay on this machine. */
  readonly isLocal: boolean;
  /** Maximum passages of one call. */
  readonly pool: number;
  /** The weight of its order, in [0, 1]; the rest is the weight of the first stage. */
  readonly share: number;
  /** Calls to a remote model that one answer takes; 0 for models that cost nothing. */
  readonly calls: number;
  /** Reranks passages. Throws "model_failed" with the fault, "encoder_missing" if a runtime is not installed. */
  rerank(query: string, passages: readonly string[], limits: RerankLimits): Promise<Reranking>;
  close(): Promise<void>;
}

type Adapter = Omit<Reranker, "rerank"> & {
  readonly ask: (
    query: string,
    passages: readonly string[],
    limits: RerankLimits & { readonly signal: AbortSignal },
  ) => Promise<Reranking>;
};

/** Creates a reranker from an adapter: adds the time limit, and the check that there is one finite score per passage. */
export function createReranker({ ask, ...adapter }: Adapter): Reranker {
  const { id } = adapter;
  return {
    ...adapter,
    rerank: async (query, passages, limits) => {
      if (passages.length === 0) return { scores: [], isRelevant: null };
      const answer = await withinBudget(id, limits, (signal) =>
        ask(query, passages, { ...limits, signal }),
      );
      return checked(id, answer, passages.length);
    },
  };
}

function checked(id: string, { scores, isRelevant }: Reranking, count: number): Reranking {
  if (scores.length !== count || (isRelevant !== null && isRelevant.length !== count)) {
    throw modelFailed(id, "wrong_count", `${scores.length} scores for ${count} passages`);
  }
  if (!scores.every(Number.isFinite)) {
    throw modelFailed(id, "not_finite", "a score is not a number");
  }
  return { scores, isRelevant };
}
