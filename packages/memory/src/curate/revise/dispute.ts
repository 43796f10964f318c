/** Disputes between contradicting memories: when both need review and when neither does. */
import type { Database } from "@tacit-memory/sqlite";
import { stageOf } from "../../domain/anchors/stage.ts";
import { type Memory, meetInTime } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { listEdges, removeEdge } from "../../store/memories/edges.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";
import { isFlagged } from "../../store/memories/review-entries.ts";

/**
 * Marks both memories as disputed and queues them for review. Skipped if they were never valid at the same time, or if one
 * applies only on a branch, which is no reason to doubt what applies elsewhere.
 */
export async function dispute(
  db: Database,
  memory: Memory,
  other: Memory,
  moment: Moment,
): Promise<void> {
  const sides = [memory, other];
  if (!sides.every(isOpen) || stageOf(memory) !== stageOf(other)) return;
  if (!meetInTime(memory, other, moment.nowMs)) return;
  for (const side of sides) {
    if (side.isDisputed && side.needsReview) continue;
    const disputed = { ...side, isDisputed: true, needsReview: true };
    await changeMemory(db, side, disputed, "contradicted", moment);
  }
}

/** Resolves the dispute between a memory and its correction, which necessarily contradict each other. */
export async function resolveDisputeOf(
  db: Database,
  memory: Memory,
  replacement: Memory,
  moment: Moment,
): Promise<void> {
  await removeContradiction(db, replacement, memory, moment);
  await resolveDispute(db, replacement, moment);
}

async function removeContradiction(
  db: Database,
  from: Memory,
  to: Memory,
  moment: Moment,
): Promise<void> {
  await removeEdge(db, { fromId: from.id, type: "contradicts", toId: to.id }, moment);
}

/** Resolves disputes with memories that are valid at other times: one ended before the other, so both are right. */
export async function resolveApart(db: Database, memory: Memory, moment: Moment): Promise<Memory> {
  const others = await othersOf(db, memory);
  const apart = others.filter((other) => !meetInTime(memory, other, moment.nowMs));
  if (apart.length === 0) return memory;
  for (const other of apart) {
    await removeContradiction(db, memory, other, moment);
    await removeContradiction(db, other, memory, moment);
    await resolveDispute(db, other, moment);
  }
  return resolveDispute(db, memory, moment);
}

/** Resolves the disputes of the other sides when one side is archived, until it is restored. */
export async function resolveOthers(db: Database, memory: Memory, moment: Moment): Promise<void> {
  for (const other of await othersOf(db, memory)) await resolveDispute(db, other, moment);
}

/**
 * Disputes what contradicts a memory that a person has just accepted, such as an older rule of the user that stayed in use
 * until then. What was confirmed since the contradiction was found is right as well.
 */
export async function disputeAccepted(
  db: Database,
  accepted: Memory,
  moment: Moment,
): Promise<void> {
  for (const { type, createdAtMs, fromId, toId } of await listEdges(db, accepted.id)) {
    if (type !== "contradicts") continue;
    const [other] = await getMemories(db, [fromId === accepted.id ? toId : fromId]);
    if (other === undefined || !isOpen(other) || stageOf(other) !== stageOf(accepted)) continue;
    const isSettled = other.isDisputed || other.confirmedAtMs >= createdAtMs;
    if (isSettled || !meetInTime(accepted, other, moment.nowMs)) continue;
    const disputed = { ...other, isDisputed: true, needsReview: true };
    await changeMemory(db, other, disputed, "contradicted", moment);
  }
}

/** Resumes the disputes of a restored memory that was archived during a dispute. */
export async function resumeDispute(db: Database, memory: Memory, moment: Moment): Promise<void> {
  if (!memory.isDisputed) return;
  for (const other of await othersOf(db, memory)) await dispute(db, memory, other, moment);
}

/** Ends the dispute of a memory that nothing disputes any more, and its review unless it has another reason. */
export async function resolveDispute(
  db: Database,
  memory: Memory,
  moment: Moment,
): Promise<Memory> {
  if (!memory.isDisputed || (await othersOf(db, memory)).some(isOpen)) return memory;
  const needsReview = memory.needsReview && (await isDoubtedBesides(db, memory));
  return changeMemory(db, memory, { ...memory, isDisputed: false, needsReview }, "settled", moment);
}

/**
 * Returns whether the memory needs review anyway: it is tainted or flagged, waited for review before the dispute, or was
 * doubted during it.
 */
async function isDoubtedBesides(db: Database, memory: Memory): Promise<boolean> {
  if (memory.isTainted || (await isFlagged(db, memory.id))) return true;
  const versions = await listVersions(db, memory.id);
  const before = versions.findLast((version) => !version.before.isDisputed)?.before;
  if (before === undefined) return false;
  const hasFallen = memory.standing === "hypothesis" && before.standing !== "hypothesis";
  return hasFallen || (before.needsReview && !before.isTainted);
}

/** Returns whether a memory can dispute another: archived and superseded ones cannot. */
function isOpen({ state, supersededBy }: Memory): boolean {
  return state === "active" && supersededBy === null;
}

async function othersOf(db: Database, { id }: Memory): Promise<Memory[]> {
  const edges = (await listEdges(db, id)).filter(({ type }) => type === "contradicts");
  return getMemories(
    db,
    edges.map(({ fromId, toId }) => (fromId === id ? toId : fromId)),
  );
}
