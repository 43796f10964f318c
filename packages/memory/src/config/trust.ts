/**
 * Defines how far memories that Tacit inferred are trusted: four presets of thresholds, moments and review. They do not
 * hold back what a person or an agent stored on purpose. Without a choice, the measured thresholds of the gate apply.
 */
import type { Mode } from "@tacit-memory/project";
import type { Memory, Source } from "../domain/memory.ts";
import type { TrustChoice } from "../domain/options.ts";

export interface Trust {
  /** Minimum confidence, after decay, of inferred memories that are shown automatically. */
  readonly leastConfidence: number;
  /** If false, memories are shown automatically only at the start of a session or of a subagent. */
  readonly showsDuringSession: boolean;
  /** Whether memories learned from sessions wait for a person's review. */
  readonly waitsForReview: boolean;
}

/** The four levels of decision record 0051, and no level. */
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

/** Returns the mode for learning. A trust level may require review in a project whose mode does not. */
export function learningMode(mode: Mode = "automatic", { waitsForReview }: Trust): Mode {
  return mode === "automatic" && waitsForReview ? "review" : mode;
}

/** Sources of memories that were not stored on purpose. */
const INFERRED: ReadonlySet<Source> = new Set([
  "observer_inferred",
  "qa_auto",
  "mcp_auto",
  "commit_auto",
  "consolidated",
]);

/** Returns whether a memory is trusted at this level. `confidence` is the confidence after decay. */
export function isTrusted(
  { leastConfidence }: Trust,
  { source, isPinned }: Pick<Memory, "source" | "isPinned">,
  confidence: number,
): boolean {
  return confidence >= leastConfidence || isPinned || !INFERRED.has(source);
}
