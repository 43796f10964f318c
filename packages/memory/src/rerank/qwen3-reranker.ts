/**
 * Qwen3-Reranker through Ollama, as the model was trained: its own chat template, and the likelihood of "yes" against
 * "no" as the next token. Ollama has no call for reranking, so the prompt goes in raw and the log probabilities come
 * back; releases before 0.12.11 give none, and then there is no score: what an embedding of the prompt looks like is
 * not one.
 */
import * as z from "zod/mini";
import { MemoryError } from "../domain/errors.ts";
import { endpointOf, isLoopback } from "../encoders/endpoint.ts";
import { callJson, type JsonCall } from "../encoders/json-call.ts";
import { installedModels } from "../encoders/ollama-api.ts";
import { OLLAMA, WIRE } from "../encoders/tuning.ts";
import { asModelFault, modelFailed } from "./fault.ts";
import { createReranker, type Reranker } from "./reranker.ts";
import type { RerankerOf } from "./reranker-choice.schema.ts";
import { rerankerIdOf } from "./reranker-choice.ts";
import { RERANK } from "./tuning.ts";

/** The model card wants the task in one English sentence, whatever the query's language. */
const TASK = "Given a question or an event of a coding session, retrieve the notes that bear on it";
/** The template of the model card, word for word: the model was trained on nothing else. */
const SYSTEM =
  'Judge whether the Document meets the requirements based on the Query and the Instruct provided. Note that the answer can only be "yes" or "no".';

const likely = z.object({ token: z.string(), logprob: z.number() });
const answerSchema = z.object({
  logprobs: z.optional(
    z.nullable(
      z.array(
        z.object({
          token: z.string(),
          logprob: z.number(),
          top_logprobs: z.optional(z.nullable(z.array(likely))),
        }),
      ),
    ),
  ),
});

export interface Qwen3Wish {
  readonly url: string;
  /** As Ollama calls it. */
  readonly model: string;
  readonly allowHttp: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the server. Throws "model_failed" where it does not answer, "model_not_found" where it does not have it. */
export async function chooseQwen3(wish: Qwen3Wish): Promise<RerankerOf<"ollama">> {
  const url = endpointOf(wish.url, wish.allowHttp);
  const { signal, allowHttp } = wish;
  const model = wish.model.includes(":") ? wish.model : `${wish.model}:latest`;
  const found = await installed(model, { url, timeoutMs: WIRE.timeoutMs.value, signal });
  if (found === undefined) {
    throw new MemoryError("model_not_found", {
      reason: `Ollama does not have it; \`ollama pull ${wish.model}\` fetches it`,
      model: wish.model,
    });
  }
  return { kind: "ollama", url, model, digest: found.digest, allowHttp };
}

async function installed(model: string, call: Pick<JsonCall, "url" | "timeoutMs" | "signal">) {
  try {
    const all = await installedModels({ ...call, encoder: model, retries: 0 });
    return all.find(({ name }) => name === model);
  } catch (error) {
    throw asModelFault(model, error);
  }
}

/** Nothing is asked before the first question; that it is still the model that was chosen is asked then, once. */
export function openQwen3Reranker(choice: RerankerOf<"ollama">): Reranker {
  const id = rerankerIdOf(choice);
  const url = endpointOf(choice.url, choice.allowHttp);
  let isChecked = false;
  return createReranker({
    id,
    isLocal: isLoopback(url),
    pool: RERANK.pool.value,
    share: 1,
    calls: 0,
    ask: async (query, passages, { signal, budgetMs }) => {
      if (!isChecked) await check(choice, { url, timeoutMs: budgetMs, signal }, id);
      isChecked = true;
      const ask = (passage: string) =>
        callJson({
          encoder: id,
          url: `${url}/api/generate`,
          body: requestOf(choice.model, query, passage),
          timeoutMs: budgetMs,
          retries: 0,
          signal,
        }).then((answer) => likelihoodOfYes(answer, id));
      return { scores: await sideBySide(passages, RERANK.atOnce.value, ask), isRelevant: null };
    },
    close: () => Promise.resolve(),
  });
}

async function check(
  { model, digest }: RerankerOf<"ollama">,
  call: Pick<JsonCall, "url" | "timeoutMs" | "signal">,
  id: string,
): Promise<void> {
  const found = await installed(model, call);
  if (found === undefined) {
    throw modelFailed(id, "not_there", `Ollama no longer has ${model}: \`ollama pull ${model}\``);
  }
  if (found.digest !== digest) {
    const reason = `${model} was updated since it was chosen: choose it again`;
    throw modelFailed(id, "model_changed", reason);
  }
}

function requestOf(model: string, query: string, passage: string) {
  return {
    model,
    prompt: promptOf(query, passage),
    raw: true,
    stream: false,
    logprobs: true,
    top_logprobs: RERANK.topLogprobs.value,
    keep_alive: `${OLLAMA.keepAliveMinutes.value}m`,
    options: { temperature: 0, num_predict: 1, num_ctx: RERANK.contextTokens.value },
  };
}

function promptOf(query: string, passage: string): string {
  return [
    `<|im_start|>system\n${SYSTEM}<|im_end|>`,
    `<|im_start|>user\n<Instruct>: ${TASK}\n<Query>: ${asText(query)}\n<Document>: ${asText(passage)}<|im_end|>`,
    "<|im_start|>assistant\n<think>\n\n</think>\n\n",
  ].join("\n");
}

/** A memory cannot end its part of the prompt: in a raw one the model's own marks would be read as such. */
function asText(text: string): string {
  return text.replaceAll("<|", "< |");
}

/** p(yes) ÷ (p(yes) + p(no)), in [0, 1]. Of one that is not among the likeliest, no more than the least of them is known. */
function likelihoodOfYes(answer: unknown, id: string): number {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw modelFailed(id, "unexpected_shape", "not an answer of Ollama");
  const [first] = parsed.data.logprobs ?? [];
  if (first === undefined) {
    const reason =
      "this Ollama gives no log probabilities, and without them there is no score: 0.12.11 and newer do";
    throw modelFailed(id, "unexpected_shape", reason);
  }
  const likeliest = [...(first.top_logprobs ?? []), first];
  const of = (word: string) =>
    likeliest
      .filter(({ token }) => token.trim().toLowerCase() === word)
      .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  const least = Math.exp(Math.min(...likeliest.map(({ logprob }) => logprob)));
  const [yes, no] = [of("yes"), of("no")];
  if (yes === 0 && no === 0) {
    const reason = `it answers ${JSON.stringify(first.token.slice(0, 20))}, neither yes nor no: not a Qwen3-Reranker`;
    throw modelFailed(id, "unsound", reason);
  }
  const [above, below] = [yes === 0 ? least : yes, no === 0 ? least : no];
  return above / (above + below);
}

/** In order, a few at once; the first failure ends it. */
async function sideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let isOver = false;
  const one = async () => {
    while (next < items.length && !isOver) {
      const i = next++;
      results[i] = await work(items[i] as T);
    }
  };
  const runs = Array.from({ length: Math.min(atOnce, items.length) }, one);
  try {
    await Promise.all(runs);
  } finally {
    isOver = true;
  }
  return results;
}
