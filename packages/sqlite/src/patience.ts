/** Decides how long to wait for another connection's lock, and how often to try. */
import { setTimeout as pause } from "node:timers/promises";
import { isBusy } from "./engine-error.ts";

/** Waits like SQLite's own busy handler; after the last, always 100 ms. */
const SLEEPS_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50];
const LONGEST_SLEEP_MS = 100;

/** Repeats an attempt that was refused a lock, for up to `limitMs`. Every other failure is final. */
export async function untilFree<T>(attempt: () => Promise<T>, limitMs: number): Promise<T> {
  const startedMs = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const leftMs = limitMs - (performance.now() - startedMs);
      if (!isBusy(error) || leftMs <= 0) throw error;
      await pause(Math.min(SLEEPS_MS[tries] ?? LONGEST_SLEEP_MS, Math.max(1, leftMs)));
    }
  }
}
