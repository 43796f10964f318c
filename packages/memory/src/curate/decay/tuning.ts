/** When a memory is set aside; half-lives are in domain/tuning.ts. */
import type { Tunable } from "../../domain/tunable.ts";

export const DECAY = {
  archiveBelow: {
    value: 0.1,
    unit: "effective confidence",
    range: [0, 0.5],
    source: { kind: "design", ref: "section 9; inventory L14" },
  },
  archiveAfterDays: {
    value: 30,
    unit: "days unconfirmed",
    range: [1, 365],
    source: { kind: "design", ref: "section 9; inventory L14" },
  },
} as const satisfies Record<string, Tunable>;
