/**
 * Recalls what is relevant to a query: parse the query → candidates on every path → words and meaning on one scale → fusion
 * with the paths that only rank → freshness of the results → hits, each with the reasons for its rank.
 *
 * There is no minimum score: whether a hit is good enough to interrupt for is decided by the gate.
 */

import type { Database } from "@tacit-memory/sqlite";
import { createFreshness } from "../anchors/freshness/freshness.ts";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import type { Hit, RankedList } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Dense, DenseAnswer } from "../domain/ports/dense.ts";
import type { Emphasis } from "../domain/ports/emphasis.ts";
import type { FreshnessCheck } from "../domain/ports/freshness.ts";
import type { SecondStage } from "../domain/ports/second-stage.ts";
import type { LearnedPeriod, Selection } from "../domain/selection.ts";
import { fullText, type Lexical } from "../search/lexical.ts";
import { reordered } from "../search/second-stage.ts";
import { foundPhrases, type WeighedTerm, weigh } from "../search/term-weights.ts";
import { companionsOf } from "../store/memories/companions.ts";
import { findByFiles, findByFingerprint, findNewest } from "../store/memories/memory-lists.ts";
import { type LexicalHit, learnedAmong, textsOf } from "../store/memories/search.ts";
import { cascaded } from "./cascade.ts";
import { type FusedHit, fuse } from "./fuse.ts";
import { type NeighboursOf, neighbouringFiles } from "./neighbourhood.ts";
import { type Query, understandQuery } from "./query.ts";
import { type HitRequest, RECALLABLE, readHits } from "./read-hits.ts";
import { emphasisOf } from "./text/emphasis.ts";
import { pairShare, pairsIn } from "./text/pairs.ts";
import { mostPossible, raisedByPairs, scoreTexts, type TextScore } from "./text/relevance.ts";
import { FUSION } from "./text/tuning.ts";
import { findTriggered } from "./triggers.ts";
import { NEIGHBOURHOOD, PATH_WEIGHTS, RECALL } from "./tuning.ts";

export interface RecallRequest extends HitRequest {
  /** The worktree, for freshness; null when it is not available. */
  readonly root: string | null;
  /** Checks the code; default: files under `root`, without git and without results of earlier checks. */
  readonly freshness?: FreshnessCheck | undefined;
  readonly query: string;
  /** Files in use, as relative POSIX paths. */
  readonly files?: readonly string[] | undefined;
  /** Former names of these files and their folders, before they were renamed. */
  readonly formerPlaces?: readonly string[] | undefined;
  /** Returns neighbours in the code; absent when unknown. */
  readonly neighboursOf?: NeighboursOf | undefined;
  /** Fingerprints of the error in question; default: those of the query. */
  readonly fingerprints?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  /** Returns only what was learned in this period. */
  readonly learned?: LearnedPeriod | undefined;
  /** Recall by meaning; default: by words alone. */
  readonly dense?: Dense | undefined;
  /** Search by words; default: the store's full-text index. */
  readonly lexical?: Lexical | undefined;
  /** Whether memories linked to good hits are candidates too. */
  readonly followsTies?: boolean | undefined;
  /** Returns only memories with a trigger that the query or the files match; words and meaning are not searched. */
  readonly isTriggered?: boolean | undefined;
  /** Reorders the first hits; default: their order stays. */
  readonly secondStage?: SecondStage | undefined;
}

/** Default number of hits. */
export const DEFAULT_LIMIT = 10;

/** Recalls memories, best first, at most `limit`; ranks from 1. */
export async function recall(db: Database, request: RecallRequest, nowMs: number): Promise<Hit[]> {
  const query = understandQuery(request.query, request.files, request.fingerprints);
  const limit = request.limit ?? DEFAULT_LIMIT;
  // The in-memory index does not know when something was learned or true.
  const isDated = request.learned !== undefined || request.atMs !== undefined;
  const lexical = isDated ? fullText(db) : (request.lexical ?? fullText(db));
  // Triggers are compared as written, so no term needs its weight.
  const terms = request.isTriggered === true ? [] : await weigh(lexical, query.terms);
  const { lists, texts, documents, typeOf } = await candidates(
    db,
    { ...request, lexical },
    query,
    terms,
  );
  const fused = fuse(texts, lists, PATH_WEIGHTS[query.queryClass]);
  const tied = request.followsTies === true ? await cascaded(db, fused) : fused;
  // Over-fetch, because filters, superseded rows and staleness each remove some.
  const reread = request.secondStage?.pool ?? 0;
  const deep = tied.slice(0, Math.max(limit * 2, limit + 10, reread * 2));
  const secondStage = stageIfRelevant(deep, typeOf, request.secondStage);
  const checker = request.freshness ?? createFreshness(bareFolder(request.root));
  const reading = { request, nowMs, lexical, terms, texts, checker };
  const scored = await readHits(db, deep, secondStage === undefined ? limit : deep.length, reading);
  const emphasis = emphasisOf(terms, documents, query.functionWords);
  const ordered = await reorderBySecondStage(scored, query.text, emphasis, secondStage);
  return ordered.slice(0, limit).map((hit, i) => ({ ...hit, rank: i + 1 }));
}

