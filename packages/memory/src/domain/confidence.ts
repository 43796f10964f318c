/**
 * Confidence today: a pure function at read, never written back, so sweeping once or thirty times is the same.
 *
 *     effective = confidence × 0.5^(days since last confirmation / half-life of the type)
 *
 * Confirmation is being re-observed, verified or judged useful; being shown is not.
 */

import { HALF_LIFE_DAYS } from "./half-life.ts";
import type { Memory } from "./memory.ts";

const DAY_MS = 86_400_000;

/** In [0, 1]. Pinned memories do not decay; a clock that went back counts as no time passed. */
export function effectiveConfidence(
  memory: Pick<Memory, "confidence" | "type" | "confirmedAtMs" | "isPinned">,
  nowMs: number,
): number {
  if (memory.isPinned) return memory.confidence;
  const ageDays = Math.max(0, nowMs - memory.confirmedAtMs) / DAY_MS;
  return memory.confidence * 0.5 ** (ageDays / HALF_LIFE_DAYS[memory.type]);
}
