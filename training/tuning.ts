/** Numbers of the recipe from the pairs on. The trainer's own numbers are its options (trainer/options.h). */

export const TRAINING = {
  /** Words with a row of their own in the shipped model. */
  vocabularyWords: 42_000,
  /** Rows shared by words outside the vocabulary in the shipped model. */
  buckets: 6144,
  /** Distinct tokens of a text. */
  textWords: 200,
  /** Sources in which a word of the vocabulary occurs. A word of one source is that project's own name. */
  wordSources: 2,
  /** Occurrences of a word of the vocabulary. */
  wordCount: 8,
  /** Consecutive words shared with an evaluation set: 8-grams, as for GPT-2 (Radford et al. 2019, section 4). */
  guardedRun: 8,
  /** UTF-16 units of a held-out text that may not recur. Paths and headings recur by chance. */
  heldOutText: 40,
  /** Length of the random part of a row that has a published vector. */
  startNoise: 0.3,
  /** Share of all tokens: `a` in a/(a + p) (Arora, Liang & Ma, ICLR 2017). */
  frequencySmoothing: 1e-3,
} as const;
