/**
 * Finds texts that state the same: exactly, in their normal form, or nearly, by their common words. Candidate pairs come from
 * minimum hashes in bands, so that a store of a hundred thousand texts is not compared pair by pair.
 */
import { FNV_PRIME, fnv1a } from "@tacit-memory/files";
import { identifiers, normaliseText, words } from "../../domain/text/text.ts";
import { AUDIT } from "./limits.ts";

export interface Likeness {
  /** Numbers of the equal texts, ascending; the first one is the original. */
  readonly group: readonly number[];
  readonly isExact: boolean;
}

const ROWS = 4;
/** A band shared by more texts than this consists of common words. */
const MAX_IN_BAND = 200;

/** Returns groups of two or more, the largest first. */
export function findLikeTexts(texts: readonly string[]): Likeness[] {
  const keys = texts.map(normaliseText);
  const byText = Map.groupBy(keys.keys(), (index) => keys[index] ?? "");
  const exact = [...byText.values()].filter((group) => group.length > 1);
  const originals = [...byText.values()].flatMap(([first]) => first ?? []);
  const near = nearGroups(texts, originals);
  return [
    ...exact.map((group) => ({ group, isExact: true })),
    ...near.map((group) => ({ group, isExact: false })),
  ].sort((a, b) => b.group.length - a.group.length || (a.group[0] ?? 0) - (b.group[0] ?? 0));
}

/** Processes one band after another, so that only one is in memory at a time. */
function nearGroups(texts: readonly string[], originals: readonly number[]): number[][] {
  const sets = new Map(originals.map((index) => [index, wordHashes(texts[index] ?? "")]));
  const groups = new Groups();
  for (let band = 0; band < AUDIT.bands; band++) {
    for (const [index, other] of pairsOf(sets, band)) {
      const [a, b] = [sets.get(index), sets.get(other)];
      if (a === undefined || b === undefined || groups.areOne(index, other)) continue;
      if (isNear(a, b, texts[index] ?? "", texts[other] ?? "")) groups.join(index, other);
    }
  }
  return groups.of(originals);
}

/** Yields pairs with a common band. */
function* pairsOf(
  sets: ReadonlyMap<number, Uint32Array>,
  band: number,
): Iterable<[number, number]> {
  const met = new Map<number, number[]>();
  for (const [index, set] of sets) {
    if (set.length === 0) continue;
    const key = bandOf(set, band);
    const others = met.get(key) ?? [];
    for (const other of others) yield [index, other];
    if (others.length === 0) met.set(key, [index]);
    else if (others.length < MAX_IN_BAND) others.push(index);
  }
}

/** Union of indexes into groups. */
class Groups {
  readonly #above = new Map<number, number>();

  #rootOf(index: number): number {
    let root = index;
    for (let up = this.#above.get(root); up !== undefined; up = this.#above.get(root)) root = up;
    return root;
  }

  areOne(a: number, b: number): boolean {
    return this.#rootOf(a) === this.#rootOf(b);
  }

  /** Joins two groups; the lower index is the original. */
  join(a: number, b: number): void {
    const [low, high] = [this.#rootOf(a), this.#rootOf(b)].sort((one, other) => one - other);
    if (low !== undefined && high !== undefined && low !== high) this.#above.set(high, low);
  }

  /** Returns groups of two or more, in the given order. */
  of(all: readonly number[]): number[][] {
    const groups = Map.groupBy(all, (index) => this.#rootOf(index));
    return [...groups.values()].filter((group) => group.length > 1);
  }
}

/**
 * Returns whether two texts are near duplicates. Numbers and identifiers must be equal: "port 3000" and "port 4000" are
 * different statements.
 */
function isNear(a: Uint32Array, b: Uint32Array, textA: string, textB: string): boolean {
  const likeness = jaccard(a, b);
  return likeness >= AUDIT.nearJaccard && valuesOf(textA) === valuesOf(textB);
}

/** Returns the Jaccard index of two ascending lists. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
  let [common, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) common++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return common / (a.length + b.length - common);
}

function valuesOf(text: string): string {
  const numbers = text.match(/\d+(?:\.\d+)*/g) ?? [];
  return [...new Set([...numbers, ...identifiers(text)])].sort().join(" ");
}

/** Returns the hashes of the words, ascending, each once. */
function wordHashes(text: string): Uint32Array {
  return Uint32Array.from(new Set(words(text).map((word) => fnv1a(word)))).sort();
}

/** Returns one number for the minimum hashes of a band; a collision of bands only costs a comparison. */
function bandOf(set: Uint32Array, band: number): number {
  let key = band;
  for (let row = 1; row <= ROWS; row++)
    key = mix(Math.imul(key, FNV_PRIME) ^ minHash(set, band * ROWS + row));
  return key;
}

/** Returns the minimum hash after a permutation selected by `seed`. */
function minHash(set: Uint32Array, seed: number): number {
  let lowest = 0xffffffff;
  for (const hash of set) {
    const mixed = mix(hash ^ Math.imul(seed, 0x9e3779b1));
    if (mixed < lowest) lowest = mixed;
  }
  return lowest;
}

/** Finaliser of MurmurHash3: every bit of the input affects every bit of the output. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
