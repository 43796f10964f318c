/** Did it hold? What use and the user's word do to a memory. Every change keeps the version before it. */
import { MemoryError } from "../domain/errors.ts";
import type { Memory, Visibility } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { addEdge } from "../store/edges.ts";
import { changeMemory, listVersions } from "../store/memories.ts";
import { REVISE } from "./tuning.ts";

/** It held, says the user or a later session: verified, dated today, out of the review queue. */
export async function confirm(
  db: Database,
  memory: Memory,
  by: string,
  moment: Moment,
): Promise<Memory> {
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      standing: "verified",
      confidence: Math.min(0.99, memory.confidence + REVISE.usefulGain.value),
      confirmedAtMs: moment.nowMs,
      needsReview: false,
      isDisputed: false,
      isTainted: false,
      usefulCount: memory.usefulCount + 1,
      evidence: [
        ...memory.evidence,
        { kind: "user" as const, detail: `confirmed by ${by}`, atMs: moment.nowMs },
      ].slice(-12),
    },
    "confirmed",
    moment,
  );
}

/** `replacement` says it right: the old one is never recalled again, and still there to be read. */
export async function correct(
  db: Database,
  memory: Memory,
  replacement: Memory,
  moment: Moment,
): Promise<Memory> {
  if (memory.id === replacement.id) {
    throw new MemoryError("usage", { reason: "the correction says the same as the memory" });
  }
  await addEdge(db, {
    fromId: replacement.id,
    toId: memory.id,
    type: "supersedes",
    createdAtMs: moment.nowMs,
  });
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      supersededBy: replacement.id,
      needsReview: false,
      isDisputed: false,
      isPinned: false,
    },
    "corrected",
    moment,
  );
}

export interface Edit {
  readonly content?: string | undefined;
  readonly title?: string | undefined;
  readonly type?: Memory["type"] | undefined;
  readonly scope?: Memory["scope"] | undefined;
  readonly visibility?: Visibility | undefined;
  readonly files?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  readonly triggers?: readonly string[] | undefined;
  readonly isPinned?: boolean | undefined;
  readonly needsReview?: boolean | undefined;
}

/** Changes what is named, leaves the rest. `content` must have been redacted. */
export async function edit(
  db: Database,
  memory: Memory,
  change: Edit,
  moment: Moment,
): Promise<Memory> {
  const removed = new Set(change.removeTags ?? []);
  const tags = [...new Set([...memory.tags, ...(change.addTags ?? [])])].filter(
    (tag) => !removed.has(tag),
  );
  const title =
    change.title ?? (change.content === undefined ? memory.title : change.content.slice(0, 80));
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      content: change.content ?? memory.content,
      title,
      type: change.type ?? memory.type,
      scope: change.scope ?? memory.scope,
      projectId: change.scope === "global" ? null : memory.projectId,
      visibility: change.visibility ?? memory.visibility,
      files: change.files ?? memory.files,
      triggers: change.triggers ?? memory.triggers,
      isPinned: change.isPinned ?? memory.isPinned,
      needsReview: change.needsReview ?? memory.needsReview,
      tags,
    },
    "edited",
    moment,
  );
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
      confirmedAtMs: moment.nowMs,
    };
    return changeMemory(db, memory, revived, "restored", moment);
  }
  const versions = await listVersions(db, memory.id);
  const wanted = versions.find((one) => one.version === version);
  if (wanted === undefined) {
    throw new MemoryError("usage", {
      reason: "no such version",
      have: versions.map((one) => one.version),
    });
  }
  return changeMemory(
    db,
    memory,
    { ...wanted.before, state: "active" },
    `restored to version ${version}`,
    moment,
  );
}
