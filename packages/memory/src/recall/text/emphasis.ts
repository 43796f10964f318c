/**
 * How much does each word of a question count here? An encoder's learned weights know how rare a word is in the
 * world; in this collection a name that is rare in the world may be in every second memory, and then it says
 * nothing. Words are weighed by their rarity here:
 *
 *     emphasis(word) = (idf(word) / idf of a word that is nowhere) ^ power        in (0, 1]
 */
import type { Emphasis } from "../../domain/ports/emphasis.ts";
import { STOP_WORDS } from "../../search/stop-words.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import { FUSION } from "./tuning.ts";

/** `documents`: in the whole collection. A word that nobody counted counts in full. */
export function emphasisOf(terms: readonly WeighedTerm[], documents: number): Emphasis {
  const most = Math.log(1 + (documents + 0.5) / 0.5);
  const emphasisByWord = new Map(
    terms.map(({ text, idf }) => [text, Math.max(0, idf / most) ** FUSION.emphasisPower.value]),
  );
  return (word) =>
    emphasisByWord.get(word) ?? (STOP_WORDS.has(word) ? FUSION.stopWordEmphasis.value : 1);
}
