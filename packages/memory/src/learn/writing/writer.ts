/** Interface of the language models that read finished sessions: servers and programs of agent hosts. */
import type { ChatAnswer, ChatQuestion } from "../../search/models/chat.ts";

interface Limits {
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Asks a question. Throws "model_failed" with the fault. Stops when the signal is aborted. */
export type Asks = (
  question: ChatQuestion,
  budgetMs: number,
  signal: AbortSignal,
) => Promise<ChatAnswer>;

export interface Writer {
  /** Identifies the server or program, and the model. */
  readonly id: string;
  /** Asks a question. Throws "model_failed" with the fault. */
  readonly ask: (question: ChatQuestion, limits: Limits) => Promise<ChatAnswer>;
}

/** Maximum bytes of an answer; eight lessons have 5 KB. */
export const MAX_ANSWER_BYTES = 1_000_000;
