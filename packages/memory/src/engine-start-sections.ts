/** What every session starts with: what is pinned, the rules, and what was learned that matters most. */
import { effectiveConfidence } from "./domain/confidence.ts";
import { USER_RULE_TAG } from "./domain/draft.ts";
import type { MemoryId } from "./domain/ids.ts";
import { isValidAt, type Memory } from "./domain/memory.ts";
import { hiddenHere, isToldBeside } from "./engine-branches.ts";
import { RULE_FILE_TAG } from "./import/rule-file-tag.ts";
import type { Section, Shown } from "./inject/inject.ts";
import { isWorthAtStart, LESSONS, STANDING_RULES } from "./inject/worth-telling.ts";
import type { Life } from "./life.ts";
import { listAnchors } from "./store/anchors.ts";
import { getMemories } from "./store/memories.ts";
import { type Outline, outlineMemories } from "./store/outlines.ts";

/** Of each kind the newest, from which the best are taken. */
const MOST_AT_START = 2000;
const MOST_RULES = 8;
const MOST_LESSONS = 10;

type IsWanted = (memory: Pick<Memory, "id">) => boolean;

/** `bearing`: on what the session is for, best first. `isWanted`: of all others. */
export async function startSections(
  life: Life,
  bearing: readonly Memory[],
  nowMs: number,
  isWanted: IsWanted = () => true,
): Promise<Section[]> {
  const tellable = await tellableHere(life, nowMs, isWanted);
  return [
    ...(await standing(life, tellable, nowMs)),
    {
      heading: "Learned here:",
      memories: await withFreshness(life, await learned(life, tellable, bearing, nowMs), nowMs),
    },
  ];
}

/** Pinned and rules. */
export async function standingSections(life: Life, nowMs: number): Promise<Section[]> {
  return standing(life, await tellableHere(life, nowMs, () => true), nowMs);
}

type Tellable = (wanted: Parameters<typeof outlineMemories>[2]) => Promise<Outline[]>;

async function tellableHere(life: Life, nowMs: number, isWanted: IsWanted): Promise<Tellable> {
  const isTold = isToldBeside(await hiddenHere(life));
  // Each by itself: thousands that were imported since take no place of what is told from the first line on.
  return async (wanted) =>
    (await outlineMemories(life.db, life.projectId, wanted, MOST_AT_START)).filter(
      (memory) =>
        isTold(memory) &&
        isWanted(memory) &&
        !memory.needsReview &&
        isValidAt(memory, nowMs) &&
        !memory.tags.includes(RULE_FILE_TAG) &&
        effectiveConfidence(memory, nowMs) >= 0.3,
    );
}

async function standing(life: Life, tellable: Tellable, nowMs: number): Promise<Section[]> {
  const pinned = await inFull(life, await tellable({ isPinned: true }));
  const all = (await tellable({ types: STANDING_RULES })).filter(({ isPinned }) => !isPinned);
  const saidOnce = all.filter((one) => !isProven(one) && one.tags.includes(USER_RULE_TAG));
  const rules = [...best(all.filter(isProven), nowMs), ...best(saidOnce, nowMs)];
  const told = await inFull(life, rules.slice(0, MOST_RULES));
  return [
    { heading: "Pinned:", memories: await withFreshness(life, pinned, nowMs) },
    { heading: "How it is done here:", memories: await withFreshness(life, told, nowMs) },
  ];
}

async function learned(
  life: Life,
  tellable: Tellable,
  bearing: readonly Memory[],
  nowMs: number,
): Promise<Memory[]> {
  const said = new Set(bearing.map(({ id }) => id));
  const worth = (await tellable({ types: LESSONS })).filter(
    (one) => isProven(one) && isWorthAtStart(one) && !said.has(one.id),
  );
  const room = Math.max(0, MOST_LESSONS - bearing.length);
  return [...bearing, ...(await inFull(life, best(worth, nowMs).slice(0, room)))];
}

function isProven({ isPinned, standing }: Outline): boolean {
  return !isPinned && standing !== "hypothesis";
}

/** The best founded and most confirmed first. */
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

/** In their order; what was forgotten meanwhile is left out. */
async function inFull(
  life: Life,
  outlines: readonly { readonly id: MemoryId }[],
): Promise<Memory[]> {
  const ids = outlines.map(({ id }) => id);
  const found = new Map((await getMemories(life.db, ids)).map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function withFreshness(
  life: Life,
  memories: readonly Memory[],
  nowMs: number,
): Promise<Shown[]> {
  const anchors = await listAnchors(
    life.db,
    memories.map((memory) => memory.id),
  );
  const standing = await life.freshness.check(memories, anchors, { nowMs });
  return memories
    .map((memory) => ({
      memory,
      freshness: standing.get(memory.id)?.freshness ?? ("unanchored" as const),
      code: standing.get(memory.id),
      confidence: effectiveConfidence(memory, nowMs),
    }))
    .filter(({ code }) => code === undefined || code.metCondition === null)
    .filter((one) => one.freshness !== "gone" || one.memory.isPinned);
}
