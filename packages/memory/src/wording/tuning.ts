/** The numbers of model wording: how often a model is asked, how much it is shown, what is believed of its answer. */
import type { Tunable } from "../domain/tunable.ts";

export const WORDING = {
  callsADay: {
    value: 20,
    unit: "calls a day, each for one session",
    range: [0, 10_000],
    source: { kind: "guess", ref: "a day of work has fewer sessions that teach something" },
  },
  budgetMs: {
    value: 30_000,
    unit: "ms one call may take",
    range: [1000, 300_000],
    source: { kind: "guess", ref: "a page of JSON from a small model here; nobody waits for it" },
  },
  totalMs: {
    value: 90_000,
    unit: "ms all calls of one command may take together",
    range: [1000, 3_600_000],
    source: { kind: "guess", ref: "an import of many sessions ends all the same" },
  },
  sessionsAtOnce: {
    value: 5,
    unit: "sessions that a server words in the background at one start",
    range: [0, 100],
    source: { kind: "guess", ref: "those of a day; the rest is for the next start" },
  },
  memories: {
    value: 20,
    unit: "memories of a session that a model is shown",
    range: [1, 100],
    source: { kind: "design", ref: "section 6: the highest cap of a session kind" },
  },
  known: {
    value: 8,
    unit: "memories about the same files that it may summarise with",
    range: [0, 100],
    source: { kind: "guess", ref: "a module has few; more would be most of what is sent" },
  },
  requestChars: {
    value: 14_000,
    unit: "characters of memories in one request, about 4,000 tokens",
    range: [1000, 200_000],
    source: { kind: "guess", ref: "twenty memories of 700 characters with what they rest on" },
  },
  evidenceChars: {
    value: 240,
    unit: "characters of one piece of evidence",
    range: [0, 2000],
    source: { kind: "guess", ref: "a line of an error" },
  },
  answerBytes: {
    value: 1_000_000,
    unit: "bytes of an answer",
    range: [10_000, 100_000_000],
    source: { kind: "design", ref: "twenty memories are 30 KB; what is more is none" },
  },
  answerTokens: {
    value: 4000,
    unit: "tokens of an answer, where a server has to be told",
    range: [200, 100_000],
    source: { kind: "guess", ref: "as long as the request" },
  },
  maxChars: {
    value: 600,
    unit: "characters of what a model words",
    range: [100, 1000],
    source: { kind: "guess", ref: "a memory has 1,000 at most, and is to become shorter" },
  },
  insights: {
    value: 2,
    unit: "summaries one answer may make",
    range: [0, 20],
    source: {
      kind: "seed",
      ref: "inventory K2: at most 5, of which most said what one source says",
    },
  },
  insightSessions: {
    value: 5,
    unit: "sessions that a summary's sources come from",
    range: [2, 100],
    source: { kind: "design", ref: "section 6: a module's first synthesis is at 5 sessions" },
  },
} as const satisfies Record<string, Tunable>;
