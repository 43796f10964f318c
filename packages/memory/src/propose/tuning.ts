/** When files that change together are worth saying so. */
import type { Tunable } from "../domain/tunable.ts";

export const PROPOSE = {
  couplingMinSessions: {
    value: 4,
    unit: "sessions or commits that changed both",
    range: [2, 20],
    source: { kind: "guess", ref: "settle with bench/observer" },
  },
  couplingMinShare: {
    value: 0.8,
    unit: "share of the changes of the first file",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 6: > 80 % success for what recurs" },
  },
  couplingPerSession: {
    value: 2,
    unit: "candidates a session",
    range: [0, 10],
    source: { kind: "guess", ref: "a refactoring couples everything; settle with bench/observer" },
  },
  couplingPerLook: {
    value: 3,
    unit: "candidates a weekly look",
    range: [0, 20],
    source: { kind: "guess", ref: "a few at a time, so that somebody can read them" },
  },
  acrossScore: {
    value: 0.91,
    unit: "1",
    range: [0, 1],
    source: { kind: "seed", ref: "inventory F2, co-access" },
  },
  quorumSimilarity: {
    value: 0.88,
    unit: "Jaccard of word sets",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 6: parallel agents, merged at 0.88" },
  },
  chasedMinSessions: {
    value: 3,
    unit: "sessions or commits that changed both, where one was read after the other that imports it",
    range: [2, 20],
    source: { kind: "guess", ref: "an import is a witness of its own; settle with bench/learning" },
  },
} as const satisfies Record<string, Tunable>;
