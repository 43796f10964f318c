/**
 * Turns found ids into hits: reads the memories, applies the filters of the request, and adds the state of their code and the
 * reasons for their rank. Reads from the best down, only as far as needed: freshness and priors change a score by a known
 * factor, and reading a hit is most of its cost.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { HiddenHere } from "../domain/anchors/stage.ts";
import { effectiveConfidence } from "../domain/confidence.ts";
import type { CodeState, Explanation, Hit } from "../domain/hit.ts";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import {
  isValidAt,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type Phase,
  type Scope,
} from "../domain/memory.ts";
import type { FreshnessCheck } from "../domain/ports/freshness.ts";
import { isSelected } from "../domain/selection.ts";
import { type Audience, isVisibleTo } from "../domain/visibility.ts";
import type { Lexical } from "../search/lexical.ts";
import type { WeighedTerm } from "../search/term-weights.ts";
import { listAnchors } from "../store/memories/anchors.ts";
import { getMemories } from "../store/memories/memories.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import type { FusedHit } from "./fuse.ts";
import { clampPrior, phasePrior, priorsOf } from "./priors.ts";
import type { TextScore } from "./text/relevance.ts";
import { RECALL } from "./tuning.ts";

/** Types that recall returns. A handoff is read by the next session; as an answer it would displace what was learned. */
export const RECALLABLE: readonly MemoryType[] = MEMORY_TYPES.filter((type) => type !== "handoff");

/** Which memories may be hits, and what is read about them. */
export interface HitRequest extends HiddenHere {
  readonly projectId: ProjectId;
  /** Files in the question. */
  readonly files?: readonly string[] | undefined;
  /** Whether git may be used to check the state of code; a hook may not. */
  readonly mayAskGit?: boolean | undefined;
  readonly isExplained?: boolean | undefined;
  readonly phase?: Phase | null | undefined;
  readonly types?: readonly MemoryType[] | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly withArchived?: boolean | undefined;
  readonly anyProject?: boolean | undefined;
  /**
   * Recalls what was true at this time, as far as known, including superseded memories found by words. Default: what is true
   * now.
   */
  readonly atMs?: number | undefined;
  /** Who reads the answer. Default: a person. */
  readonly audience?: Audience | undefined;
  /** Additional filter for memories that pass the others; excluded ones take no place. Default: all. */
  readonly mayAnswer?: ((memory: Memory) => boolean) | undefined;
  readonly usePriors?: boolean | undefined;
}

/** Inputs for reading hits, besides the filters. */
export interface Reading {
  readonly request: HitRequest;
  readonly nowMs: number;
  readonly lexical: Lexical;
  readonly terms: readonly WeighedTerm[];
  readonly texts: readonly TextScore[];
  readonly checker: FreshnessCheck;
}

/** Additional hits that are read, so that a few superseded ones, or ones whose code is gone, need no second look-up. */
const SPARE_HITS = 5;

/** Returns at least the best `wanted` of the pool, which is sorted best first; ranks are assigned later. */
export async function readHits(
  db: Database,
  pool: readonly FusedHit[],
  wanted: number,
  reading: Reading,
): Promise<Hit[]> {
  const first = wanted + SPARE_HITS;
  const hits = await hitsOf(db, pool.slice(0, first), reading);
  const left = pool.slice(first);
  const { usePriors, phase } = reading.request;
  const isRaised = usePriors === true || (phase ?? null) !== null;
  const maxScore = (left[0]?.score ?? 0) * (isRaised ? RECALL.priorMax : 1);
  const last = hits[wanted - 1];
  if (left.length === 0 || (last !== undefined && maxScore < last.score)) return hits;
  return inOrder([...hits, ...(await hitsOf(db, left, reading))]);
}

async function hitsOf(db: Database, fused: readonly FusedHit[], reading: Reading): Promise<Hit[]> {
  const { request, nowMs, lexical, terms, texts, checker } = reading;
  const memories = await admissible(db, fused, request, nowMs);
  const coverage = await coverageOf(lexical, terms, [...memories.keys()]);
  // The code of other projects is not available here.
  const here = [...memories.values()].filter(
    ({ projectId }) => projectId === null || projectId === request.projectId,
  );
  const freshnessById = await checker.check(
    here,
    await listAnchors(
      db,
      here.map(({ id }) => id),
    ),
    {
      nowMs,
      queryFiles: request.files,
      mayAskGit: request.mayAskGit,
      isExplained: request.isExplained,
    },
  );
  const textOf = new Map(texts.map((text) => [text.id, text]));
  const scored = fused.flatMap((fusedHit) => {
    const memory = memories.get(fusedHit.id);
    const code = freshnessById.get(fusedHit.id);
    if (memory === undefined || hasLeftFile(memory, fusedHit, code)) return [];
    return [
      score(memory, fusedHit, request, nowMs, {
        coverage: coverage.get(memory.id),
        code,
        text: textOf.get(memory.id),
      }),
    ];
  });
  return inOrder(scored);
}

/** Whether only its anchors tied the memory to a file of the question, and that code is gone. */
function hasLeftFile({ files }: Memory, { ranks }: FusedHit, code: CodeState | undefined): boolean {
  const isByPlaceAlone = Object.keys(ranks).every((path) => path === "anchor" || path === "graph");
  return isByPlaceAlone && files.length === 0 && code?.freshness === "gone";
}

function inOrder(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
}

/** Returns the memories of the pool that pass the request's filters, by id. */
async function admissible(
  db: Database,
  pool: readonly FusedHit[],
  request: HitRequest,
  nowMs: number,
): Promise<Map<MemoryId, Memory>> {
  const memories = await getMemories(
    db,
    pool.map((hit) => hit.id),
  );
  const selection = { ...request, types: request.types ?? RECALLABLE };
  return new Map(
    memories
      .filter((memory) => isSelected(selection, memory))
      .filter((memory) => isValidAt(memory, request.atMs ?? nowMs))
      .filter((memory) => isVisibleTo(request.audience ?? null, memory))
      .filter((memory) => request.mayAnswer?.(memory) ?? true)
      .map((memory) => [memory.id, memory]),
  );
}

function score(
  memory: Memory,
  fusedHit: FusedHit,
  request: HitRequest,
  nowMs: number,
  evidence: {
    readonly coverage: Coverage | undefined;
    readonly code: CodeState | undefined;
    readonly text: TextScore | undefined;
  },
): Hit {
  const { coverage, code, text } = evidence;
  const priors: Record<string, number> = {
    ...(request.usePriors === true ? priorsOf(memory, nowMs) : {}),
    ...(request.phase == null ? {} : { phase: phasePrior(memory, request.phase) }),
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
    ...(text?.pairs === undefined ? {} : { pairs: text.pairs }),
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
