/** Numbers of prefetch. */

const DEV = "bench/prefetch, dev halves";
const ISSUES =
  "bench/localisation, dev half: conditional logit over all candidates, on the scale of pathWords";

export const PREFETCH = {
  /** Maximum files in a list. */
  files: 12,
  sure: {
    value: 5,
    unit: "minimum sum of votes of a file that is shown automatically",
    range: [1, 20],
    source: "bench/prefetch, dev half, row `shown unasked`: 0.50 of such files are used",
  },
  /** Maximum files shown without a request. */
  sureFiles: 5,
  /** Maximum newest sessions that are read: about 100 ms. */
  sessions: 400,
  /** Maximum newest commits that are read: as many as the import of a history reads. */
  commits: 1000,
  /** Maximum files of a commit that is evidence of co-change. */
  commitFiles: 30,
  /** Milliseconds for git to list the tree. 100,000 files take a tenth of it. */
  gitMs: 2000,
  /** Milliseconds for git to search the code. 1,500 files take a tenth of it. */
  codeMs: 3000,
  /** Maximum bytes of a file that is searched. Larger files are generated or data. */
  codeFileBytes: 1_500_000,
  /** Maximum symbols of a task that are looked up. A task with more is a log. */
  symbols: 20,
  similar: {
    value: 8,
    unit: "most similar tasks that vote",
    range: [1, 50],
    source: DEV,
  },
  recency: {
    value: 0.3,
    unit: "× similarity of the newest task, added for its recency",
    range: [0, 2],
    source: DEV,
  },
  recencyTasks: {
    value: 5,
    unit: "tasks after which recency has fallen to 1/e",
    range: [1, 100],
    source: DEV,
  },
  edited: {
    value: 1.5,
    unit: "× vote for a file that was changed; 1 for one that was read",
    range: [1, 5],
    source: DEV,
  },
  committed: {
    value: 0.75,
    unit: "× vote for a file that a commit changed; 1 for one that a session read",
    range: [0, 5],
    source:
      "bench/prefetch --histories: hit@10 of hono, scrapy, cobra 1 to 3 points above 1.5, zod 3 below (hit@1 above on three)",
  },
  named: {
    value: 8,
    unit: "vote for a file that the task names by its path",
    range: [0, 50],
    source: DEV,
  },
  namedShortly: {
    value: 3,
    unit: "vote for a file that the task names without its folder",
    range: [0, 50],
    source: DEV,
  },
  pathWords: {
    value: 2,
    unit: "vote for a file whose path has all words of the task",
    range: [0, 20],
    source: DEV,
  },
  /** Maximum terms of a task that are searched for in one call of git grep. */
  codeTerms: 60,
  /** Lines of a window of code: about a function. */
  stretchLines: 30,
  codeWords: {
    value: 0.7,
    unit: "vote for the file with the most words of the task",
    range: [0, 20],
    source: ISSUES,
  },
  codeTitle: {
    value: 1.8,
    unit: "vote for the file with the most words of the task's first line",
    range: [0, 20],
    source: ISSUES,
  },
  codeStretch: {
    value: 0.7,
    unit: "vote for the file with the best section",
    range: [0, 20],
    source: ISSUES,
  },
  codeNames: {
    value: 0.7,
    unit: "vote for the file that has most of the names",
    range: [0, 20],
    source: ISSUES,
  },
  messages: {
    value: 0.5,
    unit: "vote × similarity², for the file changed by commits whose first lines are most similar to the task's",
    range: [0, 20],
    source: ISSUES,
  },
  messageFiles: {
    value: 10,
    unit: "maximum files of a commit whose first line describes each of them",
    range: [1, 100],
    source: ISSUES,
  },
  lookedAt: {
    value: 40,
    unit: "files with the most votes whose text is read",
    range: [0, 1000],
    source: ISSUES,
  },
  /** Maximum characters read of a file. */
  lookedChars: 100_000,
  beginning: {
    value: 600,
    unit: "characters at a task's beginning that state its topic",
    range: [100, 10_000],
    source: ISSUES,
  },
  definition: {
    value: 1,
    unit: "vote for the file that defines the name with most words of the task's beginning",
    range: [0, 20],
    source: ISSUES,
  },
  meaning: {
    value: 5,
    unit: "vote × how much higher than the mean the cosine of the nearest section to the task's first line is",
    range: [0, 50],
    source: ISSUES,
  },
  namedByWord: {
    value: 0.5,
    unit: "vote for a file whose name without its ending is a word of the task",
    range: [0, 20],
    source: ISSUES,
  },
  /** Maximum memories whose files are considered. */
  memories: 10,
  /** Weight of a file of the most relevant memory. */
  remembered: 0.5,
  /** Weight of a file that defines a symbol named in the task. As sure as a file name without its folder. */
  defines: 3,
} as const;

const NEXT_DEV =
  "bench/learning, dev halves of five sets: conditional logit over the candidates of 1,200 first touches";

/** Numbers for predicting the next file; weights are log-odds. */
export const NEXT = {
  named: {
    value: 2.65,
    unit: "log-odds ÷ √(paths named with it)",
    range: [0, 10],
    source: NEXT_DEV,
  },
  namedNow: {
    value: 2.35,
    unit: "additional log-odds ÷ √(paths named with it) in the last step",
    range: [0, 10],
    source: NEXT_DEV,
  },
  namedByUser: { value: 1.3, unit: "log-odds", range: [0, 10], source: NEXT_DEV },
  together: {
    value: 1.27,
    unit: "log-odds × the share of sessions that used both files, summed over the session’s files",
    range: [0, 10],
    source: NEXT_DEV,
  },
  folder: { value: 1.47, unit: "log-odds", range: [0, 10], source: NEXT_DEV },
  used: {
    value: 0.32,
    unit: "log-odds × ln(1 + earlier sessions)",
    range: [0, 5],
    source: NEXT_DEV,
  },
  imported: {
    value: 0.68,
    unit: "log-odds, directly after the importing file was read",
    range: [0, 10],
    source: NEXT_DEV,
  },
  /** Steps after which an import counts half. */
  importedSteps: 5,
  /** Maximum newest sessions read while an agent waits: a quarter of what a command reads. */
  hookSessions: 100,
  /** Number of files touched last that count as in hand. */
  filesInHand: 12,
  /** Decay by distance: a file counts 1 / (1 + this × distance). */
  handDecay: 0.15,
  /** Number of files before and after another, in order of first use, that count as used with it. */
  company: 15,
  /** Maximum files read per session. */
  sessionFiles: 60,
  /** Number of files touched last whose folders count. */
  foldersOf: 4,
} as const;
