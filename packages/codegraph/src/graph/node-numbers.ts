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

  /** `table`: of the nodes from `first` on; those after it have `shift` more than before. */
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

  /** Its number now; -1 when it is gone. */
  of(before: number): number {
    if (before < this.#first) return before;
    const at = before - this.#first;
    return at < this.#table.length ? (this.#table[at] ?? -1) : before + this.#shift;
  }

  /** The numbers now of nodes that are all there still. */
  write(nodes: Uint32Array, start: number, end: number, to: Uint32Array, at: number): void {
    const [from, room] = [nodes.subarray(start, end), to.subarray(at, at + end - start)];
    if (this.isInPlace) room.set(from);
    else if (this.#table.length === 0) this.#writeShifted(from, room);
    else for (let i = 0; i < from.length; i++) room[i] = this.of(from[i] ?? 0);
  }

  /** Without a branch: which side a node is of nobody can guess. */
  #writeShifted(from: Uint32Array, to: Uint32Array): void {
    const [last, shift] = [this.#first - 1, this.#shift];
    for (let i = 0; i < from.length; i++) {
      const node = from[i] ?? 0;
      to[i] = node + (((last - node) >> 31) & shift);
    }
  }
}
