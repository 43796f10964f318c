/** Limits of reading branches: time, commits and files per check. */

export const BRANCHES = {
  /** Milliseconds for one git command. A range of 2,000 commits with changes takes 0.3 s. */
  gitPatienceMs: 3000,
  /** Milliseconds for all git commands of one check by a command or server. Needed once per move of a branch. */
  gitLimitMs: 5000,
  /** Commits stored per unmerged branch to recognise it after a merge: the first one and the latest tips. */
  carriers: 12,
  /** States of branches whose total changes are computed in one check: 3 ms each. */
  comparedTips: 200,
  /** Commits of a branch whose changes are compared in one check. Only those that touch the same files count. */
  comparedCommits: 2000,
  /** Files that restrict a comparison, passed as arguments. With more the comparison is not restricted. */
  limitedPaths: 200,
  /** Bytes read from the end of a reflog: about 3,000 moves. */
  reflogBytes: 524_288,
  /** Milliseconds after which a git command that timed out is tried again. */
  retryMs: 60_000,
  /** Views stored per project: one for each commit checked out lately. */
  keptViews: 100,
} as const;
