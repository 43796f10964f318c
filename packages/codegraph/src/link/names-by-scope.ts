/**
 * What a file's scopes name, found by scope and name. A tree has a hundred thousand scopes, most of which name two
 * or three things: a map for each would weigh more than what it finds, so a scope is a stretch of one list.
 */

/** From so many names on a scope has a map of its own, made when it is first asked. */
const MANY = 16;

const NONE: readonly never[] = [];

export class NamesByScope<T> {
  readonly #rows: readonly T[];
  readonly #name: (row: T) => string;
  /** By scope + 1: where its stretch of `#rows` begins; one more entry for the end. */
  readonly #starts: Uint32Array;
  readonly #maps = new Map<number, Map<string, T[]>>();

  /** `count`: scopes are -1 (the file) to count - 1; rows of others are left out. Rows of a scope keep their order. */
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

  /** Everything the scope names, in the order of the file. */
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

  /** Names in the order in which they first occur. */
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
