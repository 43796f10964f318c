/**
 * Qwen3-Reranker through Ollama, as the model was trained: with its own chat template, the score is the likelihood of
 * "yes" against "no" as the next token. Ollama has no endpoint for reranking, so the prompt is sent raw and the log
 * probabilities are read. Releases before 0.12.11 return none, and then there is no score.
 */

import { MemoryError } from "../../domain/errors.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { endpointOf, isLoopback } from "../models/endpoint.ts";
import { WIRE } from "../models/limits.ts";
import { type FaultError, modelErrors } from "../models/model-fault.ts";
import {
  checkInstalled,
  installedModels,
  type NextToken,
  nextToken,
  taggedName,
} from "../models/ollama.ts";
import { RERANK } from "./limits.ts";
import { createReranker, type Reranker } from "./reranker.ts";
import type { RerankerOf } from "./reranker-choice.schema.ts";
import { rerankerIdOf } from "./reranker-choice.ts";

/** The model card asks for the task in one English sentence, whatever the language of the query. */
const TASK = "Given a question or an event of a coding session, retrieve the notes that bear on it";
/** The template of the model card, word for word, because the model was trained on it. */
const SYSTEM =
  'Judge whether the Document meets the requirements based on the Query and the Instruct provided. Note that the answer can only be "yes" or "no".';

export interface Qwen3Wish {
  readonly url: string;
  /** Name of the model at Ollama. */
  readonly model: string;
  readonly allowHttp: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Chooses a model; calls the server. Throws "model_failed" if it does not answer, "model_not_found" if it does not have the
 * model.
 */
export async function chooseQwen3(request: Qwen3Wish): Promise<RerankerOf<"ollama">> {
  const url = endpointOf(request.url, request.allowHttp);
  const { signal, allowHttp } = request;
  const model = taggedName(request.model);
  const limits = { timeoutMs: WIRE.timeoutMs, retries: 0, signal };
  const models = await installedModels({ ...limits, fail: modelErrors(model), url });
  const found = models.find(({ name }) => name === model);
  if (found === undefined) {
    throw new MemoryError("model_not_found", {
      reason: sentenceOf("model_in_ollama_missing", { model: request.model }),
      model: request.model,
    });
  }
  return { kind: "ollama", url, model, digest: found.digest, allowHttp };
}

/**
 * Opens the reranker; nothing is sent before the first question. It then checks, once, that the model is still the chosen
 * one.
 */
export function openQwen3Reranker(choice: RerankerOf<"ollama">): Reranker {
  const id = rerankerIdOf(choice);
  const url = endpointOf(choice.url, choice.allowHttp);
  const { model, digest } = choice;
  const fail = modelErrors(id);
  let isChecked = false;
  return createReranker({
    id,
    isLocal: isLoopback(url),
    pool: RERANK.pool,
    share: 1,
    calls: 0,
    ask: async (query, passages, { signal, budgetMs }) => {
      const call = { fail, url, timeoutMs: budgetMs, retries: 0, signal };
      if (!isChecked) await checkInstalled(call, { name: model, digest }, "choose it again");
      isChecked = true;
      const ask = async (passage: string) =>
        likelihoodOfYes(
          await nextToken(call, {
            model,
            prompt: promptOf(query, passage),
            topLogprobs: RERANK.topLogprobs,
            contextTokens: RERANK.contextTokens,
          }),
          fail,
        );
      return { scores: await sideBySide(passages, RERANK.atOnce, ask), isRelevant: null };
    },
    close: () => Promise.resolve(),
  });
}

function promptOf(query: string, passage: string): string {
  return [
    `<|im_start|>system\n${SYSTEM}<|im_end|>`,
    `<|im_start|>user\n<Instruct>: ${TASK}\n<Query>: ${asText(query)}\n<Document>: ${asText(passage)}<|im_end|>`,
    "<|im_start|>assistant\n<think>\n\n</think>\n\n",
  ].join("\n");
}

/**
 * Prevents a memory from ending its part of the prompt: in a raw prompt, the model would read marks in its text as control
 * marks.
 */
function asText(text: string): string {
  return text.replaceAll("<|", "< |");
}

/**
 * Returns p(yes) ÷ (p(yes) + p(no)), in [0, 1]. A word that is not among the likeliest tokens counts as the least likely of
 * them.
 */
function likelihoodOfYes(next: NextToken | null, fail: FaultError): number {
  if (next === null) {
    const reason =
      "this Ollama gives no log probabilities, and without them there is no score: 0.12.11 and newer do";
    throw fail("unexpected_shape", reason);
  }
  const { token, likeliest } = next;
  const of = (word: string) =>
    likeliest
      .filter((item) => item.token.trim().toLowerCase() === word)
      .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  const minProbability = Math.exp(Math.min(...likeliest.map(({ logprob }) => logprob)));
  const [yes, no] = [of("yes"), of("no")];
  if (yes === 0 && no === 0) {
    const reason = `it answers ${JSON.stringify(token.slice(0, 20))}, neither yes nor no: not a Qwen3-Reranker`;
    throw fail("unsound", reason);
  }
  const [above, below] = [yes === 0 ? minProbability : yes, no === 0 ? minProbability : no];
  return above / (above + below);
}

/** Returns the results in order, running a few calls in parallel; the first failure ends all. */
async function sideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let isOver = false;
  const worker = async () => {
    while (next < items.length && !isOver) {
      const i = next++;
      results[i] = await work(items[i] as T);
    }
  };
  const runs = Array.from({ length: Math.min(atOnce, items.length) }, worker);
  try {
    await Promise.all(runs);
  } finally {
    isOver = true;
  }
  return results;
}
