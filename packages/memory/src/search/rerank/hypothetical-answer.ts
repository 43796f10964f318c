/**
 * HyDE (Gao et al. 2023): if a search finds nothing, a model imagines an answer, and the words of that answer are searched
 * for. The imagined answer is never shown.
 */
import type { Env } from "../../domain/options.ts";
import { askChat } from "../models/chat.ts";
import { isLoopback } from "../models/endpoint.ts";
import { OPENAI_CHAT } from "../models/openai.ts";
import { withinBudget } from "../models/within-budget.ts";
import type { ChatEndpoint } from "./reranker-choice.schema.ts";

const HYDE = {
  /** Milliseconds a recall without a relevant hit waits for a hypothetical answer. */
  budgetMs: 8000,
  /** Maximum characters of the hypothetical answer that are searched for. */
  answerChars: 800,
} as const;

const SYSTEM = [
  "You write a note as it might stand in the memory of a software project.",
  "Two or three sentences that would answer the question, with the words, names of tools and technical terms that such a note would use.",
  "No preamble, no doubts, no formatting.",
].join("\n");

export interface Imagination {
  readonly id: string;
  readonly isLocal: boolean;
  /** Returns an answer in the words of a possible memory. Throws "model_failed". */
  readonly answer: (question: string, signal?: AbortSignal) => Promise<string>;
}

export function openImagination(id: string, endpoint: ChatEndpoint, env: Env): Imagination {
  const budgetMs = HYDE.budgetMs;
  return {
    id,
    isLocal: isLoopback(endpoint.url),
    answer: (question, signal) =>
      withinBudget(id, { budgetMs, signal }, async (both) => {
        const call = { id, env, timeoutMs: budgetMs, signal: both };
        const messages = { system: SYSTEM, user: question };
        const { text } = await askChat(OPENAI_CHAT, endpoint, messages, call);
        return text.slice(0, HYDE.answerChars).toWellFormed();
      }),
  };
}
