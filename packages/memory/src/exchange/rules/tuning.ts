/** Bounds of reading rule files: what a hostile or generated tree may cost, and how long a rule is. */
import type { Tunable } from "../../domain/tunable.ts";

const corpus = {
  kind: "measured",
  ref: "bench/rule-files: 130 files of 42 public repositories",
} as const;

export const RULES = {
  fileBytes: {
    value: 400_000,
    unit: "bytes of one rule file",
    range: [50_000, 4_000_000],
    source: { kind: "measured", ref: "bench/rule-files: the largest of 130 has 49,153" },
  },
  files: {
    value: 500,
    unit: "rule files of a project",
    range: [10, 5000],
    source: { kind: "guess", ref: "the most in one repository of bench/rule-files is 15" },
  },
  importDepth: {
    value: 5,
    unit: "files from the one that imports",
    range: [1, 10],
    source: { kind: "engine", ref: "Claude Code, memory documentation: five hops" },
  },
  ruleChars: {
    value: 1000,
    unit: "characters of a rule with its code and heading",
    range: [200, 1000],
    source: { kind: "design", ref: "section 2: content of 10 to 1,000 characters" },
  },
  leastChars: {
    value: 12,
    unit: "characters of a rule without its heading",
    range: [4, 40],
    source: corpus,
  },
  sentenceChars: {
    value: 420,
    unit: "characters of a paragraph before it is taken apart into sentences",
    range: [100, 1000],
    source: corpus,
  },
  listChars: {
    value: 60,
    unit: "characters of an entry that says nothing without its list",
    range: [20, 200],
    source: corpus,
  },
  changedJaccard: {
    value: 0.4,
    unit: "Jaccard of word sets of a rule and what stands in its place now",
    range: [0.2, 0.9],
    source: { kind: "guess", ref: "settle with the histories of rule files in bench/rule-files" },
  },
} as const satisfies Record<string, Tunable>;
