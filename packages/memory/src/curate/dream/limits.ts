/** Limits of consolidation. */

export const DREAM = {
  /** Raised when the rules below change what is merged: everything is then compared again. */
  rules: 1,
  /** Changes or vectors that are looked at together. DESIGN section 9. */
  pageRows: 250,
  /** Cosine from which two memories of one type are compared word by word. DESIGN section 9. */
  nearCosine: 0.95,
  /** Least words, without function words, of texts that are merged though they differ. */
  nearWords: 4,
  /** Words that one text may have besides those of the other, and the words that it then has at least. */
  extraWords: 1,
  extraOfWords: 7,
  /** Cosine from which a pair may be proposed to a person. DESIGN section 9. */
  proposeCosine: 0.85,
  /** Least words that a proposed pair has in common. */
  commonWords: 3,
  /** Open proposals of a project, above which none is made. */
  mostProposals: 200,
  /** Days without confirmation after which a decision is asked about: its half-life. */
  staleDecisionDays: 365,
  /** Memories about one error that make it a recurring one. */
  recurringError: 3,
  /** Merges of one transaction, and milliseconds after which no further one begins: other writers wait for less than 50. */
  mergesAtOnce: 10,
  writeMs: 10,
  /** Changes of tags in one transaction. */
  tagsAtOnce: 20,
  /** A lease is renewed with each page. */
  leaseMs: 30_000,
  /** A run ends after this; the next one continues it. */
  runMs: 10 * 60_000,
  /** On the path of a hook. */
  opportunisticMs: 200,
  /** New memories after which a run is due by itself. */
  dueAfter: 50,
  /** With fewer than that, but some: days since the last run. */
  dueDays: 7,
} as const;
