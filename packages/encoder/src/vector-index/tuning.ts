/** Numbers of vector search that bench/vector-search sweeps. */

export const VECTORS = {
  exactRows: {
    value: 200_000,
    unit: "rows a search scans exactly; above, sign bits find the candidates",
    range: [10_000, 1_000_000],
    source: "bench/vector-search: an exact scan of 1,000,000 × 256 takes 11.7 ms, by sign bits 2.7",
  },
  bitCandidates: {
    value: 3000,
    unit: "candidates by sign bits, scored by int8",
    range: [300, 20_000],
    source:
      "bench/vector-search: as good as the exact scan at 1,000,000; 1,000 lost 2 points in the storage study",
  },
  /** Candidates by the leading dimensions, which are then scored by all dimensions. */
  prefixCandidates: 100,
} as const;
