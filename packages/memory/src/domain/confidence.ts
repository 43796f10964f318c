/**
 * Confidence today: a pure function at read, never written back, so sweeping once or thirty times is the same.
 *
 *     effective = confidence × 0.5^(days since last confirmation / half-life of the type) × 0.8 where it is disputed
 *
 * Confirmation is being re-observed, verified or judged useful; being shown is not.
 */

import { HALF_LIFE_DAYS } from "./half-life.ts";
import type { Memory } from "./memory.ts";

const DAY_MS = 86_400_000;
/** Factor while a dispute is open, because either side may be wrong. Inventory, section 9. */
const DISPUTED = 0.8;

/** Returns a value in [0, 1]. Pinned memories do not decay; a clock set back counts as no time passed. */
export function effectiveConfidence(
  memory: Pick<Memory, "confidence" | "type" | "confirmedAtMs" | "isPinned" | "isDisputed">,
  nowMs: number,
): number {
  const confidence = memory.confidence * (memory.isDisputed ? DISPUTED : 1);
  if (memory.isPinned) return confidence;
  const ageDays = Math.max(0, nowMs - memory.confirmedAtMs) / DAY_MS;
  return confidence * 0.5 ** (ageDays / HALF_LIFE_DAYS[memory.type]);
}
