/** How much of an event is kept, and when a silent session counts as over. */
import type { Tunable } from "../domain/tunable.ts";

export const OBSERVE = {
  maxOutputChars: {
    value: 6000,
    unit: "characters",
    range: [1000, 100_000],
    source: { kind: "guess", ref: "an error and its surroundings; settle with bench/observer" },
  },
  maxInputChars: {
    value: 3000,
    unit: "characters",
    range: [500, 100_000],
    source: { kind: "guess", ref: "an edit's two sides; settle with bench/observer" },
  },
  maxTextChars: {
    value: 8000,
    unit: "characters",
    range: [1000, 100_000],
    source: { kind: "guess", ref: "prompts beyond it are pasted documents" },
  },
  runningSessions: {
    value: 5,
    unit: "sessions under way whose prompts are looked through for rules",
    range: [0, 100],
    source: { kind: "guess", ref: "more agents at once are rare, and each settling looks again" },
  },
  earlyEveryEvents: {
    value: 40,
    unit: "events of a session under way after which it is looked through again",
    range: [5, 1000],
    source: {
      kind: "guess",
      ref: "about 20 steps: what came since the last look is read with all before it",
    },
  },
  earlyMaxEvents: {
    value: 2000,
    unit: "events of a session that is looked through while it goes on",
    range: [100, 100_000],
    source: {
      kind: "guess",
      ref: "the longest real session has 1370; a longer one waits for its end",
    },
  },
  idleMinutes: {
    value: 60,
    unit: "minutes without an event",
    range: [5, 1440],
    source: { kind: "guess", ref: "a crashed session never says that it ended" },
  },
} as const satisfies Record<string, Tunable>;
