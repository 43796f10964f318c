/** What use does to confidence. */
import type { Tunable } from "../../domain/tunable.ts";

export const REVISE = {
  usefulGain: {
    value: 0.05,
    unit: "confidence",
    range: [0, 0.5],
    source: { kind: "seed", ref: "jcode; inventory G11" },
  },
} as const satisfies Record<string, Tunable>;
