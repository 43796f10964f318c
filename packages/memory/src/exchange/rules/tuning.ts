/** Limits for reading rule files: the cost of a hostile or generated tree, and the length of a rule. */

const corpus = "bench/rule-files: 130 files of 42 public repositories";

export const RULES = {
  /** Maximum bytes of a rule file. The largest of 130 in bench/rule-files has 49,153. */
  fileBytes: 400_000,
  /** Maximum rule files of a project. One repository in bench/rule-files has at most 15. */
  files: 500,
  /** Depth of imports between rule files: five hops, as documented by Claude Code. */
  importDepth: 5,
  /** Characters of a rule with its code and heading: the limit of a memory. */
  ruleChars: 1000,
  leastChars: {
    value: 12,
    unit: "characters of a rule without its heading",
    range: [4, 40],
    source: corpus,
  },
  sentenceChars: {
    value: 420,
    unit: "characters of a paragraph, above which it is split into sentences",
    range: [100, 1000],
    source: corpus,
  },
  listChars: {
    value: 60,
    unit: "characters of a list entry, below which it is stored with its list",
    range: [20, 200],
    source: corpus,
  },
  /** Jaccard index of word sets, from which a rule counts as a new wording of the rule in its place. */
  changedJaccard: 0.4,
} as const;
