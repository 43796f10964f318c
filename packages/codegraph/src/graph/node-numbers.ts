/**
 * Maps previous node numbers to new ones. An edit changes the nodes of one file and shifts all later nodes by a constant, so
 * a table of all nodes of a large graph would take longer than the edit.
 */

export class NodeNumbers {
  /** Whether every remaining node has the same number as before. */
  readonly isInPlace: boolean;
  /** Nodes below this number are unchanged. */
  readonly #first: number;
  /** New numbers of the previous nodes from `first` on; -1 for removed ones. */
  readonly #table: Int32Array;
  /** Offset for nodes after the table. */
  readonly #shift: number;

  /** `table`: new numbers of the nodes from `first` on. Later nodes are shifted by `shift`. */
  constructor(first: number, table: Int32Array, shift: number) {
    let [start, end] = [0, table.length];
    while (start < end && table[start] === first + start) start++;
    while (end > start && table[end - 1] === first + end - 1 + shift) end--;
    this.#first = first + start;
    this.#table = table.subarray(start, end);
    this.#shift = shift;
    this.isInPlace =
      shift === 0 && this.#table.every((now, at) => now < 0 || now === this.#first + at);
  }

  /** Returns the new number; -1 if the node was removed. */
  of(before: number): number {
    if (before < this.#first) return before;
    const at = before - this.#first;
    return at < this.#table.length ? (this.#table[at] ?? -1) : before + this.#shift;
  }

  /** Writes the new numbers of nodes that all still exist. */
  write(nodes: Uint32Array, start: number, end: number, to: Uint32Array, at: number): void {
    const [from, room] = [nodes.subarray(start, end), to.subarray(at, at + end - start)];
    if (this.isInPlace) room.set(from);
    else if (this.#table.length === 0) this.#writeShifted(from, room);
    else for (let i = 0; i < from.length; i++) room[i] = this.of(from[i] ?? 0);
  }

  /** Branch-free, because the branch would be unpredictable. */
  #writeShifted(from: Uint32Array, to: Uint32Array): void {
    const [last, shift] = [this.#first - 1, this.#shift];
    for (let i = 0; i < from.length; i++) {
      const node = from[i] ?? 0;
      to[i] = node + (((last - node) >> 31) & shift);
    }
  }
}
