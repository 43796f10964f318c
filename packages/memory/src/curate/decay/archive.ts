/**
 * Sets aside what no longer earns its place: effective confidence under the floor and long unconfirmed. It
 * stays restorable; confidence itself is never rewritten.
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
 * Whether time alone has made it so. Pinned ones are never due. What was learned from an old transcript counts from the day it
 * was stored, not from the day of its session.
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
