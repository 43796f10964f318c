/** Did it hold? What use and the user's word do to a memory. Every change keeps the version before it. */

import type { Database } from "@tacit-memory/sqlite";
import { isDurableAtOnce } from "../../domain/anchors/stage.ts";
import { MemoryError } from "../../domain/errors.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import type { ProjectId } from "../../domain/ids.ts";
import {
  isValidAt,
  type Memory,
  type Standing,
  type Visibility,
  withoutRefutation,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { granted } from "../../domain/text/asked-for.ts";
import { clip } from "../../domain/text/text.ts";
import { endSupersession } from "../../learn/promote/refutation.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { changeMemory, listVersions } from "../../store/memories/memories.ts";
import { closeReviewEntries } from "../../store/memories/review-entries.ts";
import { resolveAlias } from "../../store/projects.ts";
import { resolveApart, resolveDisputeOf } from "./dispute.ts";

/** Confidence that a memory gains when it was useful. */
const USEFUL_GAIN = 0.05;

/** Who says that a memory held: the user, whose word verifies, or an agent, which has seen it again. */
export interface Witness {
  readonly kind: "user" | "agent";
  readonly name: string;
}

/** It held: dated today. By the user's word also verified, and out of the review queue. */
export async function confirm(
  db: Database,
  memory: Memory,
  by: Witness,
  moment: Moment,
): Promise<Memory> {
  const isUser = by.kind === "user";
  const evidence = {
    kind: isUser ? ("user" as const) : ("reobserved" as const),
    detail: `confirmed by ${by.name}`,
    atMs: moment.nowMs,
  };
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      ...(isUser ? granted(memory) : {}),
      // What waits for a person stays a hypothesis, however often agents see it again.
      standing: isUser
        ? "verified"
        : memory.needsReview
          ? memory.standing
          : atLeastBelieved(memory.standing),
      confidence: Math.min(0.99, memory.confidence + USEFUL_GAIN),
      confirmedAtMs: moment.nowMs,
      needsReview: memory.needsReview && !isUser,
      isDisputed: memory.isDisputed && !isUser,
      isTainted: memory.isTainted && !isUser,
      usefulCount: memory.usefulCount + 1,
      evidence: newestEvidence([...memory.evidence, evidence]),
    },
    "confirmed",
    moment,
  );
}

function atLeastBelieved(trust: Standing): Standing {
  return trust === "hypothesis" ? "believed" : trust;
}

/** `replacement` says it right: the old one is never recalled again, and still there to be read. */
export async function correct(
  db: Database,
  memory: Memory,
  replacement: Memory,
  moment: Moment,
): Promise<Memory> {
  if (memory.id === replacement.id) {
    throw new MemoryError("usage", { reason: "the correction has the same text as the memory" });
  }
  if (memory.supersededBy !== replacement.id) await endSupersession(db, memory, moment);
  await addEdge(
    db,
    {
      fromId: replacement.id,
      toId: memory.id,
      type: "supersedes",
      createdAtMs: moment.nowMs,
    },
    moment,
  );
  await resolveDisputeOf(db, memory, replacement, moment);
  await closeReviewEntries(db, [memory.id], [], moment.nowMs, ["flagged"]);
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      supersededBy: replacement.id,
      validToMs: endedBy(memory, moment.nowMs),
      needsReview: false,
      isDisputed: false,
      isPinned: false,
    },
    "corrected",
    moment,
  );
}

/** It ended now, unless it was known to have ended before. */
function endedBy({ validToMs }: Memory, nowMs: number): number {
  return Math.min(validToMs ?? nowMs, nowMs);
}

export interface Edit {
  readonly content?: string | undefined;
  readonly title?: string | undefined;
  readonly type?: Memory["type"] | undefined;
  readonly scope?: Memory["scope"] | undefined;
  /** Whose it is, for a scope with an owner. */
  readonly scopeOwner?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  readonly files?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly triggers?: readonly string[] | undefined;
  /** Null: of no error any more. */
  readonly errorFingerprint?: string | null | undefined;
  /** Must be conditions that can be read. */
  readonly invalidWhen?: readonly string[] | undefined;
  readonly isPinned?: boolean | undefined;
  readonly needsReview?: boolean | undefined;
  /** Holds everywhere from now on, whatever branch it was learned on. */
  readonly isDurable?: boolean | undefined;
  /** Null: nobody says any more. */
  readonly validFromMs?: number | null | undefined;
  readonly validToMs?: number | null | undefined;
}

