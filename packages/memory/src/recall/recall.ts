/**
 * What do we know that bears on this? Understand the query → candidates on every path → words and meaning on one
 * scale → fusion with the paths that only rank → freshness of what would be returned → hits, each with the
 * reasons for its rank.
 *
 * No floor on scores: whether a hit is good enough to interrupt for is the gate's question, not this one's.
 */

import type { Database } from "@tacit-memory/sqlite";
import { createFreshness } from "../anchors/freshness/freshness.ts";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import type { Hit, RankedList } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Dense } from "../domain/ports/dense.ts";
import type { Emphasis } from "../domain/ports/emphasis.ts";
import type { FreshnessCheck } from "../domain/ports/freshness.ts";
import type { SecondStage } from "../domain/ports/second-stage.ts";
import type { Learned, Selection } from "../domain/selection.ts";
import { fullText, type Lexical } from "../search/lexical.ts";
import { reordered } from "../search/second-stage.ts";
import { foundPhrases, type WeighedTerm, weigh } from "../search/term-weights.ts";
import { companionsOf } from "../store/memories/companions.ts";
import { findByFiles, findByFingerprint, findNewest } from "../store/memories/memory-lists.ts";
import { learnedAmong, textsOf } from "../store/memories/search.ts";
import { cascaded } from "./cascade.ts";
import { type FusedHit, fuse } from "./fuse.ts";
import { besideFiles } from "./neighbourhood.ts";
import { type Query, understandQuery } from "./query.ts";
import { type HitRequest, RECALLABLE, readHits } from "./read-hits.ts";
import { emphasisOf } from "./text/emphasis.ts";
import { pairShare, pairsIn } from "./text/pairs.ts";
import { mostPossible, raisedByPairs, scoreTexts, type TextScore } from "./text/relevance.ts";
import { FUSION } from "./text/tuning.ts";
import { findTriggered } from "./triggers.ts";
import { NEIGHBOURHOOD, PATH_WEIGHTS, RECALL } from "./tuning.ts";

export interface RecallRequest extends HitRequest {
  /** The worktree, for freshness; null when it is not here. */
  readonly root: string | null;
  /** Who looks at the code; absent: files under `root`, without git and without what earlier looks found. */
  readonly freshness?: FreshnessCheck | undefined;
  readonly query: string;
  /** Files in play, relative POSIX paths. */
  readonly files?: readonly string[] | undefined;
  /** What they and their folders were called before they were renamed. */
  readonly formerPlaces?: readonly string[] | undefined;
  /** Of the error that is asked about; absent: the query's own. */
  readonly fingerprints?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  /** Only what was learned then. */
  readonly learned?: Learned | undefined;
  /** Recall by meaning; absent: by words alone. */
  readonly dense?: Dense | undefined;
  /** Search by words; absent: the store's full-text index. */
  readonly lexical?: Lexical | undefined;
  /** What good hits were derived from, or relate to, is a candidate too. */
  readonly followsTies?: boolean | undefined;
  /** Only memories with a trigger that the query or the files match; nothing is searched for words or meaning. */
  readonly isTriggered?: boolean | undefined;
  /** Looks at the first hits again; absent: their order stands. */
  readonly secondStage?: SecondStage | undefined;
}

/** Hits of an answer where nothing else is asked for. */
export const DEFAULT_LIMIT = 10;

/** Best first, at most `limit`; ranks from 1. */
export async function recall(db: Database, request: RecallRequest, nowMs: number): Promise<Hit[]> {
  const query = understandQuery(request.query, request.files, request.fingerprints);
  const limit = request.limit ?? DEFAULT_LIMIT;
  // An index in memory does not know when something was learned, or true.
  const isDated = request.learned !== undefined || request.atMs !== undefined;
  const lexical = isDated ? fullText(db) : (request.lexical ?? fullText(db));
  // Triggers are compared as they are written, so no term needs its weight.
  const terms = request.isTriggered === true ? [] : await weigh(lexical, query.terms);
  const { lists, texts, documents, typeOf } = await candidates(
    db,
    { ...request, lexical },
    query,
    terms,
  );
  const fused = fuse(texts, lists, PATH_WEIGHTS[query.queryClass]);
  const tied = request.followsTies === true ? await cascaded(db, fused) : fused;
  // Over-fetch: filters, superseded rows and staleness can each take some away.
  const reread = request.secondStage?.pool ?? 0;
  const deep = tied.slice(0, Math.max(limit * 2, limit + 10, reread * 2));
  const secondStage = ofAny(deep, typeOf, request.secondStage);
  const checker = request.freshness ?? createFreshness(bareFolder(request.root));
  const reading = { request, nowMs, lexical, terms, texts, checker };
  const scored = await readHits(db, deep, secondStage === undefined ? limit : deep.length, reading);
  const emphasis = emphasisOf(terms, documents);
  const ordered = await looked(scored, query.text, emphasis, secondStage);
  return ordered.slice(0, limit).map((hit, i) => ({ ...hit, rank: i + 1 }));
}

