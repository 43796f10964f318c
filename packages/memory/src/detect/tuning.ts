/** The detectors' numbers. Source scores are the V4/V5 seeds' signal values; windows are counted in steps. */
import type { Tunable } from "../domain/tunable.ts";

export const DETECT = {
  selfCorrectionScore: {
    value: 0.88,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, self-correction" },
  },
  userCorrectionScore: {
    value: 0.95,
    unit: "1",
    range: [0, 1],
    source: { kind: "design", ref: "section 6: a user's word is the strongest signal there is" },
  },
  errorRetryScore: {
    value: 0.85,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, error-retry" },
  },
  commandSuccessScore: {
    value: 0.8,
    unit: "1",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with bench/observer" },
  },
  repeatedGrepScore: {
    value: 0.76,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, repeated grep" },
  },
  deadEndScore: {
    value: 0.8,
    unit: "1",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with bench/observer" },
  },
  coAccessScore: {
    value: 0.91,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, co-access" },
  },
  retryWindow: {
    value: 40,
    unit: "steps",
    range: [5, 200],
    source: { kind: "guess", ref: "settle with bench/observer: how far a fix lies from its error" },
  },
  repeatedGrepMinSearches: {
    value: 3,
    unit: "searches",
    range: [2, 10],
    source: { kind: "seed", ref: "inventory F8: the signal says 2, its trigger 3; 3 it is" },
  },
  repeatedGrepMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: { kind: "guess", ref: "one session searching thrice is ordinary work" },
  },
  commandHabitMinSessions: {
    value: 3,
    unit: "sessions",
    range: [1, 10],
    source: { kind: "design", ref: "section 6: recipes need three sessions" },
  },
  refusedOptionWindow: {
    value: 4,
    unit: "steps",
    range: [1, 20],
    source: { kind: "measured", ref: "bench/observer dev: later answers are about something else" },
  },
  refusedOptionMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: {
      kind: "measured",
      ref: "bench/observer dev: what one session mistyped is not met again",
    },
  },
  backtrackWindow: {
    value: 20,
    unit: "steps",
    range: [5, 100],
    source: { kind: "seed", ref: "V4 signal 4: re-edit within 20 steps" },
  },
  referenceWindow: {
    value: 30,
    unit: "steps",
    range: [1, 100],
    source: { kind: "guess", ref: "settle with bench/observer: three labelled lookups on dev" },
  },
  referenceMinWords: {
    value: 3,
    unit: "words of the page that are new in the edit",
    range: [1, 20],
    source: { kind: "guess", ref: "settle with bench/observer: three labelled lookups on dev" },
  },
  configMinFiles: {
    value: 2,
    unit: "other files edited",
    range: [1, 10],
    source: { kind: "seed", ref: "inventory F8: config and two edits" },
  },
  importChaseWindow: {
    value: 3,
    unit: "steps",
    range: [1, 10],
    source: { kind: "measured", ref: "bench/observer dev" },
  },
  editMissMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: { kind: "measured", ref: "bench/observer dev: 15 of 15 were right, in 14 sessions" },
  },
  fixingCommandMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: { kind: "guess", ref: "one session may have fixed the rest by hand; bench/learning" },
  },
  triggerChars: {
    value: 20,
    unit: "characters of a complaint that stand for it",
    range: [8, 100],
    source: { kind: "guess", ref: "shorter ones are words of everyday" },
  },
  addedOptionsMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: { kind: "guess", ref: "what one session needed may be its own doing; bench/learning" },
  },
  refusedCommitMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: {
      kind: "measured",
      ref: "bench/observer dev: what is to be removed is told only when it recurs",
    },
  },
  missingToolMinSessions: {
    value: 2,
    unit: "sessions",
    range: [1, 5],
    source: {
      kind: "measured",
      ref: "bench/observer dev: one missing skill, asked for in 10 sessions",
    },
  },
  coAccessMaxFiles: {
    value: 12,
    unit: "files edited in one session or commit",
    range: [2, 100],
    source: { kind: "guess", ref: "a sweep over many files says nothing of any pair" },
  },
  promptMaxChars: {
    value: 1500,
    unit: "characters",
    range: [200, 10_000],
    source: {
      kind: "measured",
      ref: "context-evaluator sessions: longer prompts are pasted plans",
    },
  },
  deadEndMinSteps: {
    value: 1,
    unit: "steps",
    range: [1, 20],
    source: {
      kind: "guess",
      ref: "an approach nobody tried is an opinion; settle with bench/observer",
    },
  },
} as const satisfies Record<string, Tunable>;
