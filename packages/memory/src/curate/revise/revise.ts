/** Effect of use and of the user's decisions on a memory. Every change keeps the previous version. */

import { isDeepStrictEqual } from "node:util";
import type { Database } from "@tacit-memory/sqlite";
import { isDurableAtOnce } from "../../domain/anchors/stage.ts";
import { granted, withoutPinRequest } from "../../domain/changes/asked-for.ts";
import { MemoryError } from "../../domain/errors.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import { type ProjectId, shortId } from "../../domain/ids.ts";
import {
  isValidAt,
  type Memory,
  type TrustLevel,
  type Visibility,
  withoutRefutation,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { clip, oneLine } from "../../domain/text/text.ts";
import { endSupersession } from "../../learn/promote/refutation.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { changeMemory, listVersions } from "../../store/memories/memories.ts";
import { closeReviewEntries } from "../../store/memories/review-entries.ts";
import { resolveAlias } from "../../store/projects.ts";
import { resolveApart, resolveDisputeOf } from "./dispute.ts";

/** Confidence that a memory gains when it was useful. */
const USEFUL_GAIN = 0.05;

/** Who confirms a memory: the user, which makes it verified, or an agent that has observed it again. */
export interface Witness {
  readonly kind: "user" | "agent";
  readonly name: string;
}

/** Confirms a memory today. If the user confirms, it also becomes verified and leaves review. */
export async function confirm(
  db: Database,
  memory: Memory,
  by: Witness,
  moment: Moment,
): Promise<Memory> {
  const isUser = by.kind === "user";
  const evidence = {
    kind: isUser ? ("user" as const) : ("reobserved" as const),
    detail: isUser
      ? sentenceOf("confirmed_by_user", {})
      : sentenceOf("confirmed_by", { agent: by.name }),
    atMs: moment.nowMs,
  };
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      ...(isUser ? granted(memory) : {}),
      // A memory that waits for a person stays a hypothesis, however often agents observe it again.
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

function atLeastBelieved(trust: TrustLevel): TrustLevel {
  return trust === "hypothesis" ? "believed" : trust;
}

/** Replaces a memory by its correction `replacement`: the old one is never recalled again but can still be read. */
export async function correct(
  db: Database,
  memory: Memory,
  replacement: Memory,
  moment: Moment,
): Promise<Memory> {
  if (memory.id === replacement.id) {
    throw new MemoryError("usage", { reason: sentenceOf("same_text", {}) });
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

/** Returns the end of validity: now, unless it ended before. */
function endedBy({ validToMs }: Memory, nowMs: number): number {
  return Math.min(validToMs ?? nowMs, nowMs);
}

export interface Edit {
  readonly content?: string | undefined;
  readonly title?: string | undefined;
  readonly type?: Memory["type"] | undefined;
  readonly scope?: Memory["scope"] | undefined;
  /** Owner, for a scope that has one. */
  readonly scopeOwner?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  readonly files?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly triggers?: readonly string[] | undefined;
  /** Replaces all details. */
  readonly payload?: Memory["payload"] | undefined;
  /** Null removes the fingerprint. */
  readonly errorFingerprint?: string | null | undefined;
  /** Must be valid conditions. */
  readonly invalidWhen?: readonly string[] | undefined;
  readonly isPinned?: boolean | undefined;
  readonly needsReview?: boolean | undefined;
  /** If true, the memory applies everywhere from now on, whatever branch it was learned on. */
  readonly isDurable?: boolean | undefined;
  /** Null removes the date. */
  readonly validFromMs?: number | null | undefined;
  readonly validToMs?: number | null | undefined;
}

/**
 * Changes the named fields and leaves the others. Texts must have been redacted. A memory that stops being global belongs to
 * `projectId` from then on. `because`: name of the change in the history.
 */
export async function edit(
  db: Database,
  memory: Memory,
  change: Edit,
  projectId: ProjectId,
  moment: Moment,
  because = "edited",
): Promise<Memory> {
  const after = afterEdit(memory, change, projectId);
  const edited = isDeepStrictEqual(after, memory)
    ? memory
    : await changeMemory(db, memory, after, because, moment);
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
    payload: change.payload ?? memory.payload,
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
    // A person or an agent has decided about a request to pin it.
    ...(change.isPinned === undefined ? {} : withoutPinRequest(memory)),
    needsReview: change.needsReview ?? memory.needsReview,
    ...validityAfter(memory, change),
    tags: tagsAfter(memory, change),
  };
}

function titleAfter({ title }: Memory, { content }: Edit): string {
  return content === undefined ? title : clip(oneLine(content), 80);
}

function tagsAfter({ tags }: Memory, { addTags = [], removeTags = [] }: Edit): string[] {
  const removed = new Set(removeTags);
  return [...new Set([...tags, ...addTags])].filter((tag) => !removed.has(tag));
}

/** Returns the fingerprint after the edit: null removes it; if left out, it stays. */
function errorAfter(
  memory: Memory,
  { errorFingerprint = memory.errorFingerprint }: Edit,
): Pick<Memory, "errorFingerprint"> {
  return { errorFingerprint };
}

/** Returns the validity after the edit: null removes a date; if left out, it stays. */
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
 * Restores a memory from the archive or, with `version`, to its state before that change, which undoes a merge, an edit or a
 * correction. Throws "usage" for a missing version.
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
      // Restoring a memory states that it is valid.
      validToMs: isValidAt(memory, moment.nowMs) ? memory.validToMs : null,
      tags: withoutRefutation(memory.tags),
      confirmedAtMs: moment.nowMs,
    };
    const isRestored = isDeepStrictEqual(
      { ...revived, confirmedAtMs: memory.confirmedAtMs },
      memory,
    );
    return isRestored ? memory : revive(db, memory, revived, "restored", moment);
  }
  const versions = await listVersions(db, memory.id);
  const wanted = versions.find((item) => item.version === version);
  if (wanted === undefined) {
    throw new MemoryError("usage", {
      reason: `no change has the number ${version}; \`tacit history ${shortId(memory.id)}\` has ${versions.length}`,
    });
  }
  // A dispute has two sides: restoring one to before it began does not end it for the other.
  const { isDisputed } = memory;
  const needsReview = isDisputed || wanted.before.needsReview;
  // The project's id may have changed since.
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
