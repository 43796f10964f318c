/** Limits for a question that a person or agent asked: whether it is a gap, and which event it names. */

export const ASKED = {
  /** Share of the words after "before" or "after" that a memory must contain to be the event. A wrong one hides answers. */
  eventCoverage: 0.95,
  gapRelevance: {
    value: 0.11,
    unit: "relevance of the best hit, below which no memory answers the question",
    range: [0, 1],
    source:
      "bench/coding-recall --gaps, dev half: below it are 0.04 of the questions that the first five hits answer, 0.38 of those without an answer, 0.73 of those about another project; the gate shows nothing at 0.67, 0.99, 0.99. Test half: 0.04, 0.39, 0.86",
  },
  gapWords: {
    value: 0.04,
    unit: "the same without search by meaning: share of the highest possible words score",
    range: [0, 1],
    source:
      "bench/coding-recall --gaps --words: dev half 0.07, 0.34, 0.60 and the gate 0.89, 0.99, 1; test half 0.13, 0.41, 0.70",
  },
  /** Maximum unanswered questions stored per project. Each is asked again after something was learned. */
  gapsKept: 200,
} as const;
