/**
 * Which number has a node now that it had another one before? An edit changes those of one file and moves all that
 * come after it by as much: a table of a large graph's nodes would take longer than all the edit changes.
 */

export class NodeNumbers {
  /** No node that stayed has another number. */
  readonly isInPlace: boolean;
  /** Below it nodes have the numbers they had. */
  readonly #first: number;
  /** By node before, from `first` on: its number now; -1 when it is gone. */
  readonly #table: Int32Array;
  /** What those after the table have more than before. */
  readonly #shift: number;

  constructor(first: number, table: Int32Array, shift: number) {
    this.#first = first;
    this.#table = table;
    this.#shift = shift;
    this.isInPlace = shift === 0 && table.every((now, at) => now < 0 || now === first + at);
  }

  /** Its number now; -1 when it is gone. */
  of(before: number): number {
    if (before < this.#first) return before;
    const at = before - this.#first;
    return at < this.#table.length ? (this.#table[at] ?? -1) : before + this.#shift;
  }

  /** The numbers now of nodes that are all there still. */
  write(nodes: Uint32Array, start: number, end: number, to: Uint32Array, at: number): void {
    if (this.isInPlace) {
      to.set(nodes.subarray(start, end), at);
      return;
    }
    const [first, table, shift] = [this.#first, this.#table, this.#shift];
    const known = table.length;
    const last = first + known - 1;
    for (let i = start; i < end; i++) {
      const node = nodes[i] ?? 0;
      const place = (node - first) >>> 0;
      // Without a branch: which side a node is of nobody can guess.
      to[at + i - start] =
        place < known ? (table[place] ?? 0) : node + (((last - node) >> 31) & shift);
    }
  }
}
