/** When what many sessions have in common is worth saying. */

export const SYNTHESIZE = {
  /** Earlier sessions, from which usual values are known. */
  usualMinSessions: 3,
  /** Sessions that are read. Older habits may be out of date. */
  lookBackSessions: 100,
  /** Least steps of a recipe. */
  recipeMinSteps: 4,
  /** Most steps of a recipe. */
  recipeMostSteps: 7,
  /** Steps that run a command other than git and gh. Edits and a commit are no workflow. */
  recipeMinRuns: 2,
  /** Sessions that followed a recipe. */
  recipeMinSessions: 3,
  /** Share of the sessions that tried a recipe and succeeded; it must be higher. */
  recipeMinSuccess: 0.8,
  /** Share of the sessions with all steps, in any order, that had them in this order. */
  recipeMinOrder: 0.6,
  /** Share of the sessions that reached the last step. Less is no habit of the project. */
  recipeMinShare: 0.4,
  /** Jaccard index of steps, from which two recipes are variants of one. */
  recipeNearly: 0.5,
  /** Score of a recipe. */
  recipeScore: 0.73,
  /** Largest factor on a host's own step limit. */
  stepLimitMost: 2,
  /** Milliseconds that two sessions overlap, from which they ran in parallel. */
  besideMinMs: 30_000,
  /** Sessions that changed a module. */
  patternMinSessions: 5,
  /** Share of the sessions that changed a module: "always" above it. */
  patternAlways: 0.8,
  /** Share of the sessions that changed a module: "often" above it. */
  patternOften: 0.5,
  /** Files, commands or errors listed per module. */
  statisticsMost: 5,
  /** Modules described to a planner. */
  planModules: 5,
  /** Sessions that changed the module: fewer give no insight. */
  insightMinSessions: 5,
  /** Sessions that changed the module, from which an insight is shown. Fewer describe a single feature. */
  insightBelievedSessions: 10,
  /** Share of these sessions that used the file. */
  insightMinShare: 0.7,
  /** Lift over the share of all sessions that used the file. */
  insightMinLift: 1.5,
  insightMaxChance: {
    value: 0.005,
    unit: "probability that so many of those sessions use the file by chance",
    range: [0.00001, 0.2],
    source:
      "bench/learning: of four that a module's sessions were said to need, one (0.03) was chance; the others have 0.0001 and less",
  },
  insightOneFile: {
    value: 0.8,
    unit: "share of the module's sessions that changed one and the same file of it",
    range: [0.5, 1],
    source:
      "bench/learning: of ten sessions nine had changed one file, and what was said of the module held of that alone",
  },
  /** Files of an insight. */
  insightFiles: 4,
  /** Sessions that met the error. */
  insightErrorSessions: 3,
  /** Share of the module's sessions that met the error. */
  insightErrorShare: 0.2,
  /** Score of an insight: counted, without further evidence. */
  insightScore: 0.6,
} as const;
