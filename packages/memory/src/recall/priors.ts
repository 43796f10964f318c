/**
 * Factors of a memory that do not depend on the question: source, standing, recency, use, phase. Their product is clamped, so
 * that it breaks ties and never outweighs relevance. Off until a bench shows a benefit, except for the phase, which counts when
 * a request names one. Freshness is separate and always counts.
 */
import { PHASE_TYPES } from "../domain/audience.ts";
import type { Memory, Phase, Source, TrustLevel } from "../domain/memory.ts";
import { RECALL } from "./tuning.ts";

const SOURCE: Readonly<Partial<Record<Source, number>>> = {
  user_taught: 1.1,
  user_corrected: 1.1,
  agent_explicit: 1.05,
  observer_inferred: 0.95,
};
const STANDING: Readonly<Record<TrustLevel, number>> = {
  verified: 1.05,
  believed: 1,
  hypothesis: 0.9,
};
const DAY_MS = 86_400_000;

export function priorsOf(memory: Memory, nowMs: number): Record<string, number> {
  const ageDays = Math.max(0, nowMs - memory.confirmedAtMs) / DAY_MS;
  return {
    source: SOURCE[memory.source] ?? 1,
    standing: STANDING[memory.standing],
    recency: 1 + 0.1 * Math.exp(-ageDays / 120),
    use: 1 + 0.05 * Math.min(1, Math.log1p(memory.usefulCount) / Math.log(10)),
  };
}

/** Types of memories that help in a phase come first among hits of nearly the same relevance. */
export function phasePrior({ type }: Pick<Memory, "type">, phase: Phase): number {
  return PHASE_TYPES[phase].includes(type) ? 1.1 : 1;
}

export function clampPrior(priors: Readonly<Record<string, number>>): number {
  const product = Object.values(priors).reduce((a, b) => a * b, 1);
  return Math.min(RECALL.priorMax, Math.max(RECALL.priorMin, product));
}
