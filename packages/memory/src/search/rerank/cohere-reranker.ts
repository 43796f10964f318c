/** A reranker behind Cohere's `/v2/rerank`, and the servers that answer in the same shape (Jina, vLLM, LiteLLM). */
import * as z from "zod/mini";
import type { Env } from "../../domain/options.ts";
import { apiKey } from "../models/api-key.ts";
import { endpointOf, isLoopback } from "../models/endpoint.ts";
import { callJson } from "../models/json-call.ts";
import { modelErrors, modelFailed } from "../models/model-fault.ts";
import { RERANK } from "./limits.ts";
import { createReranker, type Reranker } from "./reranker.ts";
import type { RerankerOf } from "./reranker-choice.schema.ts";
import { rerankerIdOf } from "./reranker-choice.ts";

export const COHERE_URL = "https://api.cohere.com";

const answerSchema = z.object({
  results: z.array(z.object({ index: z.number(), relevance_score: z.nullable(z.number()) })),
});

/** The key is read from `env` at every call and stored nowhere. */
export function openCohereReranker(choice: RerankerOf<"cohere">, env: Env): Reranker {
  const id = rerankerIdOf(choice);
  const url = rerankUrl(choice.url, choice.allowHttp);
  const { model, keyName } = choice;
  const fail = modelErrors(id);
  return createReranker({
    id,
    isLocal: isLoopback(url),
    pool: RERANK.pool,
    share: 1,
    calls: 1,
    ask: async (query, documents, { signal, budgetMs }) => {
      const answer = await callJson({
        fail,
        url,
        key: apiKey(env, keyName, fail),
        body: { model, query, documents, top_n: documents.length },
        timeoutMs: budgetMs,
        retries: 0,
        signal,
      });
      return { scores: inOrder(answer, documents.length, id), isRelevant: null };
    },
    close: () => Promise.resolve(),
  });
}

/** Returns the URL. An address that ends in /rerank is used as it is, because not every server has Cohere's path. */
function rerankUrl(address: string, allowHttp: boolean): string {
  const url = endpointOf(address, allowHttp);
  return url.endsWith("/rerank") ? url : `${url.replace(/\/v[12]$/, "")}/v2/rerank`;
}

/**
 * Returns the scores in the order of the passages. The answer is sorted by score; the index of each result names its passage.
 */
function inOrder(answer: unknown, count: number, id: string): number[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    const reason = "not an answer of /v2/rerank: no results with index and relevance_score";
    throw modelFailed(id, "unexpected_shape", reason);
  }
  const { results } = parsed.data;
  const scores = new Map(
    results.map(({ index, relevance_score: score }) => [index, score ?? Number.NaN]),
  );
  const ordered = Array.from({ length: count }, (_, i) => scores.get(i));
  if (results.length !== count || ordered.includes(undefined)) {
    const reason = `${results.length} results for ${count} passages, or not theirs`;
    throw modelFailed(id, "wrong_count", reason);
  }
  return ordered as number[];
}
