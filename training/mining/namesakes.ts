/**
 * Things of one name in several sources, each described by other people → two descriptions of one idea in different
 * words: `maxRetries`, "how often to try again" and "number of attempts before it gives up".
 */
import type { Description } from "./descriptions.ts";
import type { Pair } from "./pair.ts";
import { MINING } from "./tuning.ts";

/** The name of the source that all such pairs have. */
export const NAMESAKES = "namesakes";

/** `maxRetries`, `max_retries` and `--max-retries` → "max retries". */
export function keyOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/gu, "$1 $2")
    .replace(/[\W_]+/gu, " ")
    .trim()
    .toLowerCase();
}

export class Namesakes {
  /** Key → source → what is said there. */
  readonly #byKey = new Map<string, Map<string, string[]>>();

  /** A function's name of one word means another thing in every source: nothing is kept of it. */
  add(source: string, { name, said }: Description): void {
    const key = keyOf(name);
    if (key.includes(" ")) this.#add(key, source, said);
  }

  /** What goes by a name of its own, a tool or a topic, is the same everywhere. */
  addThing(source: string, { name, said }: Description): void {
    this.#add(`the ${keyOf(name)}`, source, said);
  }

  #add(key: string, source: string, said: string): void {
    const sources = this.#byKey.get(key) ?? new Map<string, string[]>();
    this.#byKey.set(key, sources);
    const texts = sources.get(source) ?? [];
    sources.set(source, texts);
    if (texts.length < MINING.saidInASource.value && !texts.includes(said)) texts.push(said);
  }

  /** Both texts of a pair are of different sources. */
  *pairs(random: () => number): Generator<Pair> {
    for (const sources of this.#byKey.values()) {
      if (sources.size < 2) continue;
      const said = [...sources].flatMap(([source, texts]) =>
        texts.map((text) => ({ source, text })),
      );
      for (let drawn = 0; drawn < Math.min(MINING.namesakes.value, said.length); drawn++) {
        const a = said[Math.floor(random() * said.length)];
        const b = said[Math.floor(random() * said.length)];
        if (a === undefined || b === undefined || a.source === b.source) continue;
        if (shareOfWords(a.text, b.text) > MINING.sameWords.value) continue;
        yield { k: "same_name", r: NAMESAKES, a: a.text, b: b.text };
      }
    }
  }
}

/** Of the words of both, how many both have, 0 to 1. */
export function shareOfWords(a: string, b: string): number {
  const [inA, inB] = [wordsIn(a), wordsIn(b)];
  const inBoth = [...inA].filter((word) => inB.has(word)).length;
  return inBoth / Math.max(1, inA.size + inB.size - inBoth);
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[a-z\d]+/gu) ?? []);
