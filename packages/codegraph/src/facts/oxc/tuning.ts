/** Processes that read code with oxc: their numbers. */
import type { Tunable } from "../../tunable.ts";

export const OXC = {
  nurseryMb: {
    value: 8,
    unit: "MB of the half of a nursery that is filled, of a process that reads with oxc",
    range: [1, 64],
    source: {
      kind: "measured",
      ref: "1,973 files of void read to the end, one process: 8, 16, 32 and 64 MB take the same CPU and 219, 248, 302 and 396 MB of memory",
    },
  },
  patienceMs: {
    value: 20_000,
    unit: "ms until a process that reads with oxc is ended, because it answers nothing",
    range: [1_000, 600_000],
    source: {
      kind: "design",
      ref: "decision 0029: a batch takes 0.2 s of CPU, and no call of a parser has a limit",
    },
  },
  maxCrashes: {
    value: 3,
    unit: "processes that end over a file before none reads with oxc any more",
    range: [1, 20],
    source: {
      kind: "design",
      ref: "decision 0029: each costs the start of another, and a batch read again",
    },
  },
} as const satisfies Record<string, Tunable>;
