/**
 * Applies the result of a check: memories of merged stages apply everywhere from now on, as a normal change; memories of
 * deleted branches wait for a person.
 */
import type { Database } from "@tacit-memory/sqlite";
import { type Merge, parseStage, stageOf } from "../../domain/anchors/stage.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { type Edge, listEdges } from "../../store/memories/edges.ts";
import { changeMemory, getMemories } from "../../store/memories/memories.ts";
import { closeReviewEntries } from "../../store/memories/review-entries.ts";
import { idsOfStages, memoriesOfStages, queuedOfStages } from "../../store/memories/stages.ts";

/** Unstages the memories of merged stages. Call inside a transaction. */
export async function promoteMerged(
  db: Database,
  projectId: ProjectId,
  merges: readonly Merge[],
  moment: Moment,
): Promise<void> {
  const how = new Map(merges.map((merge) => [merge.stage, merge.how]));
  const memories = await memoriesOfStages(db, projectId, [...how.keys()]);
  for (const memory of memories) {
    const change = `promoted: ${how.get(stageOf(memory) ?? "") ?? "merged"}`;
    const promoted = await changeMemory(db, memory, { ...memory, isStaged: false }, change, moment);
    const edges = await listEdges(db, memory.id);
    await supersedeOutdated(db, promoted, edges, moment);
    await flagContradicted(db, promoted, edges, moment);
  }
  await closeReviewEntries(db, idsOf(memories), [], moment.nowMs, ["branch_gone"]);
}

/** Supersedes what a note of the branch called outdated: until the merge, it was still valid elsewhere. */
async function supersedeOutdated(
  db: Database,
  { id, createdAtMs }: Memory,
  edges: readonly Edge[],
  moment: Moment,
): Promise<void> {
  const outdated = edges.filter(({ type, fromId }) => type === "supersedes" && fromId === id);
  for (const older of await getMemories(
    db,
    outdated.map(({ toId }) => toId),
  )) {
    if (older.state !== "active" || older.supersededBy !== null || older.isPinned) continue;
    const validToMs = older.validToMs ?? createdAtMs;
    const after = { ...older, supersededBy: id, validToMs, needsReview: false };
    await changeMemory(db, older, after, "superseded on a branch that was merged", moment);
  }
}

/**
 * Marks both memories as disputed: while one was staged it contradicted nothing elsewhere, but now one of them is wrong for
 * everyone.
 */
async function flagContradicted(
  db: Database,
  memory: Memory,
  edges: readonly Edge[],
  moment: Moment,
): Promise<void> {
  const others = edges
    .filter(({ type }) => type === "contradicts")
    .map(({ fromId, toId }) => (fromId === memory.id ? toId : fromId));
  for (const other of await getMemories(db, others)) {
    if (other.isStaged || other.state !== "active" || other.supersededBy !== null) continue;
    for (const item of [other, memory]) await dispute(db, item.id, moment);
  }
}

async function dispute(db: Database, id: MemoryId, moment: Moment): Promise<void> {
  const [memory] = await getMemories(db, [id]);
  if (memory === undefined || memory.isDisputed) return;
  const disputed = { ...memory, isDisputed: true, needsReview: true };
  await changeMemory(db, memory, disputed, "contradicted", moment);
}

/** Queues the memories of these stages for review and withdraws those of the others. Call inside a transaction. */
export async function reviewGone(
  db: Database,
  projectId: ProjectId,
  stages: { readonly gone: readonly string[]; readonly present: readonly string[] },
  nowMs: number,
): Promise<void> {
  const gone = await idsOfStages(db, projectId, stages.gone);
  const wanted = gone.map(({ id, stage }) => ({
    memoryId: id,
    reason: "branch_gone" as const,
    detail: `its branch ${parseStage(stage).branch ?? ""} is gone and was not merged, as far as git can tell`,
  }));
  await closeReviewEntries(db, idsOf(gone), wanted, nowMs, ["branch_gone"]);
  const back = await queuedOfStages(db, projectId, stages.present);
  await closeReviewEntries(db, back, [], nowMs, ["branch_gone"]);
}

function idsOf(memories: readonly { readonly id: MemoryId }[]): MemoryId[] {
  return memories.map(({ id }) => id);
}
