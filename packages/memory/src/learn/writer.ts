/** What is asked of a language model that reads finished sessions, wherever it runs, and what comes back. */

export type Env = Readonly<Record<string, string | undefined>>;

export interface Question {
  readonly system: string;
  readonly user: string;
}

/** What came back, and what it cost as far as the writer says. */
export interface Answered {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

interface Limits {
  readonly budgetMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Throws "model_failed" with the fault. Stops where the signal says so. */
export type Asks = (question: Question, budgetMs: number, signal: AbortSignal) => Promise<Answered>;

export interface Writer {
  /** Names the server or program, and the model. */
  readonly id: string;
  /** Throws "model_failed" with the fault. */
  readonly ask: (question: Question, limits: Limits) => Promise<Answered>;
}

/** Of an answer; eight lessons are 5 KB. */
export const MOST_ANSWER_BYTES = 1_000_000;
