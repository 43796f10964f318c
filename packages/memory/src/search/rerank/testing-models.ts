/**
 * Test helper: toy rerankers and language models behind the real protocols; texts are similar when they share a concept's
 * words.
 */
import { type Answer, sendJson, toyVector } from "../models/testing-server.ts";

const DIMS = 64;

/** Returns the cosine of the toy vectors, in [0, 1]. */
function nearness(query: string, passage: string): number {
  const [a, b] = [toyVector(query, DIMS), toyVector(passage, DIMS)];
  const dot = a.reduce((sum, item, i) => sum + item * (b[i] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}

/** Minimum similarity at which the toys call a passage relevant. */
const RELEVANT = 0.5;

const PROMPT =
  /^<\|im_start\|>system\nJudge whether the Document meets the requirements .+<\|im_end\|>\n<\|im_start\|>user\n<Instruct>: (.+)\n<Query>: ([\s\S]*)\n<Document>: ([\s\S]*)<\|im_end\|>\n<\|im_start\|>assistant\n<think>\n\n<\/think>\n\n$/;

export const QWEN3_RERANKER = "qwen3-reranker:0.6b";

/**
 * Answers `/api/tags` and `/api/generate` with log probabilities as Ollama does from 0.12.11 on; `isOld`: without them, as
 * earlier releases.
 */
export function answerAsOllamaReranker(
  how: { readonly digest?: string; readonly isOld?: boolean } = {},
): Answer {
  const digest = how.digest ?? "c".repeat(64);
  return ({ path, body }, response) => {
    if (path === "/api/tags") {
      const model = { name: QWEN3_RERANKER, model: QWEN3_RERANKER, size: 1, digest };
      return sendJson(response, { models: [model] });
    }
    const match = PROMPT.exec(String(body?.["prompt"]));
    if (match === null || body?.["raw"] !== true) {
      return sendJson(response, { error: "not the template" }, 400);
    }
    const yes = Math.min(0.98, Math.max(0.01, nearness(match[2] ?? "", match[3] ?? "")));
    const top = [
      { token: "yes", logprob: Math.log(yes * 0.99) },
      { token: "no", logprob: Math.log((1 - yes) * 0.99) },
      { token: "maybe", logprob: Math.log(0.01) },
    ].sort((a, b) => b.logprob - a.logprob);
    const [first] = top;
    const answer = { model: QWEN3_RERANKER, response: first?.token, done: true };
    const logprobs = [{ ...first, top_logprobs: top.slice(0, Number(body["top_logprobs"])) }];
    sendJson(response, how.isOld === true ? answer : { ...answer, logprobs });
  };
}

/** Answers `/v2/rerank` as Cohere does: best first, each with the index of its document. */
export function answerAsCohere(): Answer {
  return ({ body }, response) => {
    const documents = (body?.["documents"] ?? []) as string[];
    const results = documents
      .map((text, index) => ({
        index,
        relevance_score: nearness(String(body?.["query"]), text),
      }))
      .sort((a, b) => b.relevance_score - a.relevance_score)
      .slice(0, Number(body?.["top_n"]));
    sendJson(response, { id: "1", results, meta: { api_version: { version: "2" } } });
  };
}

interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** Answers `/v1/chat/completions`; `say` receives the last message and the number of the call, from 0. */
export function answerAsChat(say: (message: string, call: number) => string): Answer {
  let calls = 0;
  return ({ body }, response) => {
    const messages = (body?.["messages"] ?? []) as ChatMessage[];
    const content = say(messages.at(-1)?.content ?? "", calls++);
    const message = { role: "assistant", content };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    sendJson(response, { id: "1", object: "chat.completion", choices });
  };
}

/** Returns a judge's answer to its prompt: the numbers of the similar notes. */
export function honestVerdict(message: string): string {
  const question = JSON.parse(/^Question or task:\n(.*)$/m.exec(message)?.[1] ?? '""') as string;
  const notes = [...message.matchAll(/^(\d+)\. (".*")$/gm)].map(([, number, text]) => ({
    number: Number(number),
    near: nearness(question, JSON.parse(text ?? '""') as string),
  }));
  const named = notes.filter(({ near }) => near >= RELEVANT).sort((a, b) => b.near - a.near);
  return JSON.stringify(named.map(({ number }) => number));
}
