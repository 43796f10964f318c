/** Numbers of what the command tells people about how things stand. */
import type { Tunable } from "@tacit-memory/memory";

export const HOST_STANDING = {
  unheardMinutes: {
    value: 10,
    unit: "minutes that a host wrote transcripts after it was connected, without a hook that told anything",
    range: [1, 240],
    source: {
      kind: "guess",
      ref: "a hook fires at a prompt; sessions that were open meanwhile need a restart, which is what is advised",
    },
  },
  quietHours: {
    value: 24,
    unit: "hours that a host's transcripts are newer than what its hooks told last",
    range: [1, 336],
    source: {
      kind: "guess",
      ref: "far more than any single tool runs; a week of reports of false alarms would settle it",
    },
  },
} as const satisfies Readonly<Record<string, Tunable>>;

export const WAITING = {
  silentMs: {
    value: 2000,
    unit: "ms without an answer of a model, after which it is said who is waited for",
    range: [100, 30_000],
    source: { kind: "guess", ref: "a server that is well answers a probe sooner" },
  },
} as const satisfies Readonly<Record<string, Tunable>>;
