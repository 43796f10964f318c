/**
 * How well does a memory's text answer, by words and by meaning, on one scale? Rank fusion of the two throws the
 * gain of meaning away (bench/encoder: paraphrases), so their scores are put on comparable scales and added:
 *
 *     words   = BM25 ÷ the most this query could score          in [0, 1]
 *     meaning = cosine                                           in [−1, 1]
 *     relevance = (meaning + weight(query) · max(0, words − noise)) ÷ (1 + weight(query))
 *
 * A little of the query's words is in many memories by chance: below the noise they count nothing, or a paraphrase
 * would lose to a stray word. The weight follows the query: words count more, the more of it the best memory has in
 * its own words, and less, the more the nearest by meaning stands out from the rest.
 */
import type { MemoryId } from "../domain/ids.ts";
import type { LexicalHit } from "../store/search.ts";
import type { DenseAnswer } from "./dense.ts";
import type { WeighedTerm } from "./term-weights.ts";
import { FUSION } from "./tuning.ts";

export interface TextScore {
  readonly id: MemoryId;
  /** Words' share of the most possible, in [0, 1]. */
  readonly words: number;
  /** Null without a vector, or where nobody looked. */
  readonly cosine: number | null;
  /** At most 1; what is sorted by. Words alone where meaning was not asked. */
  readonly relevance: number;
}

/** FTS5's k1 + 1: the most a term can give, whatever its count and the text's length. */
const SATURATION = 2.2;
const LEAST_IDF = 1e-6;

/** The most BM25 this query could score; FTS5's own idf, which is not the one coverage uses. */
export function mostPossible(terms: readonly WeighedTerm[], documents: number): number {
  return terms.reduce((sum, { frequency }) => {
    const idf = Math.log((documents - frequency + 0.5) / (frequency + 0.5));
    return sum + Math.max(LEAST_IDF, idf) * SATURATION;
  }, 0);
}

/** Best first; ties by id. Every memory of either list is in it. */
export async function scoreTexts(
  lexical: readonly LexicalHit[],
  most: number,
  dense: DenseAnswer | null,
): Promise<TextScore[]> {
  const words = new Map(
    lexical.map(({ id, score }) => [id, most > 0 ? Math.min(1, score / most) : 0]),
  );
  const ids = new Set([...words.keys(), ...(dense?.hits ?? []).map(({ id }) => id)]);
  const cosines = (await dense?.cosinesOf([...words.keys()])) ?? new Map<MemoryId, number>();
  const weight = weightOfWords(Math.max(0, ...words.values()), dense?.standOut ?? 0);
  const scored = [...ids].map((id) => {
    const [own, cosine] = [words.get(id) ?? 0, cosines.get(id) ?? null];
    if (dense === null) return { id, words: own, cosine, relevance: own };
    const meaning = cosine ?? FUSION.unknownCosine.value;
    const heard = Math.max(0, own - FUSION.wordsNoise.value);
    return { id, words: own, cosine, relevance: (meaning + weight * heard) / (1 + weight) };
  });
  return scored.sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
}

/** Between the two ends; a logistic step. */
function weightOfWords(bestWords: number, standOut: number): number {
  const [low, high] = [FUSION.wordsWeightLow.value, FUSION.wordsWeightHigh.value];
  const distance = bestWords - FUSION.standOutWeight.value * standOut - FUSION.wordsMiddle.value;
  return low + (high - low) / (1 + Math.exp(-FUSION.wordsSteepness.value * distance));
}
