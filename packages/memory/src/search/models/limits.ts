/** Limits of calls to model servers. None of them changes the quality of an answer, and no bench sweeps them. */
export const WIRE = {
  /** Time limit of one answer: the first call can load the model from a slow disk. */
  timeoutMs: 60_000,
  /** Time limit of the answer to a query; recall gives up sooner by its own deadline. */
  queryTimeoutMs: 10_000,
  /** Maximum attempts after the first, for failures that can pass. */
  retries: 3,
  /** Wait before the first retry; doubled each time. */
  backoffMs: 500,
  /** Maximum wait that a server can ask for; a person decides about longer ones. */
  maxRetryAfterMs: 30_000,
  /**
   * Maximum bytes of an answer. 64 vectors of 4,096 dimensions with 22 characters per number are 6 MB; this is ten times as
   * much.
   */
  maxAnswerBytes: 64_000_000,
} as const;

/** Time for which Ollama keeps a model in memory after a call; its own five minutes would unload it between two prompts. */
export const OLLAMA_KEEP_ALIVE = "30m";
