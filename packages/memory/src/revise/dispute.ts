/** Two memories that say the opposite: when there is nothing left between them to review. */
import { type Memory, meetInTime } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { listEdges, removeEdge } from "../store/edges.ts";
import { changeMemory, getMemories, listVersions } from "../store/memories.ts";

/** A correction contradicts what it corrects, as it must: between the two there is nothing left to review. */
export async function settleDispute(
  db: Database,
  memory: Memory,
  replacement: Memory,
  moment: Moment,
): Promise<void> {
  await removeEdge(db, replacement.id, "contradicts", memory.id);
  await settle(db, replacement, moment);
}

/** Said to be true at other times than what it disputed: one ended before the other, and both are right. */
export async function settleApart(db: Database, memory: Memory, moment: Moment): Promise<Memory> {
  const edges = await disputesOf(db, memory);
  const ids = edges.map(({ fromId, toId }) => (fromId === memory.id ? toId : fromId));
  const apart = (await getMemories(db, ids)).filter(
    (other) => !meetInTime(memory, other, moment.nowMs),
  );
  if (apart.length === 0) return memory;
  for (const other of apart) {
    await removeEdge(db, memory.id, "contradicts", other.id);
    await removeEdge(db, other.id, "contradicts", memory.id);
    await settle(db, other, moment);
  }
  return settle(db, memory, moment);
}

/** Disputed by nobody any more: out of the argument, and out of review unless something else put it there. */
export async function settle(db: Database, memory: Memory, moment: Moment): Promise<Memory> {
  if (!memory.isDisputed || (await disputesOf(db, memory)).length > 0) return memory;
  const needsReview = memory.needsReview && (await isDoubtedBesides(db, memory));
  return changeMemory(db, memory, { ...memory, isDisputed: false, needsReview }, "settled", moment);
}

/** After outside text, waiting for review before the dispute began, or put in doubt while it lasted. */
async function isDoubtedBesides(db: Database, memory: Memory): Promise<boolean> {
  if (memory.isTainted) return true;
  const versions = await listVersions(db, memory.id);
  const before = versions.findLast((one) => !one.before.isDisputed)?.before;
  if (before === undefined) return false;
  const hasFallen = memory.standing === "hypothesis" && before.standing !== "hypothesis";
  return hasFallen || (before.needsReview && !before.isTainted);
}

async function disputesOf(db: Database, { id }: Memory) {
  return (await listEdges(db, id)).filter(({ type }) => type === "contradicts");
}
