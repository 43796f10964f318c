/** What Tacit learned and no person has judged. */
import type { Memory } from "../domain/memory.ts";
import { getMemoriesInOrder } from "../store/memories/memories.ts";
import { listUnjudged } from "../store/memories/memory-counts.ts";
import type { Workspace } from "../workspace.ts";
import { byWorth } from "./worth.ts";

/** Maximum number of memories, newest first, that are looked at: a few milliseconds. */
const MAX_AMONG = 5000;

export interface UnjudgedMemories {
  /** Those most worth reading first. */
  readonly memories: readonly Memory[];
  /** Counts those that are not in `memories`, too. */
  readonly total: number;
}

export async function unjudgedOf(
  { db, projectId }: Workspace,
  limit: number,
): Promise<UnjudgedMemories> {
  const found = await listUnjudged(db, { projectId, among: MAX_AMONG });
  const ids = byWorth(found)
    .slice(0, limit)
    .map(({ id }) => id);
  return { memories: await getMemoriesInOrder(db, ids), total: found.length };
}
