/** Numbers of reranking by late interaction. */

export const LATE = {
  turnChars: {
    value: 500,
    unit: "characters of a conversation turn that the default reranker reads",
    range: [0, 20_000],
    source:
      "bench/recall-quality, dev: of 256 dimensions: LoCoMo recall@10 0.714 → 0.729 (of 250: 0.718), BEAM 0.555 → 0.550 (of all lengths: 0.543)",
  },
  /** Maximum first hits that are reranked. */
  pool: 30,
  share: {
    value: 0.3,
    unit: "weight of late interaction in the order; the first stage has the rest",
    range: [0, 1],
    source:
      "bench/recall-quality --rerank late, dev: LoCoMo NDCG@10 0.509 → 0.536, BEAM 0.456 → 0.432; decision 0021",
  },
  dims: {
    value: 64,
    unit: "first dimensions of the encoder that are used for a word",
    range: [64, 256],
    source:
      "bench/recall-quality, dev: LoCoMo recall@10 0.727 (128: 0.722, 256: 0.729), BEAM 0.548 (0.550, 0.550), at half the time",
  },
  /** Maximum different words of a query. */
  queryWords: 64,
  /** Maximum different words of a passage. */
  passageWords: 400,
  /** Maximum words whose vectors a process caches: 1 KB each. */
  cachedWords: 20_000,
} as const;
