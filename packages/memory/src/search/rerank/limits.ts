/** Limits of reranking: how much a model reads, how long a caller waits, how often a model is called. */

export const ALLOWANCE = {
  /** Maximum calls per day to one remote model: about a hundred judged recalls. */
  callsADay: 200,
  /** Consecutive failures after which calls pause. */
  failures: 3,
  /** Duration of this pause in milliseconds. */
  silenceMs: 600_000,
} as const;

export const JUDGE = {
  /** Maximum characters of a memory that the judge reads. */
  candidateChars: 600,
  /** Of this many turns with memories to show, the first calls the judge. */
  everyTurns: 3,
  /** Milliseconds a prompt waits for the judge, if enabled. Hosts give a hook at least 10 s. */
  unaskedBudgetMs: 3000,
} as const;

export const RERANK = {
  /** Maximum first hits that a model reads, one call each. */
  pool: 20,
  /** Maximum characters of a memory that a model reads. Small models read 512 tokens. */
  passageChars: 2000,
  /** Maximum characters of a query that a model reads. */
  queryChars: 4000,
  /** Milliseconds a requested recall waits for the reranker. */
  budgetMs: 6000,
  /** Maximum passages scored in parallel: Ollama's default. */
  atOnce: 4,
  /** Maximum tokens of a pair that a local cross-encoder reads, unless its configuration says otherwise. */
  maxTokens: 512,
  /** Number of most likely tokens requested. Ollama returns at most 20. */
  topLogprobs: 20,
  /** Context in tokens that Ollama loads the reranker with: query, passage and template. */
  contextTokens: 4096,
} as const;
