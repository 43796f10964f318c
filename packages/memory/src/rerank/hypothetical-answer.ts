/**
 * HyDE (Gao et al. 2023): a question that nothing was found for is answered by imagination, and the search goes on with
 * the words of that answer. It is searched with and shown to nobody as something known.
 */
import { isLoopback } from "../encoders/endpoint.ts";
import { askChat, type Env } from "./chat.ts";
import { withinBudget } from "./reranker.ts";
import type { ChatEndpoint } from "./reranker-choice.schema.ts";
import { HYDE } from "./tuning.ts";

const SYSTEM = [
  "You write a note as it might stand in the memory of a software project.",
  "Two or three sentences that would answer the question, with the words, names of tools and technical terms that such a note would use.",
  "No preamble, no doubts, no formatting.",
].join("\n");

export interface Imagination {
  readonly id: string;
  readonly isLocal: boolean;
  /** An answer as a memory might word it. Throws "model_failed". */
  readonly answer: (question: string, signal?: AbortSignal) => Promise<string>;
}

export function openImagination(id: string, endpoint: ChatEndpoint, env: Env): Imagination {
  const budgetMs = HYDE.budgetMs.value;
  return {
    id,
    isLocal: isLoopback(endpoint.url),
    answer: (question, signal) =>
      withinBudget(id, { budgetMs, signal }, async (both) => {
        const call = { id, env, timeoutMs: budgetMs, signal: both };
        const told = await askChat(endpoint, { system: SYSTEM, user: question }, call);
        return told.slice(0, HYDE.answerChars.value).toWellFormed();
      }),
  };
}
