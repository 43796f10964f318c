/** Limits of consolidation. */

export const DREAM = {
  /** Version of the merge rules. Raise it when the rules below change what is merged or proposed: everything is then compared again. */
  rules: 2,
  /** Maximum changes or vectors that are compared per page; the lease is renewed after each page. */
  pageRows: 250,
  /**
   * Minimum cosine at which two memories of one type are compared word by word. Chosen high, not measured: the words decide,
   * and a pair that is missed may still be proposed.
   */
  nearCosine: 0.95,
  /** Minimum words, without function words, of each of two different texts that are merged. */
  nearWords: 4,
  /** Maximum extra words of the longer text, and the minimum words that it must have if it has extra ones. */
  extraWords: 1,
  extraOfWords: 7,
  /**
   * Minimum cosine at which a pair may be proposed to a person, and for two texts that share a name of code. Measured with the
   * built-in encoder on the pairs of bench/dream.
   */
  proposeCosine: 0.83,
  proposeNamedCosine: 0.8,
  /** Minimum cosine at which two memories of one type may be proposed as a contradiction. Not measured. */
  contradictCosine: 0.85,
  /** Minimum words that a proposed pair has in common. */
  commonWords: 2,
  /** Maximum open proposals of a project; at this number, no further proposal is added. */
  mostProposals: 200,
  /** Days without confirmation after which a decision is proposed as stale: the half-life of a decision. */
  staleDecisionDays: 365,
  /** Minimum memories about one error that make it a recurring error. */
  recurringError: 3,
  /** Maximum memories of a proposed error pattern, whose text has at most 1,000 characters. */
  mostOfOneError: 12,
  /** Minimum notes of one session that are proposed as a digest, and the maximum. */
  digestNotes: 3,
  mostOfDigest: 12,
  /** Newest memories in which notes of one session are searched, and newest digests and recipes that are compared. */
  notesRead: 2000,
  digestsRead: 200,
  /** Minimum share of signals (files, tags, commands, triggers, error) that memories about the same work have in common. */
  procedureOverlap: 0.34,
  /** Minimum sessions of a procedure. */
  procedureSessions: 3,
  mostOfProcedure: 12,
  /** Maximum steps, prerequisites and warnings of a procedure, and characters of each. */
  procedureSteps: 7,
  procedureRemarks: 3,
  procedureLineChars: 160,
  /**
   * Maximum merges per transaction, and milliseconds after which a transaction starts no further merge, so that other
   * writers wait only briefly.
   */
  mergesAtOnce: 10,
  writeMs: 20,
  /**
   * Milliseconds between two transactions, so that another writer gets its turn: SQLite asks for a lock again after at most
   * 25 ms during the first 130 ms of waiting.
   */
  turnMs: 25,
  /** Maximum tag changes per transaction. */
  tagsAtOnce: 20,
  /** Duration of the lease, which is renewed after each page. */
  leaseMs: 30_000,
  /** Maximum duration of a run; the next run continues it. */
  runMs: 10 * 60_000,
  /** Maximum duration of a run on the path of a hook. */
  opportunisticMs: 200,
  /** New memories after which a run is due automatically. */
  dueAfter: 50,
  /** Days since the last run after which fewer new memories, at least 1, make a run due. */
  dueDays: 7,
} as const;
