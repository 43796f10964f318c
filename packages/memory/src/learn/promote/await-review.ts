/**
 * Stores an import that a person reviews first as a waiting candidate instead of a memory. It passes the same screen as every
 * write. Importing it again adds nothing once it waits, was rejected or became a memory.
 */
import type { Database } from "@tacit-memory/sqlite";
import { type Candidate, factsOf, type Rejection } from "../../domain/candidate.ts";
import { titleOf } from "../../domain/draft.ts";
import type { CandidateId, MemoryId, ProjectId } from "../../domain/ids.ts";
import type { MemoryType } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { findCandidate, listCandidates, saveCandidate } from "../../store/memories/candidates.ts";
import { findExternal } from "../../store/memories/memories.ts";
import { type AdmitOptions, redactDetails, screen } from "./admit.ts";
import { SOURCE_CONFIDENCE } from "./limits.ts";
import type { NewMemory } from "./new-memory.ts";
import { findDuplicate } from "./similar.ts";

export type Waiting =
  | { readonly state: "waits" }
  /** A memory (`by`) states it, or it was decided on before (null). */
  | { readonly state: "known"; readonly by: MemoryId | null }
  | { readonly state: "refused"; readonly reason: Rejection };

/** Stores the candidate. `input.externalId` identifies it, so that it is reviewed only once. */
export async function awaitReview(
  db: Database,
  projectId: ProjectId,
  input: NewMemory & { readonly externalId: string },
  options: AdmitOptions,
  moment: Moment,
): Promise<Waiting> {
  const { content, type, reason } = screen(input, options);
  if (reason !== null) return { state: "refused", reason };
  return db.transaction(async (tx) => {
    const before = await findCandidate(tx, projectId, subjectOf(input));
    const isDecided = before !== null && before.reason !== "withdrawn";
    const twin =
      (await findExternal(tx, projectId, input.externalId)) ??
      (await findDuplicate(tx, projectId, content));
    if (isDecided || twin !== null) return { state: "known", by: twin?.id ?? null };
    const candidate = asCandidate(projectId, { ...input, content, type }, options, moment);
    await saveCandidate(tx, candidate, moment.nowMs);
    return { state: "waits" };
  });
}

function subjectOf({ externalId }: { readonly externalId: string }): string {
  return `imported ${externalId}`;
}

/** Builds the candidate. `input` must have passed the screen. */
function asCandidate(
  projectId: ProjectId,
  input: NewMemory & { readonly externalId: string; readonly type: MemoryType },
  options: AdmitOptions,
  moment: Moment,
): Candidate {
  const clean = redactDetails(input, options.redaction);
  return {
    id: moment.newId() as CandidateId,
    projectId,
    state: "proposed",
    reason: "awaits_review",
    signals: [],
    subject: subjectOf(input),
    sessions: clean.sessions ?? [],
    score: clean.confidence ?? SOURCE_CONFIDENCE.imported,
    standing: "hypothesis",
    isTainted: false,
    evidence: [],
    createdAtMs: moment.nowMs,
    type: input.type,
    title: clean.title ?? titleOf(input.content),
    content: input.content,
    payload: clean.payload ?? {},
    files: clean.files ?? [],
    symbols: clean.symbols ?? [],
    tags: clean.tags ?? [],
    triggers: clean.triggers ?? [],
    errorFingerprint: clean.errorFingerprint ?? null,
    imported: {
      externalId: input.externalId,
      createdAtMs: clean.createdAtMs ?? moment.nowMs,
      scope: input.scope ?? "project",
    },
  };
}

/** Withdraws undecided imported candidates that their source no longer contains. Returns how many. */
export async function withdrawWaiting(
  db: Database,
  projectId: ProjectId,
  isGone: (externalId: string) => boolean,
  moment: Moment,
): Promise<number> {
  const waiting = await listCandidates(db, { projectId, state: "proposed", limit: 1_000_000 });
  let gone = 0;
  for (const candidate of waiting) {
    const externalId = candidate.imported?.externalId ?? null;
    if (externalId === null || !isGone(externalId)) continue;
    const facts = factsOf(candidate);
    await saveCandidate(db, { ...facts, state: "rejected", reason: "withdrawn" }, moment.nowMs);
    gone++;
  }
  return gone;
}
