/**
 * Which of these passages bear most on a question? One contract for the order that is made in this process and for
 * the models that a user chooses. Whoever fails says so with a fault; what the first stage found is never lost by it.
 */
import { asModelFault, modelFailed } from "./fault.ts";

export interface Reranking {
  /** One a passage, in the order given; higher bears more on the query. Comparable within one answer only. */
  readonly scores: readonly number[];
  /** Of a judge: whether a passage bears on the query at all. Null of who only ranks. */
  readonly isRelevant: readonly boolean[] | null;
}

export interface RerankLimits {
  /** For all passages together. */
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How much a word of the query counts here; for those who look at words. */
  readonly emphasis?: ((word: string) => number) | undefined;
}

export interface Reranker {
  /** Stable: names the kind, the model and, where it has one, its revision. */
  readonly id: string;
  /** Nothing of a text leaves this machine. */
  readonly isLocal: boolean;
  /** Passages it is given at most. */
  readonly pool: number;
  /** How much of the order is its own, in [0, 1]; the rest is the first stage's. */
  readonly share: number;
  /** Calls to a model elsewhere that one answer takes; 0: it costs nothing. */
  readonly calls: number;
  /** Throws "model_failed" with the fault, "encoder_missing" where a runtime is not installed. */
  rerank(query: string, passages: readonly string[], limits: RerankLimits): Promise<Reranking>;
  close(): Promise<void>;
}

type Made = Omit<Reranker, "rerank"> & {
  readonly ask: (
    query: string,
    passages: readonly string[],
    limits: RerankLimits & { readonly signal: AbortSignal },
  ) => Promise<Reranking>;
};

/**
 * What every adapter has in common: an answer within its budget, even from what cannot be called off, as many scores
 * as passages, each a number.
 */
export function createReranker({ ask, ...made }: Made): Reranker {
  const { id } = made;
  return {
    ...made,
    rerank: async (query, passages, limits) => {
      if (passages.length === 0) return { scores: [], isRelevant: null };
      const answer = await withinBudget(id, limits, (signal) =>
        ask(query, passages, { ...limits, signal }),
      );
      return checked(id, answer, passages.length);
    },
  };
}

/** Throws "model_failed" with "timeout" or "aborted" when the time is up, whatever `work` does. */
export async function withinBudget<T>(
  id: string,
  { budgetMs, signal }: Pick<RerankLimits, "budgetMs" | "signal">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(budgetMs);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const told = () =>
    limit.aborted && signal?.aborted !== true
      ? modelFailed(id, "timeout", `no answer within ${budgetMs} ms`)
      : modelFailed(id, "aborted", "called off");
  if (both.aborted) throw told();
  let stop: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(told());
    both.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(both), ended]);
  } catch (error) {
    throw both.aborted ? told() : asModelFault(id, error);
  } finally {
    both.removeEventListener("abort", stop);
  }
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
