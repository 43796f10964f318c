/**
 * Computes how much each word of a question counts in this collection. An encoder's learned weights reflect how rare a word
 * is in general; a generally rare name may be in every second memory here and then says nothing. Words are weighed by their
 * rarity here:
 *
 * emphasis(word) = (idf(word) / idf of a word that is nowhere) ^ power in (0, 1]
 */

import type { Emphasis } from "../../domain/ports/emphasis.ts";
import { withoutAccents } from "../../domain/text/text.ts";
import { STOP_WORDS } from "../../search/stop-words.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import { FUSION } from "./tuning.ts";

/**
 * Returns the emphasis function. `documents`: number in the whole collection. A word without a count has full emphasis.
 * `functionWords`: those of the question's language if it is not English; they say nothing, and all texts of a language have
 * them.
 */
export function emphasisOf(
  terms: readonly WeighedTerm[],
  documents: number,
  functionWords: ReadonlySet<string> = new Set(),
): Emphasis {
  const maxIdf = Math.log(1 + (documents + 0.5) / 0.5);
  const emphasisByWord = new Map(
    terms.map(({ text, idf }) => [text, Math.max(0, idf / maxIdf) ** FUSION.emphasisPower.value]),
  );
  return (word) => {
    if (functionWords.size > 0 && functionWords.has(withoutAccents(word))) return 0;
    return emphasisByWord.get(word) ?? (STOP_WORDS.has(word) ? FUSION.stopWordEmphasis.value : 1);
  };
}
