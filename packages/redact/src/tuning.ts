/** The numbers redaction depends on; fewer misses and fewer false flags pull in opposite directions. */

/** A number that quality depends on, with its unit, range and source. `docs/tuning.md` lists them all. */
interface Tunable {
  readonly value: number;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly source: {
    readonly kind: "paper" | "engine" | "design" | "measured" | "seed" | "guess";
    readonly ref: string;
  };
}

const measured = {
  kind: "measured",
  ref: "development half of the labelled cases, and false flags per MB of ordinary code",
} as const;

const guess = {
  kind: "guess",
  ref: "settle with a sweep over the labelled cases and false flags per MB of ordinary code",
} as const;

export const SHAPE = {
  sampleLength: { value: 200, unit: "characters", range: [64, 1000], source: guess },
  tokenLength: { value: 12, unit: "characters", range: [8, 32], source: guess },
  weakKeyLength: { value: 20, unit: "characters", range: [16, 40], source: guess },
  passwordLength: { value: 6, unit: "characters", range: [4, 12], source: guess },
  randomRun: { value: 3.4, unit: "characters per run", range: [2, 5], source: measured },
  spokenShare: {
    value: 0.55,
    unit: "share of letters and digits",
    range: [0, 1],
    source: measured,
  },
  unspokenShare: {
    value: 0.4,
    unit: "share of letters and digits",
    range: [0, 1],
    source: measured,
  },
  shortEntropy: { value: 2.7, unit: "bits per character", range: [2, 4], source: guess },
  longEntropy: { value: 3, unit: "bits per character", range: [2, 5], source: guess },
} as const satisfies Record<string, Tunable>;
