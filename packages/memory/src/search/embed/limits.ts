/** Limits of embedding: text size, batch size and waiting times. */

export const EMBED = {
  /** Maximum files named before the text. */
  prefixFiles: 8,
  /** Maximum characters of a memory that are embedded. Models read about 2,000 tokens well. */
  maxTextChars: 8000,
  /** Memories per batch when no user waits. */
  batchIdle: 50,
  /** Memories per batch while a user works. */
  batchActive: 10,
  /** Milliseconds between two batches while a user works. */
  yieldMs: 100,
  /** Memories per batch of the built-in encoder: one transaction of about 100 ms. */
  batchInstant: 2000,
  /** Milliseconds a recall waits for a remote encoder. After that it searches by words alone. */
  queryBudgetMs: 1500,
  /** Milliseconds a write waits for a remote encoder. The rest is embedded later. */
  writeBudgetMs: 2000,
  /** Milliseconds without another attempt after an encoder failed. */
  silenceMs: 30_000,
  /** Milliseconds for which an unused encoder stays open, so that a running recall can end. */
  givenUpMs: 60_000,
} as const;
