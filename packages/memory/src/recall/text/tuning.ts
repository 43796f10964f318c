/** Numbers for combining words and meaning of a text. */

/** Numbers for adding words and meaning; relevance.ts. */
export const FUSION = {
  wordsNoise: {
    value: 0.15,
    unit: "words score that says nothing, but where a third of the query or more is names and paths: those say it",
    range: [0, 0.5],
    source: "bench/encoder, dev halves; decision 0015",
  },
  chanceRank: {
    value: 15,
    unit: "rank by words, whose score is what chance gives",
    range: [2, 100],
    source:
      "bench/encoder, dev halves, with chanceGain, beside crowdShare: BEAM recall@10 0.565 → 0.591, paraphrases among 2,000 recall@5 0.345 → 0.369, LoCoMo 0.739 → 0.735, repositories 0.539 → 0.538",
  },
  chanceGain: {
    value: 1.2,
    unit: "× its score",
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
    unit: "terms from which on a question is long",
    range: [2, 32],
    source:
      "bench/encoder, dev halves: 7 gives LoCoMo recall@10 half a point more and takes half a point of recall@5 from paraphrases among 2,000, 10 gives back what 8 takes from them (1.7 points), and loses LoCoMo's point",
  },
  longNoise: {
    value: 0.5,
    unit: "× words of the best, for a long question's noise where that is less",
    range: [0, 1],
    source:
      "bench/coding-recall, dev: hit@1 0.818 → 0.838 with this and longWords; 0 loses a point of recall@5",
  },
  longWords: {
    value: 0.4,
    unit: "words score that the best of a long question is raised to",
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
    unit: "× a candidate's density above the candidates' mean, off its cosine",
    range: [0, 1],
    source:
      "bench/encoder, dev halves, fused: LoCoMo recall@10 0.727 → 0.739, BEAM 0.548 → 0.565, paraphrases among 2,000 recall@5 0.326 → 0.345, repositories level",
  },
  crowdNeighbours: {
    value: 10,
    unit: "nearest candidates that make a candidate's density",
    range: [1, 100],
    source:
      "bench/encoder, dev halves, by meaning alone: 5 and 20 within half a point, BEAM within 1.1",
  },
  crowdPool: {
    value: 100,
    unit: "candidates, nearest first, whose density is looked at",
    range: [0, 1000],
    source:
      "bench/encoder, dev halves, by meaning alone: 50 loses a point of paraphrases among 2,000, 200 wins one; cost grows with its square",
  },
  pairsWeight: {
    value: 0.2,
    unit: "× share of the question's neighbouring words that stand side by side in the text",
    range: [0, 1],
    source:
      "bench/encoder, dev halves, fused NDCG@10: functions 0.788 → 0.802, BEAM 0.465 → 0.485, LoCoMo 0.545 → 0.553, repositories 0.535 → 0.538, paraphrases among 2,000 0.517 → 0.515; 0.15 as good",
  },
  pairsPool: {
    value: 50,
    unit: "texts, most relevant first, that are looked at for them",
    range: [0, 500],
    source:
      "tried on the candidates of bench/encoder's dev halves: of 20 a third of what repositories gain is lost",
  },
  companyShare: {
    value: 0.5,
    unit: "× words of the episodes right before and after",
    range: [0, 1],
    source: "bench/recall-quality, dev halves: LoCoMo recall@10 0.705 and BEAM 0.549 with it",
  },
  emphasisPower: {
    value: 0.5,
    unit: "power of a word's rarity here",
    range: [0, 2],
    source:
      "bench/encoder, dev: LoCoMo recall@10 0.38 → 0.54, repositories' mean NDCG@10 +0.007; 1 loses in repositories",
  },
  stopWordEmphasis: {
    value: 0.3,
    unit: "× a stop word, which nobody counts",
    range: [0, 1],
    source: "bench/encoder, dev: what their counts would give",
  },
  /** Cosine of a memory that has no vector yet. */
  unknownCosine: 0,
} as const;
