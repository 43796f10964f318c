/** Numbers for combining words and meaning of a text. */

/** Numbers for adding words and meaning; relevance.ts. */
export const FUSION = {
  wordsNoise: {
    value: 0.15,
    unit: "words score subtracted as noise; 0 if a third of the query or more is names and paths",
    range: [0, 0.5],
    source: "bench/encoder, dev halves; decision 0015",
  },
  chanceRank: {
    value: 15,
    unit: "rank by words whose score is taken as the score by chance",
    range: [2, 100],
    source:
      "bench/encoder, dev halves, with chanceGain and crowdShare: BEAM recall@10 0.565 → 0.591, paraphrases among 2,000 recall@5 0.345 → 0.369, LoCoMo 0.739 → 0.735, repositories 0.539 → 0.538",
  },
  chanceGain: {
    value: 1.2,
    unit: "× the score by chance",
    range: [0, 3],
    source:
      "as chanceRank; tried on the candidates of bench/encoder's dev halves: 1 loses a point of paraphrases among 2,000",
  },
  wordsWeight: {
    value: 1.7,
    unit: "× words",
    range: [0, 6],
    source:
      "bench/encoder, dev halves; decision 0015; bench/recall-quality and coding-recall, dev, since chanceRank: 2.2 has LoCoMo 0.741 for 0.734, BEAM 0.573 for 0.591, a case of hit@1 less",
  },
  longQuestion: {
    value: 8,
    unit: "minimum terms of a long question",
    range: [2, 32],
    source:
      "bench/encoder, dev halves: 7 gives LoCoMo recall@10 half a point more and costs half a point of recall@5 of paraphrases among 2,000; 10 gains 1.7 points there and loses one in LoCoMo",
  },
  longNoise: {
    value: 0.5,
    unit: "× the best words score: upper limit of a long question's noise",
    range: [0, 1],
    source:
      "bench/coding-recall, dev: hit@1 0.818 → 0.838 with this and longWords; 0 loses a point of recall@5",
  },
  longWords: {
    value: 0.4,
    unit: "words score to which the best of a long question is raised",
    range: [0, 1],
    source: "bench/recall-quality, dev: LoCoMo recall@10 0.705 → 0.714, BEAM 0.549 → 0.555",
  },
  longGain: {
    value: 2,
    unit: "× words of a long question, at most",
    range: [1, 10],
    source: "bench/coding-recall, dev: 3 loses a point of hit@1",
  },
  crowdShare: {
    value: 0.25,
    unit: "× a candidate's density above the mean, subtracted from its cosine",
    range: [0, 1],
    source:
      "bench/encoder, dev halves, fused: LoCoMo recall@10 0.727 → 0.739, BEAM 0.548 → 0.565, paraphrases among 2,000 recall@5 0.326 → 0.345, repositories level",
  },
  crowdNeighbours: {
    value: 10,
    unit: "nearest candidates from which a candidate's density is computed",
    range: [1, 100],
    source:
      "bench/encoder, dev halves, by meaning alone: 5 and 20 within half a point, BEAM within 1.1",
  },
  crowdPool: {
    value: 100,
    unit: "nearest candidates whose density is computed",
    range: [0, 1000],
    source:
      "bench/encoder, dev halves, by meaning alone: 50 loses a point of paraphrases among 2,000, 200 wins one; cost grows with its square",
  },
  pairsWeight: {
    value: 0.2,
    unit: "× share of the question's adjacent words that are adjacent in the text",
    range: [0, 1],
    source:
      "bench/encoder, dev halves, fused NDCG@10: functions 0.788 → 0.802, BEAM 0.465 → 0.485, LoCoMo 0.545 → 0.553, repositories 0.535 → 0.538, paraphrases among 2,000 0.517 → 0.515; 0.15 as good",
  },
  pairsPool: {
    value: 50,
    unit: "most relevant texts that are searched for adjacent words",
    range: [0, 500],
    source:
      "tried on the candidates of bench/encoder's dev halves: with 20, a third of the gain in repositories is lost",
  },
  companyShare: {
    value: 0.5,
    unit: "× words of the episodes right before and after",
    range: [0, 1],
    source: "bench/recall-quality, dev halves: LoCoMo recall@10 0.705 and BEAM 0.549 with it",
  },
  emphasisPower: {
    value: 0.5,
    unit: "power of a word's rarity in the project",
    range: [0, 2],
    source:
      "bench/encoder, dev: LoCoMo recall@10 0.38 → 0.54, repositories' mean NDCG@10 +0.007; 1 loses in repositories",
  },
  stopWordEmphasis: {
    value: 0.3,
    unit: "weight of a stop word, whose rarity is not counted",
    range: [0, 1],
    source: "bench/encoder, dev: the weight that their counts would give",
  },
  /** Cosine of a memory that has no vector yet. */
  unknownCosine: 0,
} as const;