/** Returns the second stage unless fewer than two of these memories concern it; then fewer hits are read. */
function stageIfRelevant(
  fused: readonly FusedHit[],
  typeOf: ReadonlyMap<MemoryId, string>,
  secondStage: SecondStage | undefined,
): SecondStage | undefined {
  const concerned = secondStage?.types;
  if (concerned === undefined) return secondStage;
  const mayConcern = fused.filter(({ id }) => {
    const type = typeOf.get(id);
    return type === undefined || concerned.includes(type);
  });
  return mayConcern.length < 2 ? undefined : secondStage;
}

/** Returns the hits, the first of them in the order of the second stage. */
async function reorderBySecondStage(
  hits: readonly Hit[],
  query: string,
  emphasis: Emphasis,
  secondStage: SecondStage | undefined,
): Promise<readonly Hit[]> {
  if (secondStage === undefined || query.trim() === "" || hits.length === 0) return hits;
  const { concerns = () => true } = secondStage;
  const first = hits.slice(0, secondStage.pool);
  // A single hit needs no order.
  if (secondStage.concerns !== undefined && count(first, concerns) < 2) return hits;
  const order = await secondStage.order(query, first, emphasis);
  const again = reordered(first, order).map(({ hit, reranked }) =>
    concerns(hit.memory) ? { ...hit, explanation: { ...hit.explanation, reranked } } : hit,
  );
  return [...again, ...hits.slice(secondStage.pool)];
}

function count(hits: readonly Hit[], concerns: (memory: Memory) => boolean): number {
  return hits.filter(({ memory }) => concerns(memory)).length;
}

interface Candidates {
  readonly lists: readonly RankedList[];
  readonly texts: readonly TextScore[];
  /** Number of documents in the whole collection. */
  readonly documents: number;
  /** Types of the memories that words or meaning found. */
  readonly typeOf: ReadonlyMap<MemoryId, string>;
}

async function candidates(
  db: Database,
  request: RecallRequest & { readonly lexical: Lexical },
  query: Query,
  terms: readonly WeighedTerm[],
): Promise<Candidates> {
  const types = request.types ?? RECALLABLE;
  const { projectId, anyProject, withArchived, scopes, learned } = request;
  const hidden = { hiddenStages: request.hiddenStages, replacedIds: request.replacedIds };
  const wanted = { projectId, anyProject, withArchived, types, scopes, ...hidden, learned };
  const files = filesOf(request, query);
  const triggered = await findTriggered(db, wanted, query.text, files);
  if (request.isTriggered === true)
    return {
      lists: [{ path: "trigger", ids: triggered }],
      texts: [],
      documents: 0,
      typeOf: new Map(),
    };
  const found = await searchTexts(request, wanted, query, terms);
  const { lexical, dense, documents } = found;
  const lists: RankedList[] = [
    { path: "lexical", ids: lexical.map((hit) => hit.id) },
    { path: "dense", ids: dense?.hits.map((hit) => hit.id) ?? [] },
    ...(await byPlace(db, request, wanted, files, query)),
    { path: "trigger", ids: triggered },
    { path: "learned", ids: await learnedAlone(db, request, wanted) },
  ];
  const scored = await scoreFound(db, found, types.includes("episode"), query, terms);
  const texts = await withPairs(db, scored, query.text, terms);
  const typeOf = new Map([...(dense?.hits ?? []), ...lexical].map(({ id, type }) => [id, type]));
  const all = { lists, texts, documents, typeOf };
  return learned === undefined ? all : learnedThen(db, all, learned);
}

/** The memories whose text fits the question. */
interface FoundTexts {
  readonly lexical: readonly LexicalHit[];
  /** Null if meaning was not searched. */
  readonly dense: DenseAnswer | null;
  /** Number of documents in the whole collection. */
  readonly documents: number;
}

