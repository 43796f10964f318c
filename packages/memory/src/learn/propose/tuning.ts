/** When files that change together are worth saying so. */
import type { Tunable } from "../../domain/tunable.ts";

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
  namedMin: {
    value: 3,
    unit: "files of a folder whose names are looked for",
    range: [1, 50],
    source: { kind: "guess", ref: "two names stand anywhere" },
  },
  namedMost: {
    value: 80,
    unit: "files of a folder whose names are looked for",
    range: [10, 1000],
    source: { kind: "guess", ref: "enough to tell" },
  },
  namedMinShare: {
    value: 0.6,
    unit: "share of them that the list names, or the other folder has",
    range: [0.3, 1],
    source: { kind: "guess", ref: "most of them; bench/learning --repos" },
  },
  readMaxBytes: {
    value: 1_000_000,
    unit: "bytes of a file that is read for names",
    range: [10_000, 10_000_000],
    source: { kind: "guess", ref: "a list is smaller" },
  },
  goneMinFiles: {
    value: 20,
    unit: "files that a history changed",
    range: [5, 1000],
    source: { kind: "guess", ref: "fewer say little" },
  },
  goneMaxShare: {
    value: 0.1,
    unit: "share of them that is there yet, where the code was put away",
    range: [0, 0.5],
    source: { kind: "guess", ref: "bench/learning --repos" },
  },
} as const satisfies Record<string, Tunable>;
