/**
 * Forgetting, at once and physically: the row, its index, versions, anchors and vectors, its words in events
 * and ops; then the write-ahead log is folded in, so that the file's bytes no longer hold them.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { scrubFile } from "../../store/maintenance.ts";
import { eraseMemories } from "../../store/memories/erase.ts";

export async function forget(
  db: Database,
  memories: readonly Memory[],
  moment: Moment,
): Promise<number> {
  await eraseMemories(db, memories, moment);
  if (memories.length > 0) await scrubFile(db);
  return memories.length;
}
