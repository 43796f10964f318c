/** Numbers of the detectors. Scores order the signals and were set by hand; windows are counted in steps. */

export const DETECT = {
  /** Score of an agent's self-correction. */
  selfCorrectionScore: 0.88,
  /** Score of a correction by the user, the strongest signal. */
  userCorrectionScore: 0.95,
  /** Score of an error that a retry resolved. */
  errorRetryScore: 0.85,
  /** Score of a command that succeeded. */
  commandSuccessScore: 0.8,
  /** Score of a repeated search. */
  repeatedGrepScore: 0.76,
  /** Score of an abandoned approach. */
  deadEndScore: 0.8,
  /** Score of files that are changed together. */
  coAccessScore: 0.91,
  /** Steps between an error and its fix. */
  retryWindow: 40,
  /** Minimum searches for the same thing. */
  repeatedGrepMinSearches: 3,
  /** Number of different errors at which the fixes of a running session are stored before it ends. */
  earlyErrors: 2,
  /** Minimum sessions. Three searches in a single session are ordinary work. */
  repeatedGrepMinSessions: 2,
  /** Minimum sessions when the file was already named to the agent: twice repeatedGrepMinSessions. */
  knownFileGrepMinSessions: 4,
  userWishMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 10],
    source:
      "bench/learning, judged by a reader: all three that were stated once were tasks that had ended",
  },
  /** Minimum sessions, the same as a recipe needs. */
  commandHabitMinSessions: 3,
  refusedOptionWindow: {
    value: 4,
    unit: "steps",
    range: [1, 20],
    source: "bench/observer dev: later calls are about another error",
  },
  refusedOptionMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: "bench/observer dev: an option that one session mistyped does not occur again",
  },
  /** Steps until the same place is edited again. */
  backtrackWindow: 20,
  /** Steps between reading a page and the edit that uses it. */
  referenceWindow: 30,
  /** Words of the page that are new in the edit. */
  referenceMinWords: 3,
  /** Minimum other files edited together with a configuration file. */
  configMinFiles: 2,
  importChaseWindow: {
    value: 3,
    unit: "steps",
    range: [1, 10],
    source: "bench/observer dev",
  },
  editMissMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: "bench/observer dev: 15 of 15 were right, in 14 sessions",
  },
  /** Minimum sessions. In a single session the rest may have been fixed by hand. */
  fixingCommandMinSessions: 2,
  /** Minimum characters of an error message that identify it. Shorter messages are everyday words. */
  triggerChars: 20,
  /** Sessions. */
  addedOptionsMinSessions: 1,
  refusedCommitMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source:
      "bench/observer dev, bench/learning: a file that was removed or a setting that was changed is stored only after a second refusal",
  },
  missingToolMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: "bench/observer dev: one missing skill, requested in 10 sessions",
  },
  /** Maximum files edited in one session or commit. A sweep over many files does not relate any two of them. */
  coAccessMaxFiles: 12,
  /** Maximum characters of a prompt. Longer prompts are pasted plans. */
  promptMaxChars: 1500,
  /** Minimum steps of an approach. An approach without a step is an opinion. */
  deadEndMinSteps: 1,
  /** Minimum steps that opened or edited the file. */
  fileAccessMinSteps: 3,
  /** Steps after reading a file. */
  readAbandonWindow: 6,
  /** Actions of a sequence: as many as a recipe needs. */
  sequenceLength: 4,
  /** Minimum different actions of a sequence. Edit, test, edit, test happens in every session. */
  sequenceMinDistinct: 3,
  /** Milliseconds above which a command is slow. */
  slowMs: 60_000,
  slowMostMs: {
    value: 600_000,
    unit: "milliseconds",
    range: [60_000, 7_200_000],
    source: "bench/observer dev: every longer run had waited for a person",
  },
  /** Factor on the session's median command above which a command is slow. */
  slowTimes: 5,
  /** Minimum files in a listing. */
  globMinFiles: 10,
  /** Maximum share of the listed files that was opened. */
  globMaxOpened: 0.1,
  /** Steps after a listing. */
  globWindow: 20,
  /** Steps after a listing within which another search continues it. */
  globGoesOn: 2,
  /** Factor on the median of earlier sessions. */
  overrunTimes: 2,
  /** Minimum steps of a session that overran. */
  overrunMinSteps: 20,
  /** Maximum actions of one agent that are stored, the last ones. The longest real session has 140. */
  digestActions: 300,
  /** Maximum files of one module in one session. */
  digestFiles: 40,
  /** Maximum steps searched for the cause of a later step. Keeps the time linear. */
  lookBackSteps: 1000,
  /** Maximum agents of one session that are compared in pairs. */
  conflictAgents: 200,
  /** Maximum different errors of one session. Each is searched for in all files. */
  digestErrors: 100,
  /** Lines before and after the line with the error that are searched: a stack trace. */
  digestErrorLines: 12,
  /** Minimum tokens of one output. */
  spikeTokens: 5000,
  /** Factor on the session's mean output. */
  spikeTimes: 8,
} as const;
