/** The numbers of prefetch. */
import type { Tunable } from "../../domain/tunable.ts";

const DEV = { kind: "measured", ref: "bench/prefetch, dev halves" } as const;
const ISSUES = {
  kind: "measured",
  ref: "bench/localisation, dev half: conditional logit over all candidates, on the scale of pathWords",
} as const;

export const PREFETCH = {
  files: {
    value: 12,
    unit: "files",
    range: [1, 100],
    source: { kind: "seed", ref: "inventory I3" },
  },
  sure: {
    value: 5,
    unit: "sum of votes from which on a file is shown unasked",
    range: [1, 20],
    source: {
      kind: "measured",
      ref: "bench/prefetch, dev half, row `shown unasked`: 0.50 of such files are used",
    },
  },
  sureFiles: {
    value: 5,
    unit: "files that are shown unasked",
    range: [1, 20],
    source: { kind: "seed", ref: "issue 26" },
  },
  sessions: {
    value: 400,
    unit: "newest sessions that are looked at",
    range: [10, 10_000],
    source: { kind: "guess", ref: "about 100 ms of reading events" },
  },
  commits: {
    value: 1000,
    unit: "newest commits that are looked at",
    range: [0, 10_000],
    source: { kind: "guess", ref: "what importing a history takes in" },
  },
  commitFiles: {
    value: 30,
    unit: "files of the largest commit that says which belong together",
    range: [2, 500],
    source: { kind: "guess", ref: "larger ones rename, format, vendor" },
  },
  gitMs: {
    value: 2000,
    unit: "ms that git may take to list the tree",
    range: [100, 60_000],
    source: { kind: "guess", ref: "100,000 files take a tenth of it" },
  },
  codeMs: {
    value: 3000,
    unit: "ms that git may take to look through the code",
    range: [100, 60_000],
    source: { kind: "guess", ref: "sympy's 1,500 files take a tenth of it" },
  },
  codeFileBytes: {
    value: 1_500_000,
    unit: "bytes of the largest file that is looked at",
    range: [10_000, 100_000_000],
    source: { kind: "guess", ref: "larger ones are generated or data" },
  },
  symbols: {
    value: 20,
    unit: "symbols of a task that are looked up",
    range: [0, 1000],
    source: { kind: "guess", ref: "a task that names more is a log" },
  },
  similar: {
    value: 8,
    unit: "most similar tasks that vote",
    range: [1, 50],
    source: DEV,
  },
  recency: {
    value: 0.3,
    unit: "× likeness of the newest task, for being it",
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
    unit: "× vote for a file that was changed, against one that was read",
    range: [1, 5],
    source: DEV,
  },
  committed: {
    value: 0.75,
    unit: "× vote for a file that a commit changed, against one that a session read",
    range: [0, 5],
    source: {
      kind: "measured",
      ref: "bench/prefetch --histories: hit@10 of hono, scrapy, cobra 1 to 3 points above 1.5, zod 3 below (hit@1 above on three)",
    },
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
  codeTerms: {
    value: 60,
    unit: "terms of a task that are looked for in the code",
    range: [5, 200],
    source: { kind: "guess", ref: "one expression of git grep; bench/localisation" },
  },
  stretchLines: {
    value: 30,
    unit: "lines",
    range: [5, 200],
    source: { kind: "guess", ref: "about a function" },
  },
  codeWords: {
    value: 0.7,
    unit: "vote for the file that says most",
    range: [0, 20],
    source: ISSUES,
  },
  codeTitle: {
    value: 1.8,
    unit: "vote for the file that says most of the first line",
    range: [0, 20],
    source: ISSUES,
  },
  codeStretch: {
    value: 0.7,
    unit: "vote for the file with the best stretch",
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
    unit: "vote × likeness², for the file that was changed under first lines most like the task's",
    range: [0, 20],
    source: ISSUES,
  },
  messageFiles: {
    value: 10,
    unit: "files of the largest change whose first line says what each of them is for",
    range: [1, 100],
    source: ISSUES,
  },
  lookedAt: {
    value: 40,
    unit: "files with most votes whose text is read",
    range: [0, 1000],
    source: ISSUES,
  },
  lookedChars: {
    value: 100_000,
    unit: "characters of a file that are read then",
    range: [1000, 10_000_000],
    source: { kind: "guess", ref: "some thousand lines" },
  },
  beginning: {
    value: 600,
    unit: "characters of a task that say what it is about",
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
    unit: "vote × how much nearer than the mean the nearest stretch is to the task's first line",
    range: [0, 50],
    source: ISSUES,
  },
  namedByWord: {
    value: 0.5,
    unit: "vote for a file whose name without its ending is a word of the task",
    range: [0, 20],
    source: ISSUES,
  },
  memories: {
    value: 10,
    unit: "memories whose files are looked at",
    range: [0, 100],
    source: { kind: "guess", ref: "what a recall gives" },
  },
  remembered: {
    value: 0.5,
    unit: "vote for a file of the memory that bears most on the task",
    range: [0, 20],
    source: {
      kind: "guess",
      ref: "no set has both memories and tasks; settle with bench/learning",
    },
  },
  defines: {
    value: 3,
    unit: "vote for a file that defines a symbol the task names",
    range: [0, 20],
    source: { kind: "guess", ref: "as sure as a name without its folder" },
  },
} as const satisfies Record<string, Tunable>;

const NEXT_DEV = {
  kind: "measured",
  ref: "bench/learning, dev halves of five sets: conditional logit over the candidates of 1,200 first touches",
} as const;

/** Which file comes next: weights are log-odds. */
export const NEXT = {
  named: {
    value: 2.65,
    unit: "log-odds ÷ √(paths named with it)",
    range: [0, 10],
    source: NEXT_DEV,
  },
  namedNow: {
    value: 2.35,
    unit: "log-odds ÷ √(paths named with it), on top, in the last step",
    range: [0, 10],
    source: NEXT_DEV,
  },
  namedByUser: { value: 1.3, unit: "log-odds", range: [0, 10], source: NEXT_DEV },
  together: {
    value: 1.27,
    unit: "log-odds a share of the sessions that had a file in hand, summed over those",
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
    unit: "log-odds, right after the reading",
    range: [0, 10],
    source: NEXT_DEV,
  },
  importedSteps: {
    value: 5,
    unit: "steps after which half of it is left",
    range: [1, 100],
    source: { kind: "guess", ref: "as tried first; bench/learning" },
  },
  hookSessions: {
    value: 100,
    unit: "newest sessions that are looked at while an agent waits",
    range: [1, 10_000],
    source: {
      kind: "guess",
      ref: "no set of bench/learning has many more; a quarter of what a command reads",
    },
  },
  filesInHand: {
    value: 12,
    unit: "files touched last that count as in hand",
    range: [1, 100],
    source: { kind: "measured", ref: "baseline_sessions.py of the study" },
  },
  handDecay: {
    value: 0.15,
    unit: "each file further back counts 1 / (1 + this × how far)",
    range: [0, 5],
    source: { kind: "measured", ref: "baseline_sessions.py of the study" },
  },
  company: {
    value: 15,
    unit: "files before and after one, in the order of first use, that count as used with it",
    range: [1, 100],
    source: { kind: "measured", ref: "baseline_sessions.py of the study" },
  },
  sessionFiles: {
    value: 60,
    unit: "files of a session that are looked at",
    range: [2, 1000],
    source: { kind: "measured", ref: "baseline_sessions.py of the study" },
  },
  foldersOf: {
    value: 4,
    unit: "files touched last whose folders count",
    range: [1, 50],
    source: { kind: "measured", ref: "baseline_sessions.py of the study" },
  },
} as const satisfies Record<string, Tunable>;
