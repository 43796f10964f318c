/**
 * What do we know that bears on this? Understand the query → candidates on every path → words and meaning on one
 * scale → fusion with the paths that only rank → freshness of what would be returned → hits, each with the
 * reasons for its rank.
 *
 * No floor on scores: whether a hit is good enough to interrupt for is the gate's question, not this one's.
 */

import { effectiveConfidence } from "../domain/confidence.ts";
import type { CodeStanding, Explanation, Hit, RankedList } from "../domain/hit.ts";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import {
  isValidAt,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type Phase,
  type Scope,
  trueSinceMs,
} from "../domain/memory.ts";
import { stageOf } from "../domain/stage.ts";
import { listAnchors } from "../store/anchors.ts";
import { companionsOf } from "../store/companions.ts";
import type { Database } from "../store/drivers/driver.ts";
import { getMemories } from "../store/memories.ts";
import { findByFiles, findByFingerprint } from "../store/memory-lists.ts";
import { type Learned, learnedAmong } from "../store/search.ts";
import { cascaded } from "./cascade.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import type { Dense } from "./dense.ts";
import { createFreshness, type FreshnessCheck } from "./freshness.ts";
import { type FusedHit, fuse } from "./fuse.ts";
import { fullText, type Lexical } from "./lexical.ts";
import { besideFiles, type Lift, lifted, type NeighboursOf } from "./neighbourhood.ts";
import { clampPrior, priorsOf } from "./priors.ts";
import { type Query, understandQuery } from "./query.ts";
import { reordered, type SecondStage } from "./second-stage.ts";
import { foundPhrases, type WeighedTerm, weigh } from "./term-weights.ts";
import { type Emphasis, emphasisOf } from "./text/emphasis.ts";
import { mostPossible, scoreTexts, type TextScore } from "./text/relevance.ts";
import { findTriggered } from "./triggers.ts";
import { NEIGHBOURHOOD, PATH_WEIGHTS, RECALL } from "./tuning.ts";

export interface RecallRequest {
  readonly projectId: ProjectId;
  /** The worktree, for freshness; null when it is not here. */
  readonly root: string | null;
  /** Who looks at the code; absent: files under `root`, without git and without what earlier looks found. */
  readonly freshness?: FreshnessCheck | undefined;
  /** Git may be asked what became of code; a hook may not. */
  readonly mayAskGit?: boolean | undefined;
  readonly isExplained?: boolean | undefined;
  readonly query: string;
  /** Files in play, relative POSIX paths. */
  readonly files?: readonly string[] | undefined;
  readonly phase?: Phase | null | undefined;
  readonly types?: readonly MemoryType[] | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly limit?: number | undefined;
  readonly withArchived?: boolean | undefined;
  readonly anyProject?: boolean | undefined;
  /** Memories of these stages are not recalled. */
  readonly hiddenStages?: readonly string[] | undefined;
  /** Only what was learned then. */
  readonly learned?: Learned | undefined;
  /**
   * Only what was true then, as far as was known: also what words find of what was superseded since. Left out: what
   * is true now.
   */
  readonly atMs?: number | undefined;
  readonly usePriors?: boolean | undefined;
  /** Recall by meaning; absent: by words alone. */
  readonly dense?: Dense | undefined;
  /** Search by words; absent: the store's full-text index. */
  readonly lexical?: Lexical | undefined;
  /** What good hits were derived from, or relate to, is a candidate too. */
  readonly followsTies?: boolean | undefined;
  /** Who stands next to whom in the code; absent: nobody knows. */
  readonly neighboursOf?: NeighboursOf | undefined;
  /** Instead of the tuned one: for measurements. */
  readonly lift?: Lift | undefined;
  /** Looks at the first hits again; absent: their order stands. */
  readonly secondStage?: SecondStage | undefined;
}

const DEFAULT_LIMIT = 10;

/** A handoff is read by the session after it; as an answer it would crowd out what was learned. */
const RECALLABLE: readonly MemoryType[] = MEMORY_TYPES.filter((type) => type !== "handoff");

