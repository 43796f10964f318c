/**
 * Finds the passages of past sessions that answer a question.
 *
 * The full-text index returns a pool by the question's rarer words, because a word in tens of thousands of passages costs
 * many steps and separates none of them. The pool is then scored by all words, by meaning, and by adjacent words:
 *
 * words = BM25 over context, content and identifier parts ÷ the most the question could score in [0, 1] relevance = (cosine +
 * weight · max(0, words − noise)) ÷ (1 + weight) + weight of pairs · pairs − discount of a summary
 *
 * The scale is that of a memory's text (recall/text/relevance.ts), so that both can be ranked together.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { LearnedPeriod } from "../../domain/selection.ts";
import { embeddedText } from "../../search/embed/embed-passages.ts";
import type { BuiltInEncoder } from "../../search/encoders/built-in-encoder.ts";
import { phrase } from "../../search/phrase.ts";
import type { WeighedTerm } from "../../search/term-weights.ts";
import { boundsOf } from "../../store/memories/selected.ts";
import {
  countAllPassages,
  countPassageMatches,
  passagesByRid,
  type StoredPassage,
  searchPassages,
} from "../../store/sessions/passages.ts";
import { understandQuery } from "../query.ts";
import { emphasisOf } from "../text/emphasis.ts";
import { pairShare, pairsIn } from "../text/pairs.ts";
import { FUSION } from "../text/tuning.ts";
import { joinNeighbours } from "./join-neighbours.ts";
import type { PassageHit, ScoredPassage } from "./passage-hit.ts";
import { PASSAGES } from "./tuning.ts";
import { createWordCounter } from "./word-counter.ts";

export interface PassageRequest {
  readonly query: string;
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  readonly limit: number;
  /** Searches only what was said in this period. */
  readonly learned?: LearnedPeriod | undefined;
  /** As in `PassageFilter`. */
  readonly unaskedIn?: string | undefined;
  /** Null when this build has no encoder; then only words decide. */
  readonly encoder: BuiltInEncoder | null;
}

/** Returns passages, best first, at most `limit`. Consecutive passages of a session are one hit. */
export async function findPassages(db: Database, request: PassageRequest): Promise<PassageHit[]> {
  const documents = await countAllPassages(db);
  if (documents === 0) return [];
  const { terms, functionWords } = understandQuery(request.query, [], NO_FINGERPRINTS);
  const weighed = await weighTerms(db, terms, documents);
  const found = weighed.filter(({ frequency }) => frequency > 0);
  if (found.length === 0) return [];
  const { projectId, anyProject, unaskedIn } = request;
  const rids = await searchPassages(
    db,
    poolExpression(found),
    PASSAGE_WEIGHTS,
    { projectId, anyProject, unaskedIn, ...boundsOf(request.learned) },
    PASSAGES.pool,
  );
  if (rids.length === 0) return [];
  const pool = await passagesByRid(db, rids);
  const scored = scorePassages(pool, { ...request, functionWords }, weighed, documents);
  const assumed = Math.max(documents, MIN_DOCUMENTS);
  const weights = new Map(weighed.map(({ text, frequency }) => [text, idfOf(frequency, assumed)]));
  return (await joinNeighbours(db, scored, request.limit)).map((hit) => ({
    ...hit,
    evidence: hit.matched.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0),
  }));
}

/** Passages assumed for `evidence`: after a project's first sessions no word seems rare. */
const MIN_DOCUMENTS = 300;

/** Passages have no fingerprints, so none are computed for the query, which saves 5 ms in a new process. */
const NO_FINGERPRINTS: readonly string[] = [];

/** Weight of a match in each column. */
const PASSAGE_WEIGHTS = {
  context: PASSAGES.contextWeight.value,
  content: 1,
  identifiers: PASSAGES.identifierWeight.value,
};

async function weighTerms(
  db: Database,
  terms: readonly { readonly text: string }[],
  documents: number,
): Promise<WeighedTerm[]> {
  const weighed: WeighedTerm[] = [];
  for (const { text } of terms) {
    const match = phrase(text);
    if (match === "") continue;
    const frequency = await countPassageMatches(db, match, PASSAGES.commonFrom);
    weighed.push({ text, phrase: match, frequency, idf: idfOf(frequency, documents) });
  }
  return weighed;
}

function idfOf(frequency: number, documents: number): number {
  return Math.log(1 + Math.max(0, documents - frequency + 0.5) / (frequency + 0.5));
}

/** Builds the expression of the rarer words; if all are common, of those that occur together in one passage. */
function poolExpression(found: readonly WeighedTerm[]): string {
  const rare = found.filter(({ frequency }) => frequency < PASSAGES.commonFrom);
  if (rare.length > 0) return rare.map((term) => term.phrase).join(" OR ");
  return found
    .slice(0, 3)
    .map((term) => term.phrase)
    .join(" AND ");
}

function scorePassages(
  pool: readonly StoredPassage[],
  {
    query,
    encoder,
    functionWords,
  }: PassageRequest & { readonly functionWords: ReadonlySet<string> },
  terms: readonly WeighedTerm[],
  documents: number,
): ScoredPassage[] {
  const counter = createWordCounter(query, terms);
  const maxScore = terms.reduce((sum, { idf }) => sum + idf, 0) * (PASSAGES.k1 + 1);
  const emphasis = emphasisOf(terms, documents, functionWords);
  const vector = encoder?.encodeNow(query, { emphasis }) ?? null;
  const pairs = pairsIn(query, new Map(terms.map(({ text, idf }) => [text, idf])));
  const hits = pool.flatMap((passage) => {
    const counted = counter(passage);
    if (counted.isEcho) return [];
    const words = maxScore === 0 ? 0 : counted.score / maxScore;
    const cosine = vector === null || encoder === null ? null : cosineOf(vector, passage, encoder);
    const side = pairs === null ? 0 : pairShare(pairs, passage.content);
    const wordsOverNoise = Math.max(0, words - PASSAGES.noise.value);
    const weight = FUSION.wordsWeight.value;
    const text = cosine === null ? words : (cosine + weight * wordsOverNoise) / (1 + weight);
    const discount = passage.speaker === "summary" ? PASSAGES.summaryDiscount.value : 0;
    const relevance = text + FUSION.pairsWeight.value * side - discount;
    return { passage, words, cosine, relevance, matched: counted.matched };
  });
  return hits.sort((a, b) => b.relevance - a.relevance || (a.passage.id < b.passage.id ? -1 : 1));
}

/** Computes the cosine from the stored vector; encodes the passage if it has none yet. */
function cosineOf(query: Float32Array, passage: StoredPassage, encoder: BuiltInEncoder): number {
  const { embedding } = passage;
  if (embedding === null) return dot(query, encoder.encodeNow(embeddedText(passage)), 1);
  return dot(query, embedding.codes, embedding.scale);
}

function dot(a: Float32Array, b: Float32Array | Int8Array, scale: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum * scale;
}
