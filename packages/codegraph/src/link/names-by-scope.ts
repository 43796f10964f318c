/**
 * Names of a file's scopes, by scope and name. A tree has a hundred thousand scopes, most with two or three names. A map per
 * scope would take more memory than its content, so a scope is a range of one list.
 */

/** A scope with at least this many names gets a map when it is first queried. */
const MANY = 16;

const NONE: readonly never[] = [];

export class NamesByScope<T> {
  readonly #rows: readonly T[];
  readonly #name: (row: T) => string;
  /** By scope + 1: start of its range in `#rows`, plus the end of the last. */
  readonly #starts: Uint32Array;
  readonly #maps = new Map<number, Map<string, T[]>>();

  /**
   * `count`: scopes range from -1 (the file) to count - 1; rows of other scopes are left out. Rows of a scope stay in order.
   */
  constructor(
    rows: readonly T[],
    count: number,
    { scope, name }: { readonly scope: (row: T) => number; readonly name: (row: T) => string },
  ) {
    this.#name = name;
    this.#starts = new Uint32Array(count + 2);
    const validRows = rows.filter((row) => scope(row) >= -1 && scope(row) < count);
    for (const row of validRows)
      this.#starts[scope(row) + 2] = (this.#starts[scope(row) + 2] ?? 0) + 1;
    for (let at = 2; at < this.#starts.length; at++) {
      this.#starts[at] = (this.#starts[at] ?? 0) + (this.#starts[at - 1] ?? 0);
    }
    this.#rows = validRows.every(
      (row, at) => at === 0 || scope(validRows[at - 1] as T) <= scope(row),
    )
      ? validRows
      : [...validRows].sort((a, b) => scope(a) - scope(b));
  }

  /** Returns all rows of a scope in file order. */
  of(scope: number): readonly T[] {
    const [start, end] = this.#stretch(scope);
    return start === end ? NONE : this.#rows.slice(start, end);
  }

  named(scope: number, name: string): readonly T[] {
    const [start, end] = this.#stretch(scope);
    if (end - start >= MANY) return this.#mapOf(scope).get(name) ?? NONE;
    let found: T[] | undefined;
    for (let at = start; at < end; at++) {
      const row = this.#rows[at] as T;
      if (this.#name(row) !== name) continue;
      if (found === undefined) found = [row];
      else found.push(row);
    }
    return found ?? NONE;
  }

  /** Returns the rows by name, names in order of first occurrence. */
  grouped(scope: number): ReadonlyMap<string, readonly T[]> {
    return this.#mapOf(scope);
  }

  #stretch(scope: number): [number, number] {
    return [this.#starts[scope + 1] ?? 0, this.#starts[scope + 2] ?? this.#starts[scope + 1] ?? 0];
  }

  #mapOf(scope: number): Map<string, T[]> {
    const cached = this.#maps.get(scope);
    if (cached !== undefined) return cached;
    const map = new Map<string, T[]>();
    for (const row of this.of(scope)) {
      const same = map.get(this.#name(row));
      if (same === undefined) map.set(this.#name(row), [row]);
      else same.push(row);
    }
    this.#maps.set(scope, map);
    return map;
  }
}
