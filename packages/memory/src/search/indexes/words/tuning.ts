/** The numbers of words in memory. */
import type { Tunable } from "../../../domain/tunable.ts";

export const WORDS = {
  pageRows: {
    value: 512,
    unit: "changed memories a recall takes in itself; more are taken in beside it, and FTS5 answers meanwhile",
    range: [1, 10_000],
    source: { kind: "guess", ref: "settle with bench/recall-latency, with a writer beside it" },
  },
  latestDocs: {
    value: 2048,
    unit: "memories that are turned into postings anew whenever one more comes",
    range: [64, 65_536],
    source: { kind: "guess", ref: "settle with bench/recall-latency, with a writer beside it" },
  },
  compactDocs: {
    value: 4096,
    unit: "memories that came or went since all were made one, before they are made one again",
    range: [0, 1_000_000],
    source: { kind: "guess", ref: "settle with how long a start takes to read what came since" },
  },
  compactShare: {
    value: 0.05,
    unit: "× memories there are, where that is more than compactDocs",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with how long a start takes to read what came since" },
  },
} as const satisfies Record<string, Tunable>;
