/** Tuning of co-changes in the git history and in sessions. */

export const HISTORY = {
  /** Newest commits read for co-changes, without merges. */
  commits: 2_000,
  /** Milliseconds for reading a history from git; the part read by then is used. 2,300 commits take 0.2 s. */
  timeoutMs: 30_000,
  /** Files in a commit, above which it is no evidence of co-change. */
  commitFiles: 30,
  pairMinCount: {
    value: 3,
    unit: "commits or sessions that touched both files",
    range: [2, 20],
    source:
      "bench/co-change: 5 is right more often (0.37, not 0.29, in hono) and answers less (0.60, not 0.77)",
  },
  pairMinInformation: {
    value: 0.3,
    unit: "normalised pointwise mutual information, 0 by chance and 1 always",
    range: [0, 1],
    source:
      "bench/co-change: nothing lost against 0, and 0.5 gives up a quarter of the recall in scrapy",
  },
  /** Occasions that count as no evidence: smoothing of the co-change share. */
  pairDoubt: 2,
  /** Co-changed files stored for one file. */
  pairsOfFile: 20,
} as const;
