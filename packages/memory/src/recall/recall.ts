/**
 * What do we know that bears on this? Understand the query → candidates on every path at once → weighted
 * rank fusion → freshness of what would be returned → hits, each with the reasons for its rank.
 *
 * The dense path is declared and empty until an encoder ships: fusion renormalises over what ran. No floor
 * on scores: whether a hit is good enough to interrupt for is the gate's question, not this one's.
 */

import { effectiveConfidence } from "../domain/confidence.ts";
import type { Explanation, Hit, RankedList } from "../domain/hit.ts";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import {
  type Freshness,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type Phase,
  type Scope,
} from "../domain/memory.ts";
import { listAnchors } from "../store/anchors.ts";
import type { Database } from "../store/drivers/driver.ts";
import { getMemories } from "../store/memories.ts";
import { findByFiles, findByFingerprint } from "../store/memory-lists.ts";
import { searchWords } from "../store/search.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { checkFreshness } from "./freshness.ts";
import { type FusedHit, fuse } from "./fuse.ts";
import { clampPrior, priorsOf } from "./priors.ts";
import { type Query, understandQuery } from "./query.ts";
import { searchExpression, type WeighedTerm, weigh } from "./term-weights.ts";
import { findTriggered } from "./triggers.ts";
import { COLUMN_WEIGHTS, PATH_WEIGHTS, RECALL } from "./tuning.ts";

export interface RecallRequest {
  readonly projectId: ProjectId;
  /** The worktree, for freshness; null when it is not here. */
  readonly root: string | null;
  readonly query: string;
  /** Files in play, relative POSIX paths. */
  readonly files?: readonly string[] | undefined;
  readonly phase?: Phase | null | undefined;
  readonly types?: readonly MemoryType[] | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly limit?: number | undefined;
  readonly withArchived?: boolean | undefined;
  readonly anyProject?: boolean | undefined;
  readonly usePriors?: boolean | undefined;
}

const DEFAULT_LIMIT = 10;

/** A handoff is read by the session after it; as an answer it would crowd out what was learned. */
const RECALLABLE: readonly MemoryType[] = MEMORY_TYPES.filter((type) => type !== "handoff");

/** Best first, at most `limit`; ranks from 1. */
export async function recall(db: Database, request: RecallRequest, nowMs: number): Promise<Hit[]> {
  const query = understandQuery(request.query, request.files);
  const limit = request.limit ?? DEFAULT_LIMIT;
  const terms = await weigh(db, query.terms);
  const lists = await candidates(db, request, query, terms);
  const fused = fuse(lists, PATH_WEIGHTS[query.queryClass]);
  // Over-fetch: filters, superseded rows and staleness can each take some away.
  const pool = fused.slice(0, Math.max(limit * 2, limit + 10));
  const memories = await admissible(db, pool, request);
  const coverage = await coverageOf(db, terms, [...memories.keys()]);
  const freshness = checkFreshness(await listAnchors(db, [...memories.keys()]), request.root);
  const scored = pool.flatMap((fusedHit) => {
    const memory = memories.get(fusedHit.id);
    if (memory === undefined) return [];
    return [
      score(memory, fusedHit, request, coverage.get(memory.id), freshness.get(memory.id), nowMs),
    ];
  });
  scored.sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
  return scored.slice(0, limit).map((hit, i) => ({ ...hit, rank: i + 1 }));
}

async function candidates(
  db: Database,
  request: RecallRequest,
  query: Query,
  terms: readonly WeighedTerm[],
): Promise<RankedList[]> {
  const types = request.types ?? RECALLABLE;
  const wanted = { projectId: request.projectId, types, scopes: request.scopes };
  const inRoot = `${request.root}/`;
  const named = query.paths.map((path) =>
    path.startsWith(inRoot) ? path.slice(inRoot.length) : path,
  );
  const files = [...(request.files ?? []), ...named];
  const match = searchExpression(terms);
  const lexical =
    match === null
      ? []
      : await searchWords(db, match, COLUMN_WEIGHTS, {
          ...wanted,
          anyProject: request.anyProject,
          withArchived: request.withArchived,
          limit: Math.max(RECALL.lexicalPool.value, (request.limit ?? DEFAULT_LIMIT) * 2),
        });
  return [
    { path: "lexical", ids: lexical.map((hit) => hit.id) },
    { path: "dense", ids: [] },
    { path: "anchor", ids: await findByFiles(db, wanted, files, RECALL.anchorPool.value) },
    {
      path: "fingerprint",
      ids: await findByFingerprint(db, wanted, query.fingerprints, RECALL.anchorPool.value),
    },
    { path: "trigger", ids: await findTriggered(db, wanted, query.text, files) },
  ];
}

/** The memories behind the pool that the request's filters let through, by id. */
async function admissible(
  db: Database,
  pool: readonly FusedHit[],
  request: RecallRequest,
): Promise<Map<MemoryId, Memory>> {
  const memories = await getMemories(
    db,
    pool.map((hit) => hit.id),
  );
  return new Map(
    memories
      .filter((memory) => request.withArchived === true || memory.state === "active")
      .filter((memory) => memory.supersededBy === null)
      .filter((memory) => (request.types ?? RECALLABLE).includes(memory.type))
      .filter((memory) => request.scopes?.includes(memory.scope) ?? true)
      .map((memory) => [memory.id, memory]),
  );
}

function score(
  memory: Memory,
  fusedHit: FusedHit,
  request: RecallRequest,
  coverage: Coverage | undefined,
  freshness: Freshness = "unanchored",
  nowMs: number,
): Hit {
  const priors: Record<string, number> = {
    ...(request.usePriors === true ? priorsOf(memory, request.phase ?? null, nowMs) : {}),
    ...(freshness === "gone" ? { freshness: RECALL.staleFactor.value } : {}),
  };
  const prior = clampPrior(priors);
  const explanation: Explanation = {
    ranks: fusedHit.ranks,
    fused: fusedHit.score,
    priors,
    prior,
    coverage: coverage?.share ?? 0,
    matched: coverage?.matched ?? [],
  };
  return {
    memory,
    rank: 0,
    score: fusedHit.score * prior,
    confidence: effectiveConfidence(memory, nowMs),
    freshness,
    explanation,
  };
}
