/** Limits of the search in past sessions. */

export const PASSAGES = {
  /** Maximum passages scored by all words and by meaning. */
  pool: 100,
  joinedChars: {
    value: 2600,
    unit: "characters of a hit made of passages that follow each other",
    range: [0, 10_000],
    source:
      "by hand on bench/worth, dev half: more questions answered in five hits and by the first than without joining",
  },
  /** Number of passages with a word at which the word no longer selects candidates. */
  commonFrom: 3000,
  contextWeight: {
    value: 0.5,
    unit: "× a word of the question a passage answers",
    range: [0, 2],
    source: "by hand on bench/worth, dev half: half and twice the value change little",
  },
  identifierWeight: {
    value: 0.5,
    unit: "× a part of an identifier",
    range: [0, 2],
    source: "by hand on bench/worth, dev half: half and twice the value change little",
  },
  noise: {
    value: 0.1,
    unit: "words score subtracted as noise",
    range: [0, 0.5],
    source: "by hand on bench/worth, dev half: half and twice the value change little",
  },
  summaryDiscount: {
    value: 0.1,
    unit: "relevance subtracted from the summary of a session",
    range: [0, 1],
    source:
      "by hand on bench/worth, dev half: one point more questions answered in five hits than without",
  },
  pointerRelevance: {
    value: 0.25,
    unit: "minimum relevance of a passage that is pointed to",
    range: [0, 1],
    source:
      "by hand on bench/worth, dev half: few questions about another repository get a pointer",
  },
  pointerCosine: {
    value: 0.35,
    unit: "minimum cosine of a passage that is pointed to",
    range: [-1, 1],
    source: "bench/pointers: prompts of later sessions, judged by reading",
  },
  pointerEvidence: {
    value: 6,
    unit: "minimum evidence of the shared words in nats",
    range: [0, 50],
    source: "bench/pointers: prompts of later sessions, judged by reading",
  },
  /** Saturation of BM25, as in FTS5's bm25(). */
  k1: 1.2,
  b: {
    value: 0.6,
    unit: "1",
    range: [0, 1],
    source: "by hand on bench/worth, dev half: half and twice the value change little",
  },
  usualWords: {
    value: 110,
    unit: "words of a passage",
    range: [20, 500],
    source: "by hand on bench/worth, dev half: half and twice the value change little",
  },
} as const;
