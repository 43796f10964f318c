/** Limits for when files that change together become a candidate. */

export const PROPOSE = {
  /** Minimum sessions or commits that changed both files. */
  couplingMinSessions: 4,
  /** Minimum share of the changes of the first file. */
  couplingMinShare: 0.8,
  /** Maximum candidates per session. A refactoring couples everything. */
  couplingPerSession: 2,
  /** Maximum candidates per weekly analysis, few enough to be read. */
  couplingPerLook: 3,
  /** Score of a coupling across sessions. */
  acrossScore: 0.91,
  /** Jaccard index of word sets at which candidates of parallel agents are merged. */
  quorumSimilarity: 0.88,
  /** Minimum sessions or commits that changed both files, when one imports the other and was read after it. */
  chasedMinSessions: 3,
  /** Minimum files of a folder whose names are searched for. */
  namedMin: 3,
  /** Maximum files of a folder whose names are searched for. */
  namedMost: 80,
  /** Minimum share of these files that the list names or the other folder contains. */
  namedMinShare: 0.6,
  /** Maximum bytes of a file that is searched for names. */
  readMaxBytes: 1_000_000,
  /** Minimum files that a history changed. Fewer say little. */
  goneMinFiles: 20,
  /** Maximum share of these files that still exist for the code to count as removed. */
  goneMaxShare: 0.1,
} as const;
