/** Waits for background processes: their lock files exist in the home while they run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LONGEST_MS = 90_000;
/** In this order, because the first may start the second. */
const JOBS = ["catch-up", "write-lessons"];

export async function workerEnd(home: string): Promise<void> {
  const endMs = Date.now() + LONGEST_MS;
  for (const job of JOBS) {
    const lock = join(home, `${job}.lock`);
    while (existsSync(lock)) {
      if (Date.now() > endMs)
        throw new Error(`the worker still holds its lock: ${readFileSync(lock, "utf8")}`);
      await pause(10);
    }
  }
}