/** Who looks again, unless it is known that there are not two among these whom that concerns: then fewer are read. */
function ofAny(
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

/** The hits, the first of them as the second stage has them. */
async function looked(
  hits: readonly Hit[],
  query: string,
  emphasis: Emphasis,
  secondStage: SecondStage | undefined,
): Promise<readonly Hit[]> {
  if (secondStage === undefined || query.trim() === "" || hits.length === 0) return hits;
  const { concerns = () => true } = secondStage;
  const first = hits.slice(0, secondStage.pool);
  // There is nothing to order in one.
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
  /** In the whole collection. */
  readonly documents: number;
  /** Of those that words or meaning found. */
  readonly typeOf: ReadonlyMap<MemoryId, string>;
}

async function candidates(
  db: Database,
  request: RecallRequest & { readonly lexical: Lexical },
  query: Query,
  terms: readonly WeighedTerm[],
): Promise<Candidates> {
  const types = request.types ?? RECALLABLE;
  const { projectId, anyProject, withArchived, scopes, hiddenStages, learned, atMs } = request;
  const wanted = { projectId, anyProject, withArchived, types, scopes, hiddenStages, learned };
  const files = filesOf(request, query);
  const triggered = await findTriggered(db, wanted, query.text, files);
  if (request.isTriggered === true)
    return {
      lists: [{ path: "trigger", ids: triggered }],
      texts: [],
      documents: 0,
      typeOf: new Map(),
    };
  const limit = (request.limit ?? DEFAULT_LIMIT) * 2;
  const lexical = await request.lexical.search(
    foundPhrases(terms),
    { ...wanted, atMs },
    Math.max(RECALL.lexicalPool.value, limit),
  );
  const documents = await request.lexical.documents();
  const dense =
    query.text.trim() === ""
      ? null
      : await request.dense?.nearest(
          query.text,
          wanted,
          learned === undefined ? Math.max(RECALL.densePool, limit) : RECALL.datedPool,
          emphasisOf(terms, documents),
        );
  const most = lexical.length === 0 ? 0 : mostPossible(terms, documents);
  const lists: RankedList[] = [
    { path: "lexical", ids: lexical.map((hit) => hit.id) },
    { path: "dense", ids: dense?.hits.map((hit) => hit.id) ?? [] },
    {
      path: "anchor",
      ids: await findByFiles(
        db,
        wanted,
        {
          files: [...files, ...(request.formerPlaces ?? [])],
          // What is known of a folder bears on what is in it.
          folders: [...new Set((request.files ?? []).flatMap(foldersOf))],
        },
        RECALL.anchorPool,
      ),
    },
    {
      path: "fingerprint",
      ids: await findByFingerprint(db, wanted, query.fingerprints, RECALL.anchorPool),
    },
    {
      path: "graph",
      ids:
        request.neighboursOf === undefined
          ? []
          : await findByFiles(
              db,
              wanted,
              { files: besideFiles(request.neighboursOf, files) },
              NEIGHBOURHOOD.pool.value,
            ),
    },
    { path: "trigger", ids: triggered },
    { path: "learned", ids: await learnedAlone(db, request, wanted, limit) },
  ];
  const episodes = lexical.filter(({ type }) => type === "episode");
  const companions = await companionsOf(
    db,
    types.includes("episode") ? episodes.map(({ id }) => id) : [],
  );
  const isOfNames = query.queryClass === "identifier";
  const question = { most, terms: terms.length, isOfNames };
  const scored = await scoreTexts(lexical, question, dense ?? null, companions);
  const texts = await withPairs(db, scored, query.text, terms);
  const typeOf = new Map([...(dense?.hits ?? []), ...lexical].map(({ id, type }) => [id, type]));
  const found = { lists, texts, documents, typeOf };
  return learned === undefined ? found : learnedThen(db, found, learned);
}

/** Those in play and those that the question names, relative to the root. */
function filesOf({ root, files = [] }: RecallRequest, { paths }: Query): readonly string[] {
  const inRoot = `${root}/`;
  return [
    ...files,
    ...paths.map((path) => (path.startsWith(inRoot) ? path.slice(inRoot.length) : path)),
  ];
}

/** Where nothing is asked but what was learned then. */
async function learnedAlone(
  db: Database,
  { query, files = [], learned }: RecallRequest,
  wanted: Selection,
  limit: number,
): Promise<readonly MemoryId[]> {
  if (learned === undefined || query.trim() !== "" || files.length > 0) return [];
  return findNewest(db, wanted, limit);
}

/** The first of them, looked at for words that stand beside each other as in the question. */
async function withPairs(
  db: Database,
  texts: readonly TextScore[],
  query: string,
  terms: readonly WeighedTerm[],
): Promise<readonly TextScore[]> {
  const pairs = pairsIn(query, new Map(terms.map(({ text, idf }) => [text, idf])));
  if (pairs === null) return texts;
  // Who has none of its words has no two of them.
  const asked = texts.slice(0, FUSION.pairsPool.value).filter(({ words }) => words > 0);
  const textById = await textsOf(
    db,
    asked.map(({ id }) => id),
  );
  return raisedByPairs(
    texts,
    new Map([...textById].map(([id, text]) => [id, pairShare(pairs, text)])),
  );
}

/** Nor do vectors, nor who was found beside somebody. */
async function learnedThen(
  db: Database,
  { lists, texts, documents, typeOf }: Candidates,
  learned: Learned,
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
  return { root, headOf: () => null, filesNaming: async () => [] };
}
