/** Collects pairs that may be trained on as numbers: drops duplicates and held-out texts, and gives every word an id. */
import { hashWord, wordsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { isGuarded } from "./leak-guard.ts";
import type { Pair } from "./mining/pair.ts";
import { readPairs } from "./read-pairs.ts";
import { TRAINING } from "./tuning.ts";

export interface CollectedPair {
  readonly kind: number;
  readonly source: number;
  /** Start of each of the two texts in the list of words, and end of the second. */
  readonly at: readonly [number, number, number];
}

const CHUNK_BITS = 22;
const CHUNK = 1 << CHUNK_BITS;

/** A list of numbers that may exceed the maximum length of an array. */
export class NumberList {
  #last = new Uint32Array(CHUNK);
  readonly #chunks: Uint32Array[] = [this.#last];
  length = 0;

  push(value: number): void {
    const at = this.length & (CHUNK - 1);
    if (at === 0 && this.length > 0) {
      this.#last = new Uint32Array(CHUNK);
      this.#chunks.push(this.#last);
    }
    this.#last[at] = value;
    this.length++;
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]?.[index & (CHUNK - 1)] ?? 0;
  }
}

/** Numbers names in the order of first occurrence. */
class Names {
  readonly #ids = new Map<string, number>();

  idOf(name: string): number {
    const existing = this.#ids.get(name);
    if (existing !== undefined) return existing;
    this.#ids.set(name, this.#ids.size);
    return this.#ids.size - 1;
  }

  list(): string[] {
    return [...this.#ids.keys()];
  }

  get size(): number {
    return this.#ids.size;
  }
}

const fold = (text: string) => text.replace(/\s+/gu, " ").trim().toLowerCase();
/** 52 bits, so that collisions among three million texts are improbable. */
const digest = (text: string) => hashWord(text) * 0x100000 + (hashWord(text, 0x9747b28c) & 0xfffff);

/** Returns digests of the long texts in files of pairs, for `Collection`. */
export async function heldOutTexts(paths: readonly string[]): Promise<Set<number>> {
  const texts = new Set<number>();
  for (const path of paths) {
    for await (const { a, b } of readPairs(path)) {
      for (const text of [a, b]) {
        if (text.length >= TRAINING.heldOutText) texts.add(digest(fold(text)));
      }
    }
  }
  return texts;
}

export interface Guards {
  /** What `heldOutTexts` found. */
  readonly heldOut: ReadonlySet<number>;
  /** What `guardedRuns` found. */
  readonly runs: ReadonlySet<number>;
}

/** Stores texts as word numbers with their pairing. */
export class Collection {
  readonly kinds = new Names();
  readonly sources = new Names();
  readonly words = new Names();
  /** Word counts by source. */
  readonly perSource = new Map<number, Map<number, number>>();
  readonly texts = new NumberList();
  readonly pairs: CollectedPair[] = [];
  readonly #seen = new Set<number>();
  readonly #guards: Guards;
  duplicates = 0;
  leaked = 0;

  constructor(guards: Guards) {
    this.#guards = guards;
  }

  add(pair: Pair): void {
    const [foldedA, foldedB] = [fold(pair.a), fold(pair.b)];
    const both = digest(`${foldedA}\u0000${foldedB}`);
    if (foldedA === foldedB || this.#seen.has(both)) {
      this.duplicates++;
      return;
    }
    this.#seen.add(both);
    const [wordsA, wordsB] = [wordsOf(pair.a), wordsOf(pair.b)];
    if (this.#isLeaked(foldedA, wordsA) || this.#isLeaked(foldedB, wordsB)) {
      this.leaked++;
      return;
    }
    const source = this.sources.idOf(pair.r);
    const first = this.texts.length;
    this.#take(wordsA, source);
    const second = this.texts.length;
    this.#take(wordsB, source);
    if (second === first || this.texts.length === second) return;
    const kind = this.kinds.idOf(pair.k);
    this.pairs.push({ kind, source, at: [first, second, this.texts.length] });
  }

  countsPerKind(): Record<string, number> {
    const names = this.kinds.list();
    const counts: Record<string, number> = {};
    for (const { kind } of this.pairs) {
      const name = names[kind] ?? "";
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  #isLeaked(folded: string, words: readonly string[]): boolean {
    return this.#guards.heldOut.has(digest(folded)) || isGuarded(words, this.#guards.runs);
  }

  #take(words: readonly string[], source: number): void {
    const counts = this.perSource.get(source) ?? new Map<number, number>();
    this.perSource.set(source, counts);
    for (const word of words) {
      const id = this.words.idOf(word);
      this.texts.push(id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
}
