/**
 * Scores how well a memory's text answers, by words and by meaning, on one scale. Rank fusion of the two would lose the gain
 * of meaning (bench/encoder: paraphrases), so their scores are put on comparable scales and added:
 *
 * words = BM25 ÷ the most this query could score in [0, 1] meaning = cosine − share · (density − mean density) about [−1, 1]
 * density = mean cosine to the nearest candidates in [−1, 1] company = words of the episodes right before and after it in the
 * same session relevance = (meaning + weight · (max(0, words − noise) + share · company)) ÷ (1 + weight) + weight of pairs ·
 * pairs
 *
 * Many memories contain a few of the query's words by chance: below the noise they count nothing, or a paraphrase would lose
 * to a random word. The fifteenth best score sets the noise, because words that fifteen memories have say little about any of
 * them. No memory contains more than a small part of a long question, so the part in the best memory sets the scale, and the
 * many words do not leave the decision to meaning alone. What was said next to a turn with the question's words is often its
 * other half: the answer to the question. A text that is similar to many candidates is similar to most questions; a text that
 * stands alone says more. Words that are adjacent as in the question (pairs.ts) raise a text a little. The gate ignores
 * company, density and pairs.
 */
import type { MemoryId } from "../../domain/ids.ts";
import type { DenseAnswer } from "../../domain/ports/dense.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import type { LexicalHit } from "../../store/memories/search.ts";
import { FUSION } from "./tuning.ts";

export interface TextScore {
  readonly id: MemoryId;
  /** BM25 of the words as a share of the maximum, in [0, 1]. */
  readonly words: number;
  /** Cosine; null without a vector, or when meaning was not searched. */
  readonly cosine: number | null;
  /** Share of the question's adjacent words that are adjacent here, in [0, 1]; absent when not checked. */
  readonly pairs?: number;
  /**
   * Sort key: 1 for a text that says and means all of the query; company and pairs are added. Words alone when meaning was
   * not searched.
   */
  readonly relevance: number;
}

/** FTS5's k1 + 1: the maximum a term can contribute, whatever its count and the length of the text. */
const SATURATION = 2.2;
const MIN_IDF = 1e-6;

/** Returns the maximum BM25 score of this query, with FTS5's idf, which differs from the idf of coverage. */
export function mostPossible(terms: readonly WeighedTerm[], documents: number): number {
  return terms.reduce((sum, { frequency }) => {
    const idf = Math.log((documents - frequency + 0.5) / (frequency + 0.5));
    return sum + Math.max(MIN_IDF, idf) * SATURATION;
  }, 0);
}

/** For each episode, those directly next to it in its session. */
export type Companions = ReadonlyMap<MemoryId, readonly MemoryId[]>;

export interface Question {
  /** Maximum BM25 score of the query. */
  readonly maxScore: number;
  /** Number of terms of the query. */
  readonly terms: number;
  /** The query consists of names and paths, which are specific even when only few words match. */
  readonly isOfNames?: boolean;
}

/**
 * Scores texts, best first; ties by id. Contains every memory of either list, and those next to a memory that words found.
 */
export async function scoreTexts(
  lexical: readonly Pick<LexicalHit, "id" | "score">[],
  question: Question,
  dense: DenseAnswer | null,
  companions: Companions = new Map(),
): Promise<TextScore[]> {
  const { maxScore } = question;
  const words = new Map(
    lexical.map(({ id, score }) => [id, maxScore > 0 ? Math.min(1, score / maxScore) : 0]),
  );
  const { noise, gain } = hearing(question, [...words.values()]);
  const company = companyOf(words, companions);
  const found = [...words.keys(), ...company.keys()];
  const ids = new Set([...found, ...(dense?.hits ?? []).map(({ id }) => id)]);
  const cosines = (await dense?.cosinesOf([...new Set(found)])) ?? new Map<MemoryId, number>();
  const crowding = await crowdingOf([...ids], cosines, dense);
  const scored = [...ids].map((id) => {
    const [own, cosine] = [words.get(id) ?? 0, cosines.get(id) ?? null];
    const beside = FUSION.companyShare.value * (company.get(id) ?? 0);
    if (dense === null) {
      return { id, words: own, cosine, relevance: own + beside };
    }
    const meaning = (cosine ?? FUSION.unknownCosine) - (crowding.get(id) ?? 0);
    const companionScore = gain * (Math.max(0, own - noise) + beside);
    const weight = FUSION.wordsWeight.value;
    const relevance = (meaning + weight * companionScore) / (1 + weight);
    return { id, words: own, cosine, relevance };
  });
  return inOrder(scored);
}

/** Raises texts that contain the question's adjacent words. `shares`: of the texts that were checked, in [0, 1]. */
export function raisedByPairs(
  texts: readonly TextScore[],
  shares: ReadonlyMap<MemoryId, number>,
): TextScore[] {
  const raised = texts.map((text) => {
    const pairs = shares.get(text.id);
    if (pairs === undefined) return text;
    return { ...text, pairs, relevance: text.relevance + FUSION.pairsWeight.value * pairs };
  });
  return inOrder(raised);
}

function inOrder(texts: TextScore[]): TextScore[] {
  return texts.sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
}

/** Returns the crowding cost of each of the nearest candidates: above 0 in a crowd, below 0 for a text that stands alone. */
async function crowdingOf(
  ids: readonly MemoryId[],
  cosines: ReadonlyMap<MemoryId, number>,
  dense: DenseAnswer | null,
): Promise<Map<MemoryId, number>> {
  const nearest = ids
    .filter((id) => cosines.has(id))
    .sort((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0) || (a < b ? -1 : 1))
    .slice(0, FUSION.crowdPool.value);
  const densities =
    (await dense?.densitiesOf(nearest, FUSION.crowdNeighbours.value)) ??
    new Map<MemoryId, number>();
  const sum = [...densities.values()].reduce((total, density) => total + density, 0);
  const mean = sum / Math.max(1, densities.size);
  return new Map(
    [...densities].map(([id, density]) => [id, FUSION.crowdShare.value * (density - mean)]),
  );
}

/** Computes how words are counted. `noise`: the score of words that says nothing; `gain`: factor on what exceeds it. */
function hearing(
  { terms, isOfNames }: Question,
  words: readonly number[],
): { noise: number; gain: number } {
  const [best = 0, ...others] = words.toSorted((a, b) => b - a);
  // Words of the question that so many memories have are there by chance.
  const common = FUSION.chanceGain.value * (others[FUSION.chanceRank.value - 2] ?? 0);
  const usual = isOfNames === true ? 0 : Math.max(FUSION.wordsNoise.value, common);
  if (terms < FUSION.longQuestion.value) return { noise: usual, gain: 1 };
  return {
    noise: Math.min(usual, FUSION.longNoise.value * best),
    gain: Math.min(FUSION.longGain.value, Math.max(1, FUSION.longWords.value / best)),
  };
}

function companyOf(
  words: ReadonlyMap<MemoryId, number>,
  companions: Companions,
): Map<MemoryId, number> {
  const company = new Map<MemoryId, number>();
  for (const [id, own] of words) {
    for (const beside of companions.get(id) ?? []) {
      company.set(beside, (company.get(beside) ?? 0) + own);
    }
  }
  return company;
}
