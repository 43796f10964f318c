/** Limits of co-changes in the git history and in sessions. */

export const HISTORY = {
  /** Newest commits read for co-changes, without merges. */
  commits: 2_000,
  /** Milliseconds for reading a history from git; the part read by then is used. 2,300 commits take 0.2 s. */
  timeoutMs: 30_000,
  /** Files in a commit, above which it is no evidence of co-change. */
  commitFiles: 30,
  /** Commits or sessions that touched both files; 5 is right more often and answers less (bench/co-change). */
  pairMinCount: 3,
  /** Normalised pointwise mutual information, 0 by chance and 1 always; 0.5 loses recall (bench/co-change). */
  pairMinInformation: 0.3,
  /** Occasions that count as no evidence: smoothing of the co-change share. */
  pairDoubt: 2,
  /** Co-changed files stored for one file. */
  pairsOfFile: 20,
} as const;
