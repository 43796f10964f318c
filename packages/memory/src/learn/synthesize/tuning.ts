/** Limits for what many sessions have in common to be worth stating. */

export const SYNTHESIZE = {
  /** Minimum earlier sessions for usual values. */
  usualMinSessions: 3,
  /** Maximum sessions that are read. Older habits may be out of date. */
  lookBackSessions: 100,
  /** Minimum steps of a recipe. */
  recipeMinSteps: 4,
  /** Maximum steps of a recipe. */
  recipeMostSteps: 7,
  /** Minimum steps that run a command other than git and gh. Edits and a commit are no workflow. */
  recipeMinRuns: 2,
  /** Minimum sessions that followed a recipe. */
  recipeMinSessions: 3,
  /** Share of the sessions that tried a recipe and succeeded; must be exceeded. */
  recipeMinSuccess: 0.8,
  /** Minimum share of the sessions with all steps, in any order, that had them in this order. */
  recipeMinOrder: 0.6,
  /** Minimum share of the sessions that reached the last step. Less is no habit of the project. */
  recipeMinShare: 0.4,
  /** Jaccard index of steps at which two recipes are variants. */
  recipeNearly: 0.5,
  /** Score of a recipe. */
  recipeScore: 0.73,
  /** Largest factor on a host's own step limit. */
  stepLimitMost: 2,
  /** Minimum overlap in milliseconds at which two sessions ran in parallel. */
  besideMinMs: 30_000,
  /** Minimum sessions that changed a module. */
  patternMinSessions: 5,
  /** Share of the sessions that changed a module: "always" above it. */
  patternAlways: 0.8,
  /** Share of the sessions that changed a module: "often" above it. */
  patternOften: 0.5,
  /** Maximum files, commands or errors listed per module. */
  statisticsMost: 5,
  /** Maximum modules described to a planner. */
  planModules: 5,
  /** Minimum sessions that changed the module; fewer give no insight. */
  insightMinSessions: 5,
  /** Minimum sessions that changed the module for an insight to be shown. Fewer describe a single feature. */
  insightBelievedSessions: 10,
  /** Minimum share of these sessions that used the file. */
  insightMinShare: 0.7,
  /** Minimum lift over the share of all sessions that used the file. */
  insightMinLift: 1.5,
  insightMaxChance: {
    value: 0.005,
    unit: "probability that that many of those sessions use the file by chance",
    range: [0.00001, 0.2],
    source:
      "bench/learning: of four files that a module's sessions need, one (0.03) was chance; the others have 0.0001 and less",
  },
  insightOneFile: {
    value: 0.8,
    unit: "share of the module's sessions that changed the same file",
    range: [0.5, 1],
    source:
      "bench/learning: nine of ten sessions had changed the same file, and the statement applied to that file alone",
  },
  /** Maximum files of an insight. */
  insightFiles: 4,
  /** Minimum sessions that met the error. */
  insightErrorSessions: 3,
  /** Minimum share of the module's sessions that met the error. */
  insightErrorShare: 0.2,
  /** Score of an insight, which rests on counts without further evidence. */
  insightScore: 0.6,
} as const;