/** Best first, at most `limit`; ranks from 1. */
export async function recall(db: Database, request: RecallRequest, nowMs: number): Promise<Hit[]> {
  const query = understandQuery(request.query, request.files);
  const limit = request.limit ?? DEFAULT_LIMIT;
  // An index in memory does not know when something was learned, or true.
  const isDated = request.learned !== undefined || request.atMs !== undefined;
  const lexical = isDated ? fullText(db) : (request.lexical ?? fullText(db));
  const terms = await weigh(lexical, query.terms);
  const { lists, texts, documents } = await candidates(db, { ...request, lexical }, query, terms);
  const fused = fuse(texts, lists, PATH_WEIGHTS[query.queryClass]);
  const textOf = new Map(texts.map((text) => [text.id, text]));
  const tied = request.followsTies === true ? await cascaded(db, fused) : fused;
  // Over-fetch: filters, superseded rows and staleness can each take some away.
  const reread = request.secondStage?.pool ?? 0;
  const deep = tied.slice(0, Math.max(limit * 2, limit + 10, reread * 2));
  const memories = await admissible(db, deep, request, nowMs);
  const { neighboursOf } = request;
  const pool =
    neighboursOf === undefined ? deep : lifted(deep, memories, neighboursOf, request.lift);
  const coverage = await coverageOf(lexical, terms, [...memories.keys()]);
  const checker = request.freshness ?? createFreshness(bareFolder(request.root));
  // The code of other projects is not here to be looked at.
  const here = [...memories.values()].filter(
    ({ projectId }) => projectId === null || projectId === request.projectId,
  );
  const standing = await checker.check(
    here,
    await listAnchors(
      db,
      here.map(({ id }) => id),
    ),
    { nowMs, mayAskGit: request.mayAskGit, isExplained: request.isExplained },
  );
  const scored = pool.flatMap((fusedHit) => {
    const memory = memories.get(fusedHit.id);
    if (memory === undefined) return [];
    return [
      score(memory, fusedHit, request, nowMs, {
        coverage: coverage.get(memory.id),
        code: standing.get(memory.id),
        text: textOf.get(memory.id),
      }),
    ];
  });
  scored.sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
  const emphasis = emphasisOf(terms, documents);
  const ordered = await looked(scored, query.text, emphasis, request.secondStage);
  return ordered.slice(0, limit).map((hit, i) => ({ ...hit, rank: i + 1 }));
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
}

async function candidates(
  db: Database,
  request: RecallRequest & { readonly lexical: Lexical },
  query: Query,
  terms: readonly WeighedTerm[],
): Promise<Candidates> {
  const types = request.types ?? RECALLABLE;
  const { projectId, scopes, hiddenStages, learned, atMs } = request;
  const wanted = { projectId, types, scopes, hiddenStages, learned };
  const inRoot = `${request.root}/`;
  const named = query.paths.map((path) =>
    path.startsWith(inRoot) ? path.slice(inRoot.length) : path,
  );
  const files = [...(request.files ?? []), ...named];
  const limit = (request.limit ?? DEFAULT_LIMIT) * 2;
  const filter = {
    ...wanted,
    anyProject: request.anyProject,
    withArchived: request.withArchived,
  };
  const lexical = await request.lexical.search(
    foundPhrases(terms),
    { ...filter, atMs },
    Math.max(RECALL.lexicalPool.value, limit),
  );
  const documents = await request.lexical.documents();
  const dense =
    query.text.trim() === ""
      ? null
      : await request.dense?.nearest(
          query.text,
          filter,
          learned === undefined ? Math.max(RECALL.densePool.value, limit) : RECALL.datedPool.value,
          emphasisOf(terms, documents),
        );
  const most = lexical.length === 0 ? 0 : mostPossible(terms, documents);
  const lists: RankedList[] = [
    { path: "lexical", ids: lexical.map((hit) => hit.id) },
    { path: "dense", ids: dense?.hits.map((hit) => hit.id) ?? [] },
    { path: "anchor", ids: await findByFiles(db, wanted, files, RECALL.anchorPool.value) },
    {
      path: "fingerprint",
      ids: await findByFingerprint(db, wanted, query.fingerprints, RECALL.anchorPool.value),
    },
    {
      path: "graph",
      ids:
        request.neighboursOf === undefined
          ? []
          : await findByFiles(
              db,
              wanted,
              besideFiles(request.neighboursOf, files),
              NEIGHBOURHOOD.pool.value,
            ),
    },
    { path: "trigger", ids: await findTriggered(db, wanted, query.text, files) },
  ];
  const mayHaveCompany = types.includes("episode");
  const companions = await companionsOf(db, mayHaveCompany ? lexical.map(({ id }) => id) : []);
  const isOfNames = query.queryClass === "identifier";
  const question = { most, terms: terms.length, isOfNames };
  const texts = await scoreTexts(lexical, question, dense ?? null, companions);
  const found = { lists, texts, documents };
  return learned === undefined ? found : learnedThen(db, found, learned);
}

