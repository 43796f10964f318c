/** The numbers of vector search. */
import type { Tunable } from "../domain/tunable.ts";

export const VECTORS = {
  exactRows: {
    value: 200_000,
    unit: "rows a search scans exactly; above, sign bits find the candidates",
    range: [10_000, 1_000_000],
    source: {
      kind: "measured",
      ref: "bench/vector-search: an exact scan of 1,000,000 × 256 takes 11.7 ms, by sign bits 2.7",
    },
  },
  bitCandidates: {
    value: 3000,
    unit: "candidates by sign bits, scored by int8",
    range: [300, 20_000],
    source: {
      kind: "measured",
      ref: "bench/vector-search: as good as the exact scan at 1,000,000; 1,000 lost 2 points in the storage study",
    },
  },
  prefixCandidates: {
    value: 100,
    unit: "candidates by the leading dimensions, scored by all",
    range: [30, 1000],
    source: {
      kind: "measured",
      ref: "storage study: 256 of 1024 dimensions hold 0.994 of the best 30 among their best 100",
    },
  },
  writeBackRows: {
    value: 512,
    unit: "rows beside the side file before it is written anew",
    range: [0, 100_000],
    source: { kind: "guess", ref: "settle with how long hooks take to read the rows beside it" },
  },
  writeBackShare: {
    value: 0.05,
    unit: "× rows of the side file, where that is more than writeBackRows",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with how long hooks take to read the rows beside it" },
  },
} as const satisfies Record<string, Tunable>;
