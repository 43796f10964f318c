/**
 * Sections of the start block. In full: pinned memories, memories about the task, memories learned on this branch, and rules
 * that the user stated. Then an index of the titles of everything else, the most recently confirmed first.
 */

import { hiddenHere, isShownBeside } from "../anchors/branches/branches-here.ts";
import { isTrusted } from "../config/trust.ts";
import { effectiveConfidence } from "../domain/confidence.ts";
import type { MemoryId } from "../domain/ids.ts";
import { isValidAt, type Memory, type MemoryType } from "../domain/memory.ts";
import { RULE_FILE_TAG } from "../domain/rule-file-tag.ts";
import { type Audience, isVisibleTo } from "../domain/visibility.ts";
import { SPEAKABLE } from "../recall/gate.ts";
import { memoryPointer, type Pointer } from "../recall/shown/pointer.ts";
import { RECALL } from "../recall/tuning.ts";
import { listAnchors } from "../store/memories/anchors.ts";
import { getMemories } from "../store/memories/memories.ts";
import { type Outline, outlineMemories } from "../store/memories/outlines.ts";
import type { Workspace } from "../workspace.ts";
import type { Section, Shown } from "./block.ts";
import { STANDING_RULES, saysWhere } from "./worth-showing.ts";

/** Number of the newest memories from which the best are selected. */
const MOST_AT_START = 2000;
const MOST_RULES = 4;
const MOST_OF_BRANCH = 3;
const MOST_PREFERRED = 3;
/** Maximum number of other memories; a store with more does not fit in full. */
const MOST_OTHERS = 8;
/** More titles fit in no block. */
const MOST_TITLES = 40;

type IsWanted = (memory: Pick<Memory, "id">) => boolean;

export interface StartRequest {
  readonly audience: Audience;
  /** Memories about the session's task, best first. */
  readonly bearing: readonly Memory[];
  /** Filter on all other memories; if left out, all are wanted. */
  readonly isWanted?: IsWanted | undefined;
  /** Types that the reader needs most; see domain/audience.ts. */
  readonly preferred: readonly MemoryType[];
}

/** Sections of the start block. Pinned memories are separate because they have their own budget. */
export interface StartSections {
  readonly pinned: Section;
  /** The last section contains the verified rules. */
  readonly full: readonly Section[];
  /** Replaces the last section of `full` if it fits: also contains believed rules. */
  readonly believed: Section;
  /** Also contains all other memories in full, for a store of a few memories; null for a larger one. */
  readonly others: Section | null;
  /** Titles of all memories except pinned ones and those in `full`; memories shown in a section above are not repeated. */
  readonly index: Section;
}

export async function startSections(
  workspace: Workspace,
  { audience, bearing, isWanted = () => true, preferred }: StartRequest,
  nowMs: number,
): Promise<StartSections> {
  const showable = await showableHere(workspace, nowMs, audience, isWanted);
  const pinned = await showable({ isPinned: true });
  // Each type is queried separately, so that thousands of imported memories do not displace the rules.
  const provenOf = async (types: readonly MemoryType[]) =>
    best((await showable({ types })).filter(isProven), nowMs);
  const all = await showable({ types: SPEAKABLE });
  const taken = new Set([...pinned, ...bearing].map(({ id }) => id));
  const take = (some: readonly Outline[], most: number) => {
    const chosen = some.filter(({ id }) => !taken.has(id)).slice(0, most);
    for (const { id } of chosen) taken.add(id);
    return chosen;
  };
  const isPreferred = ({ type }: Outline) => preferred.includes(type);
  const needed = take(await provenOf(preferred), MOST_PREFERRED);
  const staged = all.filter((outline) => outline.isStaged && isProven(outline));
  const ofBranch = take(best(staged, nowMs), MOST_OF_BRANCH);
  const rules = await provenOf(STANDING_RULES);
  const verified = take(
    rules.filter(({ standing }) => standing === "verified"),
    MOST_RULES,
  );
  const believed = rules.filter(({ id }) => !taken.has(id)).slice(0, MOST_RULES - verified.length);
  const show = async (heading: string, some: readonly Outline[]): Promise<Section> => ({
    heading,
    memories: await withFreshness(workspace, await inFull(workspace, some), nowMs),
  });
  const rest = all.filter(({ id }) => !taken.has(id));
  // The fix of an error is shown when the error occurs.
  const lessons = rest.filter(
    (outline) =>
      isProven(outline) && outline.type !== "error_pattern" && !believed.includes(outline),
  );
  return {
    pinned: await show("Pinned by a person:", pinned),
    full: [
      { heading: "About this task:", memories: await withFreshness(workspace, bearing, nowMs) },
      await show("For this kind of work:", needed),
      await show("Learned on this branch:", ofBranch),
      await show("Rules in this project:", verified),
    ],
    believed: await show("Rules in this project:", [...verified, ...believed]),
    others: lessons.length > MOST_OTHERS ? null : await show("Learned in this project:", lessons),
    index: {
      heading: "Notes by title; read one with the `get` tool:",
      memories: [],
      pointers: await indexOf(workspace, rest, isPreferred, nowMs),
    },
  };
}

/** Returns pinned memories and rules, in full. */
export async function trustedSections(
  workspace: Workspace,
  audience: Audience,
  nowMs: number,
): Promise<Section[]> {
  const request = { audience, bearing: [], preferred: [] };
  const { pinned, full, believed } = await startSections(workspace, request, nowMs);
  return [pinned, ...full.slice(0, -1), believed];
}

/**
 * Returns titles, without memories that only state a location: first what the reader needs most, then the most recently
 * confirmed.
 */
async function indexOf(
  workspace: Workspace,
  outlines: readonly Outline[],
  isPreferred: (outline: Outline) => boolean,
  nowMs: number,
): Promise<Pointer[]> {
  const listed = [...outlines]
    .sort(
      (a, b) =>
        Number(isPreferred(b)) - Number(isPreferred(a)) ||
        b.confirmedAtMs - a.confirmedAtMs ||
        (a.id < b.id ? 1 : -1),
    )
    .slice(0, MOST_TITLES);
  const there = await withFreshness(workspace, await inFull(workspace, listed), nowMs);
  return there.flatMap(({ memory }) => (saysWhere(memory) ? [] : [memoryPointer(memory)]));
}

type Showable = (wanted: Parameters<typeof outlineMemories>[2]) => Promise<Outline[]>;

async function showableHere(
  workspace: Workspace,
  nowMs: number,
  audience: Audience,
  isWanted: IsWanted,
): Promise<Showable> {
  const isShown = isShownBeside(await hiddenHere(workspace));
  return async (wanted) =>
    (await outlineMemories(workspace.db, workspace.projectId, wanted, MOST_AT_START)).filter(
      (memory) =>
        isShown(memory) &&
        isVisibleTo(audience, memory) &&
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

function isProven({ standing, isPinned }: Outline): boolean {
  return standing !== "hypothesis" && !isPinned;
}

/** Sorts memories by standing and confirmation, the best first. */
function best(memories: readonly Outline[], nowMs: number): Outline[] {
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
async function inFull(
  workspace: Workspace,
  outlines: readonly { readonly id: MemoryId }[],
): Promise<Memory[]> {
  const ids = outlines.map(({ id }) => id);
  const found = new Map(
    (await getMemories(workspace.db, ids)).map((memory) => [memory.id, memory]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function withFreshness(
  workspace: Workspace,
  memories: readonly Memory[],
  nowMs: number,
): Promise<Shown[]> {
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
