/** Keeps the most recently used prepared statements, up to a limit. */

/** A map that drops the least recently used entry. `make` runs if the key is missing. */
export class RecentlyUsed<V> {
  readonly #limit: number;
  readonly #make: (key: string) => V;
  readonly #entries = new Map<string, V>();

  constructor(limit: number, make: (key: string) => V) {
    this.#limit = limit;
    this.#make = make;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V {
    const cached = this.#entries.get(key);
    if (cached !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, cached);
      return cached;
    }
    const made = this.#make(key);
    this.#entries.set(key, made);
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return made;
  }

  clear(): void {
    this.#entries.clear();
  }
}
