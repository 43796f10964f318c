/** Limits of the process that parses with oxc. */

export const OXC = {
  /** MB of half of the nursery (V8's young heap) in the process that parses with oxc. More costs memory and saves no CPU. */
  nurseryMb: 8,
  /** Milliseconds without an answer after which the oxc process is ended. A batch takes 0.2 s of CPU (decision 0029). */
  patienceMs: 20_000,
  /** Crashes of the oxc process after which oxc is no longer used. Each costs a restart and a batch (decision 0029). */
  maxCrashes: 3,
} as const;
