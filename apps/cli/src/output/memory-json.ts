/** Memories and hits in the JSON for scripts: docs/cli.md and the public contract. */
import {
  type Candidate,
  effectiveConfidence,
  type Freshness,
  type Hit,
  learnedFromOf,
  lessonOf,
  type Memory,
} from "@tacit-memory/memory";
import { whyOf } from "./why.ts";

/** One JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export function memoryJson(memory: Memory, nowMs: number, freshness?: Freshness): Json {
  return {
    id: memory.id,
    externalId: memory.externalId,
    type: memory.type,
    title: memory.title,
    content: memory.content,
    payload: memory.payload,
    scope: memory.scope,
    visibility: memory.visibility,
    state: memory.state,
    standing: memory.standing,
    confidence: rounded(effectiveConfidence(memory, nowMs)),
    files: memory.files,
    tags: memory.tags,
    sessions: memory.sessions,
    evidence: memory.evidence.map(({ atMs, ...rest }) => ({ ...rest, at: iso(atMs) })),
    branch: memory.branch,
    commit: memory.commit,
    isStaged: memory.isStaged,
    invalidWhen: memory.invalidWhen,
    source: memory.source,
    agent: memory.agent,
    isPinned: memory.isPinned,
    needsReview: memory.needsReview,
    isTainted: memory.isTainted,
    isDisputed: memory.isDisputed,
    supersededBy: memory.supersededBy,
    validFrom: memory.validFromMs === null ? null : iso(memory.validFromMs),
    validUntil: memory.validToMs === null ? null : iso(memory.validToMs),
    observationCount: memory.observationCount,
    createdAt: iso(memory.createdAtMs),
    updatedAt: iso(memory.updatedAtMs),
    confirmedAt: iso(memory.confirmedAtMs),
    version: memory.version,
    lesson: lessonMark(memory),
    learnedFrom: learnedFromOf(memory),
    ...(freshness === undefined ? {} : { freshness }),
  };
}

/** Returns the model that wrote a lesson, and when; null if no model did. */
function lessonMark(memory: Memory): Json | null {
  const mark = lessonOf(memory);
  return mark === null ? null : { by: mark.by, at: iso(mark.atMs) };
}

export function hitJson(hit: Hit, isExplained: boolean): Json {
  const { memory } = hit;
  return {
    id: memory.id,
    kind: "memory",
    externalId: memory.externalId,
    type: memory.type,
    title: memory.title,
    content: memory.content,
    score: hit.score,
    confidence: rounded(hit.confidence),
    standing: memory.standing,
    freshness: hit.freshness,
    files: memory.files,
    source: memory.source,
    sessions: memory.sessions,
    learnedFrom: learnedFromOf(memory),
    createdAt: iso(memory.createdAtMs),
    why: whyOf(hit),
    ...(isExplained
      ? {
          explanation: {
            ...hit.explanation,
            anchors: hit.code?.anchors ?? [],
            branch: hit.branch ?? null,
          },
        }
      : {}),
  };
}

/** Returns a candidate. `saidIn`: the file of the repository that already states it. */
export function candidateJson(candidate: Candidate): Json {
  const { saidIn } = candidate.payload;
  return {
    id: candidate.id,
    type: candidate.type,
    content: candidate.content,
    signals: candidate.signals,
    sessions: candidate.sessions,
    state: candidate.state,
    reason: candidate.reason,
    ...(typeof saidIn === "string" ? { saidIn } : {}),
    score: rounded(candidate.score),
    files: candidate.files,
    createdAt: iso(candidate.createdAtMs),
    ...(candidate.state === "promoted" ? { memoryId: candidate.memoryId } : {}),
  };
}

/** Returns a memory as reported by `observe` and the importers. */
export function promotedJson(memory: Memory): Json {
  const { id, type, content, standing, files } = memory;
  return { id, type, content, standing, files };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
