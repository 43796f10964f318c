/**
 * How well does a memory's text answer, by words and by meaning, on one scale? Rank fusion of the two throws the
 * gain of meaning away (bench/encoder: paraphrases), so their scores are put on comparable scales and added:
 *
 *     words   = BM25 ÷ the most this query could score          in [0, 1]
 *     meaning = cosine − share · (density − mean density)        about [−1, 1]
 *     density = mean cosine to the nearest candidates            in [−1, 1]
 *     company = words of the episodes right before and after it in the same session
 *     relevance = (meaning + weight · (max(0, words − noise) + share · company)) ÷ (1 + weight) + weight of pairs · pairs
 *
 * A little of the query's words is in many memories by chance: below the noise they count nothing, or a paraphrase
 * would lose to a stray word. How much that is says the fifteenth best: what fifteen have says little of any of them. Of a long question no memory has more than a small part: what counts there is how much
 * of it the best has, and meaning does not decide alone because the words were many. What was said next to a turn that has the question's words is often its other half:
 * the answer beside the question. A text that is near to many of the candidates is near to most questions, too: what
 * stands alone there says more. Words that stand side by side as in the question (pairs.ts) raise a text a little. The
 * gate looks at none of company, density and pairs.
 */
import type { MemoryId } from "../../domain/ids.ts";
import type { DenseAnswer } from "../../domain/ports/dense.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import type { LexicalHit } from "../../store/memories/search.ts";
import { FUSION } from "./tuning.ts";

export interface TextScore {
  readonly id: MemoryId;
  /** Words' share of the most possible, in [0, 1]. */
  readonly words: number;
  /** Null without a vector, or where nobody looked. */
  readonly cosine: number | null;
  /** Share of the question's neighbouring words that stand side by side here, in [0, 1]; absent where nobody looked. */
  readonly pairs?: number;
  /** What is sorted by: 1 for a text that says and means all of the query; company and pairs add to that. Words alone where meaning was not asked. */
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

/** Of each episode: those right beside it in its session. */
export type Companions = ReadonlyMap<MemoryId, readonly MemoryId[]>;

export interface Question {
  /** The most BM25 it could score. */
  readonly most: number;
  /** How many terms it has. */
  readonly terms: number;
  /** Names and paths say what they say, however few of the words they are. */
  readonly isOfNames?: boolean;
}

/** Best first; ties by id. Every memory of either list is in it, and those beside one that words found. */
export async function scoreTexts(
  lexical: readonly Pick<LexicalHit, "id" | "score">[],
  question: Question,
  dense: DenseAnswer | null,
  companions: Companions = new Map(),
): Promise<TextScore[]> {
  const { most } = question;
  const words = new Map(
    lexical.map(({ id, score }) => [id, most > 0 ? Math.min(1, score / most) : 0]),
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
    const heard = gain * (Math.max(0, own - noise) + beside);
    const weight = FUSION.wordsWeight.value;
    const relevance = (meaning + weight * heard) / (1 + weight);
    return { id, words: own, cosine, relevance };
  });
  return inOrder(scored);
}

/** The same, those that say the question's neighbouring words side by side raised. `shares`: of those looked at, in [0, 1]. */
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

/** What standing in a crowd costs each of the nearest candidates: above 0 for a hub, below for one that stands alone. */
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

/** `noise`: the words' score that says nothing; `gain`: what is above it counts so much. */
function hearing(
  { terms, isOfNames }: Question,
  words: readonly number[],
): { noise: number; gain: number } {
  const [best = 0, ...others] = words.toSorted((a, b) => b - a);
  // What so many memories have, of the question's words, they have by chance.
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
