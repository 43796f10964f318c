/** Somebody else who extracts: a thread or a process. Batches are answered in the order in which they are asked for. */
import type { Wanted } from "../facts/extract-file.ts";
import type { BatchAnswer } from "./extract-batch.ts";

export interface BatchReader {
  /** Rejects with `ReaderEnded`. */
  readonly read: (batch: readonly Wanted[]) => Promise<BatchAnswer>;
  /** Waits until it has ended: its memory is given back then, and linking needs room. */
  readonly end: () => Promise<unknown>;
}

/** It ended before it answered. */
export class ReaderEnded extends Error {
  /** Whether it was at this batch; the others were only waiting. */
  readonly wasAtIt: boolean;

  constructor(wasAtIt: boolean) {
    super("a reader of code ended before it was through");
    this.wasAtIt = wasAtIt;
  }
}

interface Waiting {
  readonly resolve: (answer: BatchAnswer) => void;
  readonly reject: (error: ReaderEnded) => void;
}

/** Who waits for an answer, first to last. */
export class WaitingLine {
  #waiting: Waiting[] = [];
  #hasEnded = false;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  wait(ask: () => void): Promise<BatchAnswer> {
    const answer = new Promise<BatchAnswer>((resolve, reject) => {
      if (this.#hasEnded) reject(new ReaderEnded(false));
      else this.#waiting.push({ resolve, reject });
    });
    // Whoever waits for one before it does not look at it yet.
    answer.catch(() => undefined);
    if (!this.#hasEnded) ask();
    return answer;
  }

  answer(answer: BatchAnswer): void {
    this.#waiting.shift()?.resolve(answer);
  }

  /** Nobody will answer any more. */
  end(isFirstToBlame: boolean): void {
    this.#hasEnded = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [place, { reject }] of waiting.entries()) {
      reject(new ReaderEnded(isFirstToBlame && place === 0));
    }
  }
}
