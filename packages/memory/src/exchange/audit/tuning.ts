/** What counts as nearly the same, and how much of a store one look takes in. */
import type { Tunable } from "../../domain/tunable.ts";

export const AUDIT = {
  nearJaccard: {
    value: 0.85,
    unit: "Jaccard of word sets",
    range: [0.5, 1],
    source: {
      kind: "design",
      ref: "section 4; the same as promote's, so that an audit says what an import would do",
    },
  },
  bands: {
    value: 16,
    unit: "bands of four hashes",
    range: [4, 64],
    source: {
      kind: "paper",
      ref: "Broder 1997: two sets of Jaccard 0.85 meet in one of 16 bands of 4 but for 8 pairs in a million",
    },
  },
  quotedWords: {
    value: 6,
    unit: "words a memory must have to be recognised inside another",
    range: [3, 20],
    source: { kind: "guess", ref: "settle with stores in which recall loops were labelled" },
  },
  examples: {
    value: 5,
    unit: "worst examples of each kind",
    range: [1, 100],
    source: { kind: "guess", ref: "what fits on one screen" },
  },
  treeFiles: {
    value: 100_000,
    unit: "files of the project that are looked into for names",
    range: [1000, 1_000_000],
    source: {
      kind: "guess",
      ref: "the largest repository of bench/graph-accuracy has fewer than 20,000",
    },
  },
  treeFileBytes: {
    value: 2_000_000,
    unit: "bytes of one file",
    range: [100_000, 20_000_000],
    source: { kind: "guess", ref: "generated files beyond that name everything" },
  },
} as const satisfies Record<string, Tunable>;
