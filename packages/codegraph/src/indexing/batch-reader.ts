/** A thread or process that extracts facts. Batches are answered in the order they are requested. */
import type { FileToExtract } from "../facts/extract-file.ts";
import type { BatchAnswer } from "./extract-batch.ts";

export interface BatchReader {
  /** Rejects with `ReaderEnded`. */
  readonly read: (batch: readonly FileToExtract[]) => Promise<BatchAnswer>;
  /** Waits until the reader has ended and its memory is free, because linking needs the space. */
  readonly end: () => Promise<unknown>;
}

/** The reader ended before it answered. */
export class ReaderEnded extends Error {
  /** Whether the reader was processing this batch; other batches were only queued. */
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

/** Queue of callers that wait for an answer, first to last. */
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
    // Prevents an unhandled rejection while the caller still waits for an earlier answer.
    answer.catch(() => undefined);
    if (!this.#hasEnded) ask();
    return answer;
  }

  answer(answer: BatchAnswer): void {
    this.#waiting.shift()?.resolve(answer);
  }

  /** Rejects all waiting callers, because no more answers will follow. */
  end(isFirstToBlame: boolean): void {
    this.#hasEnded = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [place, { reject }] of waiting.entries()) {
      reject(new ReaderEnded(isFirstToBlame && place === 0));
    }
  }
}
