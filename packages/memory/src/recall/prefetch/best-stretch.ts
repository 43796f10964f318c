/** Finds the lines of a file that contain most of the terms. */

/** A window of lines that moves down the file; its value is the sum of its distinct terms' rarities. */
class Stretch {
  readonly #rarity: (term: string) => number;
  readonly #inside = new Map<string, number>();
  worth = 0;

  constructor(rarity: (term: string) => number) {
    this.#rarity = rarity;
  }

  enter(terms: Iterable<string>): void {
    for (const term of terms) {
      const many = this.#inside.get(term) ?? 0;
      if (many === 0) this.worth += this.#rarity(term);
      this.#inside.set(term, many + 1);
    }
  }

  leave(terms: Iterable<string>): void {
    for (const term of terms) {
      const left = (this.#inside.get(term) ?? 0) - 1;
      this.#inside.set(term, left);
      if (left === 0) this.worth -= this.#rarity(term);
    }
  }
}

/**
 * Returns the best window. `lines`: line number → the terms on it, in order. `line`: where the best `length` lines begin,
 * from 1.
 */
export function bestStretch(
  lines: ReadonlyMap<number, ReadonlySet<string>>,
  rarity: (term: string) => number,
  length: number,
): { readonly stretch: number; readonly line: number } {
  const all = [...lines];
  const now = new Stretch(rarity);
  let best = { stretch: 0, line: 1 };
  let first = 0;
  for (const [number, terms] of all) {
    now.enter(terms);
    for (; number - (all[first]?.[0] ?? number) >= length; first++)
      now.leave(all[first]?.[1] ?? []);
    if (now.worth > best.stretch) best = { stretch: now.worth, line: all[first]?.[0] ?? number };
  }
  return best;
}
