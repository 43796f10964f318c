/** Two memories that say the opposite: when there is nothing left between them to review. */
import type { Database } from "@tacit-memory/sqlite";
import { stageOf } from "../../domain/anchors/stage.ts";
import { type Memory, meetInTime } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { listEdges, removeEdge } from "../../store/memories/edges.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";

/**
 * Both wait for review, as where the contradiction was noticed. Not where they never held at the same time, nor where one
 * holds on a branch alone, which is no reason to doubt what holds elsewhere.
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

/** A correction contradicts what it corrects, as it must: between the two there is nothing left to review. */
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

/** Said to be true at other times than what it disputed: one ended before the other, and both are right. */
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

/** One side was set aside: what is left of the argument is nobody's, until it is brought back. */
export async function resolveOthers(db: Database, memory: Memory, moment: Moment): Promise<void> {
  for (const other of await othersOf(db, memory)) await resolveDispute(db, other, moment);
}

/** Brought back as it was set aside, in the middle of an argument: so is the argument. */
export async function resumeDispute(db: Database, memory: Memory, moment: Moment): Promise<void> {
  if (!memory.isDisputed) return;
  for (const other of await othersOf(db, memory)) await dispute(db, memory, other, moment);
}

/** Disputed by nobody any more: out of the argument, and out of review unless something else put it there. */
export async function resolveDispute(
  db: Database,
  memory: Memory,
  moment: Moment,
): Promise<Memory> {
  if (!memory.isDisputed || (await othersOf(db, memory)).some(isOpen)) return memory;
  const needsReview = memory.needsReview && (await isDoubtedBesides(db, memory));
  return changeMemory(db, memory, { ...memory, isDisputed: false, needsReview }, "settled", moment);
}

/** After outside text, waiting for review before the dispute began, or put in doubt while it lasted. */
async function isDoubtedBesides(db: Database, memory: Memory): Promise<boolean> {
  if (memory.isTainted) return true;
  const versions = await listVersions(db, memory.id);
  const before = versions.findLast((version) => !version.before.isDisputed)?.before;
  if (before === undefined) return false;
  const hasFallen = memory.standing === "hypothesis" && before.standing !== "hypothesis";
  return hasFallen || (before.needsReview && !before.isTainted);
}

/** Told unless something else keeps it: who is set aside, or superseded, disputes nothing. */
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
