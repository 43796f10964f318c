/**
 * Decides which caller may use the connection: one transaction at a time, all others wait for its end.
 *
 * Checking and taking must happen in one tick, or two callers would both find the connection free. Hence the loop at every
 * use, with nothing asynchronous after it:
 *
 * while (turns.isTaken) await turns.nextEnd(); const release = turns.take();
 */
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "./database-error.ts";

/** Maximum wait. A caller that waits this long for a transaction of its own connection waits for itself. */
const LIMIT_MS = 30_000;

export class Turns {
  readonly #where: string;
  readonly #limitMs: number;
  #running: Promise<void> | undefined;

  constructor(where: string, limitMs: number = LIMIT_MS) {
    this.#where = where;
    this.#limitMs = limitMs;
  }

  get isTaken(): boolean {
    return this.#running !== undefined;
  }

  /** Returns the function that ends the turn. */
  take(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    return () => {
      this.#running = undefined;
      resolve();
    };
  }

  /** Throws "store_busy" if the running turn does not end in time. */
  async nextEnd(): Promise<void> {
    const patience = new AbortController();
    const tooLong = pause(this.#limitMs, "too long", { signal: patience.signal });
    tooLong.catch(() => undefined);
    const first = await Promise.race([this.#running, tooLong]);
    patience.abort();
    if (first === undefined) return;
    throw new DatabaseError("store_busy", {
      path: this.#where,
      waitedMs: this.#limitMs,
      reason: "a transaction of this connection did not end",
    });
  }
}
