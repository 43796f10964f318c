/**
 * Which memories are shown when nobody asked for a particular one: at the start of a session and in the core document. Memories
 * are chosen from outlines, and only the chosen ones are read in full.
 */

import { hiddenHere, isShownUnlessHidden } from "../../anchors/branches/current-branches.ts";
import { isTrusted } from "../../config/trust.ts";
import { effectiveConfidence } from "../../domain/confidence.ts";
import type { CodeState } from "../../domain/hit.ts";
import type { MemoryId } from "../../domain/ids.ts";
import {
  type Freshness,
  isValidAt,
  type Memory,
  type MemoryType,
  RULE_FILE_TAG,
} from "../../domain/memory.ts";
import { listAnchors } from "../../store/memories/anchors.ts";
import { getMemoriesInOrder } from "../../store/memories/memories.ts";
import { type Outline, outlineMemories } from "../../store/memories/outlines.ts";
import type { Workspace } from "../../workspace.ts";
import { RECALL } from "../tuning.ts";

export interface MemoryToShow {
  readonly memory: Memory;
  readonly freshness: Freshness;
  /** State of the code, if it was checked. */
  readonly code?: CodeState | undefined;
  readonly confidence: number;
}

/** Types worth showing from the start of a session, strongest first. */
export const STANDING_RULES: readonly MemoryType[] = [
  "correction",
  "preference",
  "convention",
  "decision",
  "requirement",
];

/** Number of the newest memories from which the best are selected. */
const MAX_OUTLINES = 2000;

export type Showable = (wanted: Parameters<typeof outlineMemories>[2]) => Promise<Outline[]>;

/**
 * Returns a query for the memories that may be shown here: on this branch, valid now, reviewed, trusted enough, and not from a rule
 * file, which the agent's host loads itself. `isWanted` is the caller's own condition.
 */
export async function showableHere(
  workspace: Workspace,
  nowMs: number,
  isWanted: (outline: Outline) => boolean,
): Promise<Showable> {
  const isShown = isShownUnlessHidden(await hiddenHere(workspace));
  return async (wanted) =>
    (await outlineMemories(workspace.db, workspace.projectId, wanted, MAX_OUTLINES)).filter(
      (memory) =>
        isShown(memory) &&
        isWanted(memory) &&
        !memory.needsReview &&
        isValidAt(memory, nowMs) &&
        !memory.tags.includes(RULE_FILE_TAG) &&
        isConfidentEnough(memory, workspace, nowMs),
    );
}

function isConfidentEnough(memory: Outline, { trust }: Workspace, nowMs: number): boolean {
  const confidence = effectiveConfidence(memory, nowMs);
  return confidence >= RECALL.gateMinConfidence && isTrusted(trust, memory, confidence);
}

/** Sorts memories by standing and confirmation, the best first. */
export function bestFirst(memories: readonly Outline[], nowMs: number): Outline[] {
  return memories
    .map((memory) => ({ memory, worth: worthOf(memory, nowMs) }))
    .sort(
      (a, b) =>
        b.worth - a.worth ||
        b.memory.confirmedAtMs - a.memory.confirmedAtMs ||
        (a.memory.id < b.memory.id ? -1 : 1),
    )
    .map(({ memory }) => memory);
}

function worthOf(memory: Outline, nowMs: number): number {
  return (
    effectiveConfidence(memory, nowMs) *
    (memory.standing === "verified" ? 1.2 : 1) *
    (1 + 0.1 * Math.min(memory.observationCount, 5))
  );
}

/** Reads memories in the given order; memories forgotten meanwhile are left out. */
export async function inFull(
  workspace: Workspace,
  outlines: readonly { readonly id: MemoryId }[],
): Promise<Memory[]> {
  const ids = outlines.map(({ id }) => id);
  return getMemoriesInOrder(workspace.db, ids);
}

/** Adds the state of the code. Memories whose code is gone or that are disputed are left out, unless they are pinned. */
export async function withFreshness(
  workspace: Workspace,
  memories: readonly Memory[],
  nowMs: number,
): Promise<MemoryToShow[]> {
  if (memories.length === 0) return [];
  const anchors = await listAnchors(
    workspace.db,
    memories.map((memory) => memory.id),
  );
  const freshnessById = await workspace.freshness.check(memories, anchors, { nowMs });
  return memories
    .map((memory) => ({
      memory,
      freshness: freshnessById.get(memory.id)?.freshness ?? ("unanchored" as const),
      code: freshnessById.get(memory.id),
      confidence: effectiveConfidence(memory, nowMs),
    }))
    .filter(({ code }) => code === undefined || code.metCondition === null)
    .filter(
      (item) => item.memory.isPinned || (item.freshness !== "gone" && !item.memory.isDisputed),
    );
}
