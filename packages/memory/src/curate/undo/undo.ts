/** Undoes a change of memories, relations or decisions on candidates, as far as nothing has changed them again. */
import type { Database } from "@tacit-memory/sqlite";
import { type UndoEntry, type UndoStep, withoutChange } from "../../domain/changes/undo-entry.ts";
import { MemoryError } from "../../domain/errors.ts";
import { idEnding, isIdLike, type MemoryId, shortId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { setProposalState } from "../../store/dream/proposals.ts";
import { removeAnchors } from "../../store/memories/anchors.ts";
import { resetCandidate } from "../../store/memories/candidates.ts";
import { addEdge, type EdgeType, removeEdge } from "../../store/memories/edges.ts";
import {
  changeMemory,
  getMemories,
  getMemory,
  listVersions,
} from "../../store/memories/memories.ts";
import { closeReviewEntries } from "../../store/memories/review-entries.ts";
import { lastOpSeq } from "../../store/ops.ts";
import {
  lastChangeOf,
  listUndoEntries,
  markOpen,
  markUndone,
  undoEntriesByEnding,
} from "../../store/undo-entries.ts";
import type { Workspace } from "../../workspace.ts";
import { resolveDispute } from "../revise/dispute.ts";

export interface UndoneMemory {
  readonly before: Memory;
  readonly after: Memory;
  /** Fields that changed again since and were left unchanged. */
  readonly kept: readonly string[];
}

export interface Undone {
  /** Changes that were undone; empty if every field of them changed again since. */
  readonly entries: readonly UndoEntry[];
  readonly memories: readonly UndoneMemory[];
  /** Memories that were forgotten since. */
  readonly forgotten: readonly MemoryId[];
}

/**
 * Undoes the last change, the one with this id, all of this group, or the last one of this memory. Throws "usage" if there is
 * nothing to undo or it was undone before.
 */
export async function undoChange(workspace: Workspace, wanted?: string): Promise<Undone> {
  const entries = await wantedEntries(workspace, wanted);
  const moment = workspace.moment();
  const undone: Undone[] = [];
  // One transaction per entry: a long run of merges must not block other writers.
  for (const entry of entries) {
    undone.push(await workspace.db.transaction((tx) => undoEntry(tx, entry, moment)));
  }
  return {
    entries: undone.flatMap((each) => each.entries),
    memories: undone.flatMap(({ memories }) => memories),
    forgotten: undone.flatMap(({ forgotten }) => forgotten),
  };
}

/** Lists changes, newest first. */
export async function listChanges(
  { db, projectId }: Workspace,
  limit: number,
): Promise<UndoEntry[]> {
  return listUndoEntries(db, projectId, { limit, withUndone: true });
}

async function wantedEntries(
  { db, projectId }: Workspace,
  wanted: string | undefined,
): Promise<readonly UndoEntry[]> {
  if (wanted === undefined) {
    const [last] = await listUndoEntries(db, projectId, { limit: 1, withBackground: false });
    if (last === undefined)
      throw new MemoryError("usage", { reason: "there is no change to undo in this project" });
    return last.groupId === null ? [last] : undoEntriesByEnding(db, projectId, last.groupId);
  }
  const ending = idEnding(wanted);
  if (!isIdLike(ending)) throw unknownChange(wanted);
  const found = await undoEntriesByEnding(db, projectId, ending);
  const open = found.filter(({ undoneAtMs }) => undoneAtMs === null);
  if (found.length > 0 && open.length === 0)
    throw new MemoryError("usage", { reason: "this change was undone before", id: wanted });
  const groups = new Set(open.map(({ id, groupId }) => groupId ?? id));
  if (groups.size > 1) throw new MemoryError("id_ambiguous", { id: wanted });
  if (open.length > 0) return open;
  return [await lastOfMemory(db, projectId, ending, wanted)];
}

function unknownChange(id: string, cause?: unknown): MemoryError {
  return new MemoryError("change_not_found", { id, cause });
}

async function lastOfMemory(
  db: Database,
  projectId: Workspace["projectId"],
  ending: string,
  wanted: string,
): Promise<UndoEntry> {
  const memory = await getMemory(db, ending).catch((cause: unknown) => {
    if (!MemoryError.is(cause, "memory_not_found")) throw cause;
    throw unknownChange(wanted, cause);
  });
  const entry = await lastChangeOf(db, projectId, memory.id);
  if (entry !== undefined) return entry;
  const reason = `no change of this memory can be undone; \`tacit history ${shortId(memory.id)}\` lists its versions`;
  throw new MemoryError("usage", { reason, id: wanted });
}

async function undoEntry(tx: Database, entry: UndoEntry, moment: Moment): Promise<Undone> {
  if (!(await markUndone(tx, entry.id, moment.nowMs)))
    throw new MemoryError("usage", { reason: "this change was undone before", id: entry.id });
  const before = await lastOpSeq(tx);
  const undone = await undoSteps(tx, entry, moment);
  const isUnchanged = (await lastOpSeq(tx)) === before;
  if (!isUnchanged || !isBlocked(entry, undone)) return { entries: [entry], ...undone };
  await markOpen(tx, entry.id);
  return { entries: [], ...undone };
}

async function undoSteps(
  tx: Database,
  entry: UndoEntry,
  moment: Moment,
): Promise<Omit<Undone, "entries">> {
  const memories: UndoneMemory[] = [];
  const forgotten: MemoryId[] = [];
  for (const step of stepsInOrder(entry)) {
    if (step.kind === "edge") await undoEdge(tx, step, moment);
    else if (step.kind === "candidate") await resetCandidate(tx, step, moment.nowMs);
    else if (step.kind === "proposal")
      await setProposalState(tx, step.id, { from: step.state, to: "open" }, moment.nowMs);
    else {
      const undone = await undoMemory(tx, step, entry, moment);
      if (undone === null) forgotten.push(step.id);
      else memories.push(undone);
    }
  }
  // The other side of a dispute may have been forgotten since.
  for (const [at, undone] of memories.entries())
    memories[at] = { ...undone, after: await resolveDispute(tx, undone.after, moment) };
  return { memories, forgotten };
}

/** Whether only later changes of fields prevented the undo, so that it is possible after those are undone. */
function isBlocked(
  { steps }: UndoEntry,
  { memories, forgotten }: Omit<Undone, "entries">,
): boolean {
  const isOfFields = steps.every((step) => step.kind === "memory" && step.before !== null);
  const all = memories.flatMap(({ kept }) => kept);
  return isOfFields && forgotten.length === 0 && all.length > 0 && !all.includes("all");
}

/** Returns the steps in the order of undoing: added relations are removed first, removed relations are added last. */
function stepsInOrder({ steps }: UndoEntry): UndoStep[] {
  const isEdge = (change: "added" | "removed") => (step: UndoStep) =>
    step.kind === "edge" && step.change === change;
  const of = (kind: UndoStep["kind"]) => steps.filter((step) => step.kind === kind);
  return [
    ...steps.filter(isEdge("added")),
    ...of("memory"),
    ...of("candidate"),
    ...of("proposal"),
    ...steps.filter(isEdge("removed")),
  ];
}

async function undoEdge(
  tx: Database,
  { change, fromId, toId, type, createdAtMs }: Extract<UndoStep, { kind: "edge" }>,
  moment: Moment,
): Promise<void> {
  const edge = { fromId, toId, type: type as EdgeType };
  if (change === "added") return removeEdge(tx, edge, moment);
  const ends = await getMemories(tx, [fromId, toId]);
  const to = ends.find(({ id }) => id === toId);
  // Another memory, or none, may supersede it by now.
  const isCurrent = type !== "supersedes" || to?.supersededBy === fromId;
  if (ends.length === 2 && isCurrent) await addEdge(tx, { ...edge, createdAtMs }, moment);
}

/** Undoes one step; null if the memory was forgotten since. */
async function undoMemory(
  tx: Database,
  { id, before, after }: Extract<UndoStep, { kind: "memory" }>,
  entry: UndoEntry,
  moment: Moment,
): Promise<UndoneMemory | null> {
  const [now] = await getMemories(tx, [id]);
  if (now === undefined) return null;
  const label = `undone: ${entry.what}`;
  if (before === null) return undoInsert(tx, now, label, moment);
  const versions = await listVersions(tx, id);
  const was = versions.find(({ version }) => version === before)?.before;
  const became =
    now.version === after ? now : versions.find(({ version }) => version === after)?.before;
  // Its versions were deleted with a forgotten text.
  if (was === undefined || became === undefined) return { before: now, after: now, kept: ["all"] };
  // If the successor was forgotten, the lost reference is not a later change by a person.
  const { memory, unchanged: kept } = withoutChange(now, was, await asPossible(tx, became));
  const wanted = await asPossible(tx, memory);
  // Nothing is left to undo if every field changed again.
  if (JSON.stringify(wanted) === JSON.stringify(now)) return { before: now, after: now, kept };
  const changed = await changeMemory(tx, now, wanted, label, moment);
  const lost = now.files.filter((file) => !changed.files.includes(file));
  await removeAnchors(tx, id, lost);
  if (!changed.needsReview || (await wasOnlyFlag(tx, entry, id)))
    await closeReviewEntries(tx, [id], [], moment.nowMs, ["flagged"]);
  return { before: now, after: changed, kept };
}

const FLAG = "feedback flag";

/**
 * Whether the undone change flagged the memory and no other change does. Such a memory may still need review for another
 * reason, such as a running session.
 */
async function wasOnlyFlag(
  tx: Database,
  { what, projectId }: UndoEntry,
  id: MemoryId,
): Promise<boolean> {
  if (what !== FLAG) return false;
  const others = await listUndoEntries(tx, projectId, { limit: 1000 });
  return !others.some(
    (other) => other.what === FLAG && other.steps.some((step) => "id" in step && step.id === id),
  );
}

/** Archives a memory that the change created, unless it was observed again since, because then others know it too. */
async function undoInsert(
  tx: Database,
  now: Memory,
  label: string,
  moment: Moment,
): Promise<UndoneMemory> {
  if (now.observationCount > 1) return { before: now, after: now, kept: ["state"] };
  if (now.state === "archived") return { before: now, after: now, kept: [] };
  const archived: Memory = { ...now, state: "archived", isPinned: false };
  return { before: now, after: await changeMemory(tx, now, archived, label, moment), kept: [] };
}

/** Removes the reference to a superseding memory that was forgotten since. */
async function asPossible(tx: Database, memory: Memory): Promise<Memory> {
  if (memory.supersededBy === null) return memory;
  const [successor] = await getMemories(tx, [memory.supersededBy]);
  return successor === undefined ? { ...memory, supersededBy: null } : memory;
}