/** Searches by words and by meaning. */
async function searchTexts(
  request: RecallRequest & { readonly lexical: Lexical },
  wanted: Selection,
  query: Query,
  terms: readonly WeighedTerm[],
): Promise<FoundTexts> {
  const limit = leastPool(request);
  const lexical = await request.lexical.search(
    foundPhrases(terms),
    { ...wanted, atMs: request.atMs },
    Math.max(RECALL.lexicalPool.value, limit),
  );
  const documents = await request.lexical.documents();
  if (query.text.trim() === "") return { lexical, dense: null, documents };
  const dense = await request.dense?.nearest(
    query.text,
    wanted,
    request.learned === undefined ? Math.max(RECALL.densePool, limit) : RECALL.datedPool,
    emphasisOf(terms, documents, query.functionWords),
  );
  return { lexical, dense: dense ?? null, documents };
}

/** Returns the minimum number of candidates of a path; filters remove some of them. */
function leastPool({ limit = DEFAULT_LIMIT }: RecallRequest): number {
  return limit * 2;
}

/** Ranks memories by place: about these files, about this error, and about files next to these in the code. */
async function byPlace(
  db: Database,
  { files: inUse = [], formerPlaces = [], neighboursOf }: RecallRequest,
  wanted: Selection,
  files: readonly string[],
  { fingerprints }: Query,
): Promise<RankedList[]> {
  const places = {
    files: [...files, ...formerPlaces],
    // What is known of a folder is relevant to its files.
    folders: [...new Set(inUse.flatMap(foldersOf))],
  };
  const anchored = await findByFiles(db, wanted, places, RECALL.anchorPool);
  const ofError = await findByFingerprint(db, wanted, fingerprints, RECALL.anchorPool);
  const beside =
    neighboursOf === undefined
      ? []
      : await findByFiles(
          db,
          wanted,
          { files: neighbouringFiles(neighboursOf, files) },
          NEIGHBOURHOOD.pool.value,
        );
  return [
    { path: "anchor", ids: anchored },
    { path: "fingerprint", ids: ofError },
    { path: "graph", ids: beside },
  ];
}

/** Puts words and meaning on one scale. Episodes next to each other in a session support each other. */
async function scoreFound(
  db: Database,
  { lexical, dense, documents }: FoundTexts,
  hasEpisodes: boolean,
  { queryClass }: Query,
  terms: readonly WeighedTerm[],
): Promise<TextScore[]> {
  const episodes = hasEpisodes ? lexical.filter(({ type }) => type === "episode") : [];
  const companions = await companionsOf(
    db,
    episodes.map(({ id }) => id),
  );
  const maxScore = lexical.length === 0 ? 0 : mostPossible(terms, documents);
  const question = { maxScore, terms: terms.length, isOfNames: queryClass === "identifier" };
  return scoreTexts(lexical, question, dense, companions);
}

/** Returns the files in use and those that the question names, relative to the root. */
function filesOf({ root, files = [] }: RecallRequest, { paths }: Query): readonly string[] {
  const inRoot = `${root}/`;
  return [
    ...files,
    ...paths.map((path) => (path.startsWith(inRoot) ? path.slice(inRoot.length) : path)),
  ];
}

/** Recalls by period alone, when the query contains nothing else. */
async function learnedAlone(
  db: Database,
  request: RecallRequest,
  wanted: Selection,
): Promise<readonly MemoryId[]> {
  const { query, files = [], learned } = request;
  if (learned === undefined || query.trim() !== "" || files.length > 0) return [];
  return findNewest(db, wanted, leastPool(request));
}

/** Checks the first texts for words that are adjacent as in the question. */
async function withPairs(
  db: Database,
  texts: readonly TextScore[],
  query: string,
  terms: readonly WeighedTerm[],
): Promise<readonly TextScore[]> {
  const pairs = pairsIn(query, new Map(terms.map(({ text, idf }) => [text, idf])));
  if (pairs === null) return texts;
  // A text without any of the words has no pair of them.
  const pool = texts.slice(0, FUSION.pairsPool.value).filter(({ words }) => words > 0);
  const textById = await textsOf(
    db,
    pool.map(({ id }) => id),
  );
  return raisedByPairs(
    texts,
    new Map([...textById].map(([id, text]) => [id, pairShare(pairs, text)])),
  );
}

/** Filters by period; needed because vectors and neighbours know no dates. */
async function learnedThen(
  db: Database,
  { lists, texts, documents, typeOf }: Candidates,
  learned: LearnedPeriod,
): Promise<Candidates> {
  const ids = [...lists.flatMap((list) => list.ids), ...texts.map(({ id }) => id)];
  const then = await learnedAmong(db, [...new Set(ids)], learned);
  return {
    lists: lists.map(({ path, ids }) => ({ path, ids: ids.filter((id) => then.has(id)) })),
    texts: texts.filter(({ id }) => then.has(id)),
    documents,
    typeOf,
  };
}

function bareFolder(root: string | null) {
  return { root, headOf: () => null, filesDefining: async () => [] };
}
