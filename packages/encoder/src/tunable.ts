/** A number that quality depends on, with its unit, range and source. `docs/tuning.md` lists them all. */
export interface Tunable {
  readonly value: number;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly source: {
    readonly kind: "paper" | "engine" | "design" | "measured" | "seed" | "guess";
    readonly ref: string;
  };
}
