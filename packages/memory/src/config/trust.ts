/**
 * How far memories that Tacit inferred are trusted: four presets over thresholds, moments and review. What a person or an agent
 * stored on purpose is not held back by them. Without a choice the gate's own thresholds apply, which were measured.
 */
import type { Mode } from "@tacit-memory/project";
import type { Memory, Source } from "../domain/memory.ts";
import type { TrustChoice } from "../domain/options.ts";

export interface Trust {
  /** Inferred memories of less confidence, after decay, are not shown unasked. */
  readonly leastConfidence: number;
  /** False: only the start of a session shows memories unasked. */
  readonly showsDuringSession: boolean;
  /** What is learned from sessions waits for a person. */
  readonly waitsForReview: boolean;
}

/** Confidences are those of the V4 design's four levels. */
const PRESETS: Readonly<Record<TrustChoice, Trust>> = {
  default: { leastConfidence: 0, showsDuringSession: true, waitsForReview: false },
  L1: { leastConfidence: 0.8, showsDuringSession: false, waitsForReview: true },
  L2: { leastConfidence: 0.65, showsDuringSession: true, waitsForReview: false },
  L3: { leastConfidence: 0.55, showsDuringSession: true, waitsForReview: false },
  L4: { leastConfidence: 0.45, showsDuringSession: true, waitsForReview: false },
};

export function trustOf(choice: TrustChoice): Trust {
  return PRESETS[choice];
}

export const DEFAULT_TRUST = trustOf("default");

/** A trust level may ask for review where the mode of the project does not. */
export function learningMode(mode: Mode = "automatic", { waitsForReview }: Trust): Mode {
  return mode === "automatic" && waitsForReview ? "review" : mode;
}

/** Nobody stored them on purpose. */
const INFERRED: ReadonlySet<Source> = new Set([
  "observer_inferred",
  "qa_auto",
  "mcp_auto",
  "commit_auto",
  "consolidated",
]);

/** `confidence`: after decay. */
export function isTrusted(
  { leastConfidence }: Trust,
  { source, isPinned }: Pick<Memory, "source" | "isPinned">,
  confidence: number,
): boolean {
  return confidence >= leastConfidence || isPinned || !INFERRED.has(source);
}