/** Nor do vectors, nor who was found beside somebody. */
async function learnedThen(
  db: Database,
  { lists, texts, documents }: Candidates,
  learned: Learned,
): Promise<Candidates> {
  const ids = [...lists.flatMap((list) => list.ids), ...texts.map(({ id }) => id)];
  const then = await learnedAmong(db, [...new Set(ids)], learned);
  return {
    lists: lists.map(({ path, ids }) => ({ path, ids: ids.filter((id) => then.has(id)) })),
    texts: texts.filter(({ id }) => then.has(id)),
    documents,
  };
}

/** The memories behind the pool that the request's filters let through, by id. */
async function admissible(
  db: Database,
  pool: readonly FusedHit[],
  request: RecallRequest,
  nowMs: number,
): Promise<Map<MemoryId, Memory>> {
  const memories = await getMemories(
    db,
    pool.map((hit) => hit.id),
  );
  return new Map(
    memories
      .filter((memory) => isTrueThen(memory, request, nowMs))
      .filter(({ projectId }) => isOfProject(projectId, request))
      .filter((memory) => (request.types ?? RECALLABLE).includes(memory.type))
      .filter((memory) => request.scopes?.includes(memory.scope) ?? true)
      .filter((memory) => request.hiddenStages?.includes(stageOf(memory) ?? "") !== true)
      .map((memory) => [memory.id, memory]),
  );
}

/** What was set aside or superseded holds no longer, but it did at a time before that, where it is known to have ended. */
function isTrueThen(memory: Memory, { atMs, withArchived }: RecallRequest, nowMs: number): boolean {
  const { state, supersededBy, validToMs } = memory;
  if (!isValidAt(memory, atMs ?? nowMs)) return false;
  const isLiving = supersededBy === null && (withArchived === true || state === "active");
  if (atMs === undefined) return isLiving;
  return trueSinceMs(memory) <= atMs && (isLiving || validToMs !== null);
}

/** A tie may lead anywhere. */
function isOfProject(projectId: ProjectId | null, request: RecallRequest): boolean {
  return request.anyProject === true || projectId === null || projectId === request.projectId;
}

function bareFolder(root: string | null) {
  return { root, headOf: () => null, filesNaming: async () => [] };
}

function score(
  memory: Memory,
  fusedHit: FusedHit,
  request: RecallRequest,
  nowMs: number,
  known: {
    readonly coverage: Coverage | undefined;
    readonly code: CodeStanding | undefined;
    readonly text: TextScore | undefined;
  },
): Hit {
  const { coverage, code, text } = known;
  const priors: Record<string, number> = {
    ...(request.usePriors === true ? priorsOf(memory, request.phase ?? null, nowMs) : {}),
    ...(code !== undefined && code.factor < 1 ? { freshness: code.factor } : {}),
  };
  const prior = clampPrior(priors);
  const explanation: Explanation = {
    ranks: fusedHit.ranks,
    fused: fusedHit.score,
    priors,
    prior,
    coverage: coverage?.share ?? 0,
    matched: coverage?.matched ?? [],
    words: text?.words ?? 0,
    cosine: text?.cosine ?? null,
    relevance: text?.relevance ?? 0,
  };
  return {
    memory,
    rank: 0,
    score: fusedHit.score * prior,
    confidence: effectiveConfidence(memory, nowMs),
    freshness: code?.freshness ?? "unanchored",
    code,
    explanation,
  };
}
