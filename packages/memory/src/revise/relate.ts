/** One memory tied to another by somebody's word: what supersedes another takes its place, all else is a relation to read. */
import { MemoryError } from "../domain/errors.ts";
import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { addEdge, type EdgeType } from "../store/edges.ts";
import { correct } from "./revise.ts";

/** `memory` → `other`. In a transaction. Throws "usage" for one with itself, and where either is superseded already. */
export async function relate(
  db: Database,
  memory: Memory,
  other: Memory,
  type: EdgeType,
  moment: Moment,
): Promise<void> {
  if (memory.id === other.id) {
    throw new MemoryError("usage", { reason: "a memory is not related to itself" });
  }
  if (type !== "supersedes") {
    await addEdge(db, { fromId: memory.id, toId: other.id, type, createdAtMs: moment.nowMs });
    return;
  }
  if (other.supersededBy === memory.id) return;
  const gone = [memory, other].find((one) => one.supersededBy !== null);
  if (gone !== undefined) {
    throw new MemoryError("usage", {
      reason: `${shortId(gone.id)} is superseded already; \`tacit restore\` brings it back`,
    });
  }
  await correct(db, other, memory, moment);
}
