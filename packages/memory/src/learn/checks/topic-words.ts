/** Returns the words that state the topic of a text, by their first letters, so that endings do not matter. Pure. */
import { words } from "../../domain/text/text.ts";

const STEM = 5;

export function topicWords(text: string): Set<string> {
  return new Set(
    words(text)
      .filter((word) => word.length >= STEM)
      .map((word) => word.slice(0, STEM)),
  );
}

/** Returns the number of common words. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared;
}
