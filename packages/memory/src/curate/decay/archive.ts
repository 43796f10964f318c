/**
 * Archives memories that are no longer worth keeping active: effective confidence below the floor and long unconfirmed. They
 * can be restored; the stored confidence never changes.
 */
import type { Database } from "@tacit-memory/sqlite";
import { effectiveConfidence } from "../../domain/confidence.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { DECAY } from "./limits.ts";

export async function archive(db: Database, memory: Memory, moment: Moment): Promise<Memory> {
  if (memory.state === "archived") return memory;
  return changeMemory(db, memory, { ...memory, state: "archived" }, "archived", moment);
}

/**
 * Returns whether a memory is due for archiving because of time alone. Pinned ones never are. For a memory from an old
 * transcript, time counts from the day it was stored, not from the day of its session.
 */
export function isDueForArchive(
  memory: Pick<
    Memory,
    "type" | "confidence" | "isDisputed" | "isPinned" | "confirmedAtMs" | "updatedAtMs"
  >,
  nowMs: number,
): boolean {
  if (memory.isPinned) return false;
  const sinceMs = Math.max(memory.confirmedAtMs, memory.updatedAtMs);
  const unconfirmedDays = (nowMs - sinceMs) / 86_400_000;
  return (
    unconfirmedDays >= DECAY.archiveAfterDays &&
    effectiveConfidence(memory, nowMs) < DECAY.archiveBelow
  );
}
