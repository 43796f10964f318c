/** Waits for the process that learns in the background: its lock file in the home is there while it works. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LONGEST_MS = 90_000;

export async function workerEnd(home: string): Promise<void> {
  const lock = join(home, "catch-up.lock");
  const endMs = Date.now() + LONGEST_MS;
  while (existsSync(lock)) {
    if (Date.now() > endMs)
      throw new Error(`the worker still holds its lock: ${readFileSync(lock, "utf8")}`);
    await pause(10);
  }
}
