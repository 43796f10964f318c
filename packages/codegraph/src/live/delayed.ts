/** Runs work after a delay that restarts with each request. Does not keep the process alive. */
export class Delayed {
  readonly #work: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, this.#ms);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
