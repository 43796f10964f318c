/** When what many sessions have in common is worth saying. */
import type { Tunable } from "../../domain/tunable.ts";

export const SYNTHESIZE = {
  usualMinSessions: {
    value: 3,
    unit: "earlier sessions",
    range: [1, 20],
    source: { kind: "design", ref: "section 6: calibration from three sessions on" },
  },
  lookBackSessions: {
    value: 100,
    unit: "sessions",
    range: [10, 1000],
    source: { kind: "guess", ref: "what was usual before a hundred sessions is another project" },
  },
  recipeMinSteps: {
    value: 4,
    unit: "steps",
    range: [2, 10],
    source: { kind: "design", ref: "section 6: a sequence of four steps and more" },
  },
  recipeMostSteps: {
    value: 7,
    unit: "steps",
    range: [4, 20],
    source: { kind: "guess", ref: "a longer list is read as a log; settle with bench/learning" },
  },
  recipeMinRuns: {
    value: 2,
    unit: "steps that run something, git and gh not counted",
    range: [0, 5],
    source: {
      kind: "guess",
      ref: "changes and a commit are no workflow; settle with bench/learning",
    },
  },
  recipeMinSessions: {
    value: 3,
    unit: "sessions",
    range: [2, 20],
    source: { kind: "design", ref: "section 6: three sessions and more" },
  },
  recipeMinSuccess: {
    value: 0.8,
    unit: "share of the sessions that tried; more than",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 6: > 80 % success" },
  },
  recipeMinOrder: {
    value: 0.6,
    unit: "share of the sessions that did all of it, in whatever order",
    range: [0.5, 1],
    source: { kind: "guess", ref: "an order that every second session has is none" },
  },
  recipeMinShare: {
    value: 0.4,
    unit: "share of the sessions that came to its last step",
    range: [0.05, 1],
    source: {
      kind: "measured",
      ref: "all real sessions: what 3 of 70 commits went through was no way of the project",
    },
  },
  recipeNearly: {
    value: 0.5,
    unit: "Jaccard of two recipes' steps",
    range: [0.2, 1],
    source: { kind: "measured", ref: "all real sessions: variants of one way share half and more" },
  },
  recipeScore: {
    value: 0.73,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, tool sequence" },
  },
  stepLimitMost: {
    value: 2,
    unit: "× a host's own limit",
    range: [1, 5],
    source: { kind: "design", ref: "section 7: base × min(calibration, 2)" },
  },
  besideMinMs: {
    value: 30_000,
    unit: "milliseconds that two sessions share",
    range: [0, 3_600_000],
    source: {
      kind: "measured",
      ref: "rovo-polybench has no times: read at once, its sessions shared up to some seconds",
    },
  },
  patternMinSessions: {
    value: 5,
    unit: "sessions that changed a module",
    range: [3, 50],
    source: { kind: "guess", ref: "of fewer, one session is a fifth and more" },
  },
  patternAlways: {
    value: 0.8,
    unit: "share of the sessions that changed a module; more than",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 7: > 80 %" },
  },
  patternOften: {
    value: 0.5,
    unit: "share of the sessions that changed a module; more than",
    range: [0.2, 1],
    source: { kind: "design", ref: "section 7: then > 50 %" },
  },
  statisticsMost: {
    value: 5,
    unit: "files, commands or errors of a module",
    range: [1, 50],
    source: { kind: "guess", ref: "what comes after is met by few sessions" },
  },
  planModules: {
    value: 5,
    unit: "modules told of to a planner",
    range: [1, 20],
    source: { kind: "guess", ref: "those of the likeliest files" },
  },
  insightMinSessions: {
    value: 5,
    unit: "sessions that changed the module",
    range: [3, 50],
    source: { kind: "design", ref: "section 6: the first threshold" },
  },
  insightSecondLook: {
    value: 10,
    unit: "sessions that changed the module",
    range: [6, 50],
    source: { kind: "design", ref: "section 6: at 5, 10, 20, 50 and 100 sessions of a module" },
  },
  insightThirdLook: {
    value: 20,
    unit: "sessions that changed the module",
    range: [11, 100],
    source: { kind: "design", ref: "section 6: at 5, 10, 20, 50 and 100 sessions of a module" },
  },
  insightFourthLook: {
    value: 50,
    unit: "sessions that changed the module",
    range: [21, 200],
    source: { kind: "design", ref: "section 6: at 5, 10, 20, 50 and 100 sessions of a module" },
  },
  insightLastLook: {
    value: 100,
    unit: "sessions that changed the module",
    range: [51, 1000],
    source: { kind: "design", ref: "section 6: at 5, 10, 20, 50 and 100 sessions of a module" },
  },
  insightBelievedSessions: {
    value: 10,
    unit: "sessions that changed the module",
    range: [5, 100],
    source: {
      kind: "measured",
      ref: "cc-context-evaluator: at 5 half of what was said was of one feature's weeks",
    },
  },
  insightMinShare: {
    value: 0.7,
    unit: "share of those sessions that used the file",
    range: [0.3, 1],
    source: { kind: "guess", ref: "settle with bench/learning" },
  },
  insightMinLift: {
    value: 1.5,
    unit: "× the share of all sessions that used it",
    range: [1, 10],
    source: { kind: "guess", ref: "what every session opens is no news of a module" },
  },
  insightMaxChance: {
    value: 0.005,
    unit: "probability that so many of those sessions use the file by chance",
    range: [0.00001, 0.2],
    source: {
      kind: "measured",
      ref: "bench/learning: of four that a module's sessions were said to need, one (0.03) was chance; the others have 0.0001 and less",
    },
  },
  insightOneFile: {
    value: 0.8,
    unit: "share of the module's sessions that changed one and the same file of it",
    range: [0.5, 1],
    source: {
      kind: "measured",
      ref: "bench/learning: of ten sessions nine had changed one file, and what was said of the module held of that alone",
    },
  },
  insightFiles: {
    value: 4,
    unit: "files",
    range: [1, 12],
    source: { kind: "guess", ref: "a longer list is not read" },
  },
  insightErrorSessions: {
    value: 3,
    unit: "sessions that met the error",
    range: [2, 20],
    source: { kind: "guess", ref: "settle with bench/learning" },
  },
  insightErrorShare: {
    value: 0.2,
    unit: "share of the module's sessions",
    range: [0.05, 1],
    source: { kind: "guess", ref: "settle with bench/learning" },
  },
  insightScore: {
    value: 0.6,
    unit: "1",
    range: [0, 1],
    source: { kind: "guess", ref: "counted, and nothing more" },
  },
} as const satisfies Record<string, Tunable>;
