/**
 * Relations between two memories: one that supersedes another replaces it, contradicting ones wait for review, and all others
 * are only informative.
 */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import { shortId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { addEdge, type EdgeType, listEdges, removeEdge } from "../../store/memories/edges.ts";
import { dispute, resolveDispute } from "./dispute.ts";
import { correct } from "./revise.ts";

/**
 * Creates the relation `memory` → `other`. Call inside a transaction. Throws "usage" for a memory with itself, and if either
 * is superseded already.
 */
export async function relate(
  db: Database,
  memory: Memory,
  other: Memory,
  type: EdgeType,
  moment: Moment,
): Promise<void> {
  if (memory.id === other.id) {
    throw new MemoryError("usage", { reason: "a memory cannot be linked to itself" });
  }
  if (type !== "supersedes") {
    await addEdge(
      db,
      { fromId: memory.id, toId: other.id, type, createdAtMs: moment.nowMs },
      moment,
    );
    if (type === "contradicts") await dispute(db, memory, other, moment);
    return;
  }
  if (other.supersededBy === memory.id) return;
  const gone = [memory, other].find((item) => item.supersededBy !== null);
  if (gone !== undefined) {
    throw new MemoryError("usage", {
      reason: `${shortId(gone.id)} is already superseded; to show it again, run \`tacit restore\``,
    });
  }
  await correct(db, other, memory, moment);
}

/**
 * Removes relations between two memories in either direction: of the given type, or of any except superseding, which
 * `restore` undoes. Throws "usage" if none exists.
 */
export async function unrelate(
  db: Database,
  memory: Memory,
  other: Memory,
  type: EdgeType | undefined,
  moment: Moment,
): Promise<void> {
  const between = (await listEdges(db, memory.id)).filter(
    ({ fromId, toId }) => fromId === other.id || toId === other.id,
  );
  const named = between.filter((edge) => edge.type === (type ?? edge.type));
  const loose = named.filter((edge) => edge.type !== "supersedes");
  if (loose.length === 0) {
    const reason =
      named.length === 0
        ? `no link of this kind exists between ${shortId(memory.id)} and ${shortId(other.id)}`
        : "one memory supersedes the other; to undo this, run `tacit restore`";
    throw new MemoryError("usage", { reason });
  }
  for (const edge of loose) await removeEdge(db, edge, moment);
  for (const side of [memory, other]) await resolveDispute(db, side, moment);
}
