/** When files that change together become a candidate. */

export const PROPOSE = {
  /** Sessions or commits that changed both files. */
  couplingMinSessions: 4,
  /** Share of the changes of the first file. */
  couplingMinShare: 0.8,
  /** Candidates per session. A refactoring couples everything. */
  couplingPerSession: 2,
  /** Candidates per weekly analysis: few enough to be read. */
  couplingPerLook: 3,
  /** Score of a coupling across sessions. */
  acrossScore: 0.91,
  /** Jaccard index of word sets, from which candidates of parallel agents are merged. */
  quorumSimilarity: 0.88,
  /** Sessions or commits that changed both files, where one imports the other and was read after it. */
  chasedMinSessions: 3,
  /** Least files of a folder whose names are looked for. */
  namedMin: 3,
  /** Most files of a folder whose names are looked for. */
  namedMost: 80,
  /** Share of these files that the list names or the other folder has. */
  namedMinShare: 0.6,
  /** Bytes of a file that is searched for names. */
  readMaxBytes: 1_000_000,
  /** Files that a history changed. Fewer say little. */
  goneMinFiles: 20,
  /** Share of these files that still exist, up to which the code counts as removed. */
  goneMaxShare: 0.1,
} as const;
