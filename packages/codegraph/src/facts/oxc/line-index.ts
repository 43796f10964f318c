/** Converts offsets in a text to rows, optimised for many mostly increasing offsets. */
export class LineIndex {
  readonly #starts: number[] = [0];
  #row = 0;

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  /** Returns the row (from 0) at `offset` in UTF-16 units. */
  rowAt(offset: number): number {
    const starts = this.#starts;
    // Usually the row of the previous offset or one of the next few.
    const from = this.#row;
    if ((starts[from] ?? 0) <= offset) {
      for (let row = from; row < from + NEAR_ROWS; row++) {
        if ((starts[row + 1] ?? Number.POSITIVE_INFINITY) > offset) return this.#at(row);
      }
    }
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#at(low - 1);
  }

  #at(row: number): number {
    this.#row = row;
    return row;
  }

  /** Returns the offset of a row's first character. */
  startOf(row: number): number {
    return this.#starts[row] ?? 0;
  }
}

const NEAR_ROWS = 4;
