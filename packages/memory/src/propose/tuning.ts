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
} as const satisfies Record<string, Tunable>;