/**
 * Changes what is named, leaves the rest. Texts must have been redacted. A memory that stops being global
 * belongs to `projectId` from then on. `because`: what its history calls the change.
 */
export async function edit(
  db: Database,
  memory: Memory,
  change: Edit,
  projectId: ProjectId,
  moment: Moment,
  because = "edited",
): Promise<Memory> {
  const edited = await changeMemory(
    db,
    memory,
    afterEdit(memory, change, projectId),
    because,
    moment,
  );
  const isRedated = change.validFromMs !== undefined || change.validToMs !== undefined;
  return isRedated ? resolveApart(db, edited, moment) : edited;
}

function afterEdit(memory: Memory, change: Edit, projectId: ProjectId): Memory {
  const scope = change.scope ?? memory.scope;
  const type = change.type ?? memory.type;
  const visibility = change.visibility ?? memory.visibility;
  return {
    ...memory,
    content: change.content ?? memory.content,
    title: change.title ?? titleAfter(memory, change),
    type,
    scope,
    scopeOwner: change.scopeOwner === undefined ? memory.scopeOwner : change.scopeOwner,
    projectId: scope === "global" ? null : (memory.projectId ?? projectId),
    visibility,
    isStaged: isStillStaged({ ...memory, type, scope, visibility }, change),
    files: change.files ?? memory.files,
    triggers: change.triggers ?? memory.triggers,
    ...errorAfter(memory, change),
    invalidWhen: change.invalidWhen ?? memory.invalidWhen,
    isPinned: change.isPinned ?? memory.isPinned,
    needsReview: change.needsReview ?? memory.needsReview,
    ...validityAfter(memory, change),
    tags: tagsAfter(memory, change),
  };
}

function titleAfter({ title }: Memory, { content }: Edit): string {
  return content === undefined ? title : clip(content.replace(/\s+/g, " ").trim(), 80);
}

function tagsAfter({ tags }: Memory, { addTags = [], removeTags = [] }: Edit): string[] {
  const removed = new Set(removeTags);
  return [...new Set([...tags, ...addTags])].filter((tag) => !removed.has(tag));
}

/** Null takes off what was said; left out, it stays. */
function errorAfter(
  memory: Memory,
  { errorFingerprint = memory.errorFingerprint }: Edit,
): Pick<Memory, "errorFingerprint"> {
  return { errorFingerprint };
}

/** Null takes off what was said; left out, it stays. */
function validityAfter(
  memory: Memory,
  { validFromMs = memory.validFromMs, validToMs = memory.validToMs }: Edit,
): Pick<Memory, "validFromMs" | "validToMs"> {
  return { validFromMs, validToMs };
}

function isStillStaged(after: Memory, { isDurable }: Edit): boolean {
  return after.isStaged && isDurable !== true && !isDurableAtOnce(after);
}

/**
 * Back to life from the archive, or, with `version`, back to what it was before that change: how a merge, an
 * edit or a correction is undone. Throws "usage" for a version that is not there.
 */
export async function restore(
  db: Database,
  memory: Memory,
  version: number | undefined,
  moment: Moment,
): Promise<Memory> {
  if (version === undefined) {
    const revived: Memory = {
      ...memory,
      state: "active",
      supersededBy: null,
      // Brought back by somebody who says that it holds.
      validToMs: isValidAt(memory, moment.nowMs) ? memory.validToMs : null,
      tags: withoutRefutation(memory.tags),
      confirmedAtMs: moment.nowMs,
    };
    return revive(db, memory, revived, "restored", moment);
  }
  const versions = await listVersions(db, memory.id);
  const wanted = versions.find((item) => item.version === version);
  if (wanted === undefined) {
    throw new MemoryError("usage", {
      reason: "no such version",
      have: versions.map((item) => item.version),
    });
  }
  // A dispute is between two: going back to before it began does not end it for the other.
  const { isDisputed } = memory;
  const needsReview = isDisputed || wanted.before.needsReview;
  // Its project may go by another name since.
  const then = wanted.before.projectId;
  const projectId = then === null ? null : await resolveAlias(db, then);
  const before: Memory = { ...wanted.before, projectId, state: "active", isDisputed, needsReview };
  return revive(db, memory, before, `restored to version ${version}`, moment);
}

async function revive(
  db: Database,
  memory: Memory,
  after: Memory,
  change: string,
  moment: Moment,
): Promise<Memory> {
  return db.transaction(async (tx) => {
    if (after.supersededBy === null) await endSupersession(tx, memory, moment);
    return changeMemory(tx, memory, after, change, moment);
  });
}
