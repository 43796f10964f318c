/**
 * Sections of the start block. In full: pinned memories, as far as they fit, and otherwise by title; memories about the task;
 * memories learned on this branch; and rules that the user stated. Then an index of the titles of everything else: hypotheses
 * last, and the most recently confirmed first.
 */

import { HISTORY_TAG } from "../domain/draft.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory, MemoryType } from "../domain/memory.ts";
import { type Audience, isVisibleTo } from "../domain/visibility.ts";
import { SPEAKABLE } from "../recall/gate.ts";
import { memoryPointer, type Pointer } from "../recall/shown/pointer.ts";
import {
  bestFirst,
  inFull,
  STANDING_RULES,
  showableHere,
  withFreshness,
} from "../recall/shown/showable.ts";
import { type Outline, storedForMoment } from "../store/memories/outlines.ts";
import type { Workspace } from "../workspace.ts";
import type { Section } from "./block.ts";
import { aboutOtherPackages } from "./other-packages.ts";
import { saysWhere } from "./worth-showing.ts";

const RULES_HEADING = "Rules in this project:";
const MAX_RULES = 4;
const MAX_OF_BRANCH = 3;
const MAX_PREFERRED = 3;
/** Maximum number of other memories; a store with more does not fit in full. */
const MAX_OTHERS = 8;
/** Maximum number of other memories of which those stored for a moment are looked up. */
const MAX_COMPARED = 100;
/** More titles fit in no block. */
const MAX_TITLES = 40;

type IsWanted = (memory: Pick<Memory, "id">) => boolean;

export interface StartRequest {
  readonly audience: Audience;
  /** Memories about the session's task, best first. */
  readonly bearing: readonly Memory[];
  /** Memories that are likely to be about the task. Their titles come first. */
  readonly likely?: ReadonlySet<MemoryId> | undefined;
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
  /** Replaces the last section of `full`, with as many memories as fit: the verified rules, then believed ones. */
  readonly believed: Section;
  /** Replaces it in a store of a few memories: all rules and all other memories in full; null for a larger store. */
  readonly everything: readonly Section[] | null;
  /** Titles of all memories except pinned ones and those in `full`; memories shown in a section above are not repeated. */
  readonly index: Section;
}

export async function startSections(
  workspace: Workspace,
  { audience, bearing, likely, isWanted = () => true, preferred }: StartRequest,
  nowMs: number,
): Promise<StartSections> {
  const showable = await showableHere(
    workspace,
    nowMs,
    (memory) => isVisibleTo(audience, memory) && isWanted(memory),
  );
  const pinned = await showable({ isPinned: true });
  const elsewhere = await aboutOtherPackages(workspace);
  // Each type is queried separately, so that thousands of imported memories do not displace the rules.
  const provenOf = async (types: readonly MemoryType[]) =>
    bestFirst(
      (await showable({ types })).filter(
        (outline) => isProven(outline) && !elsewhere.has(outline.id),
      ),
      nowMs,
    );
  const all = await showable({ types: SPEAKABLE });
  const taken = new Set([...pinned, ...bearing].map(({ id }) => id));
  const take = (some: readonly Outline[], limit: number) => {
    const chosen = some.filter(({ id }) => !taken.has(id)).slice(0, limit);
    for (const { id } of chosen) taken.add(id);
    return chosen;
  };
  const isPreferred = ({ type }: Outline) => preferred.includes(type);
  const needed = take(byTurn(await provenOf(preferred), preferred), MAX_PREFERRED);
  const staged = all.filter(
    (outline) => outline.isStaged && isProven(outline) && !elsewhere.has(outline.id),
  );
  const ofBranch = take(bestFirst(staged, nowMs), MAX_OF_BRANCH);
  const rules = await provenOf(STANDING_RULES);
  const verified = take(
    rules.filter(({ standing }) => standing === "verified"),
    MAX_RULES,
  );
  const believed = rules
    .filter((rule) => !taken.has(rule.id) && !isOfHistory(rule))
    .slice(0, MAX_RULES - verified.length);
  const believedIds = new Set(believed.map(({ id }) => id));
  const show = async (heading: string, some: readonly Outline[]): Promise<Section> => ({
    heading,
    memories: await withFreshness(workspace, await inFull(workspace, some), nowMs),
  });
  const rest = all.filter(({ id }) => !taken.has(id));
  // The fix of an error is shown when the error occurs.
  const provenRest = rest.filter(
    (outline) =>
      isProven(outline) &&
      !elsewhere.has(outline.id) &&
      outline.type !== "error_pattern" &&
      !isOfHistory(outline) &&
      !believedIds.has(outline.id),
  );
  const lessons = await withoutOfMoment(workspace, provenRest);
  const ruleSection = await show(RULES_HEADING, [...verified, ...believed]);
  const everything = async (): Promise<Section[]> => {
    const others = await show(RULES_HEADING, lessons.filter(isRule));
    const notes = lessons.filter((outline) => !isRule(outline));
    return [
      { heading: RULES_HEADING, memories: [...ruleSection.memories, ...others.memories] },
      await show("Learned in this project:", notes),
    ];
  };
  return {
    pinned: {
      ...(await show("Pinned by a person:", pinned)),
      titlesHeading: "Also pinned, by title; read one with the `get` tool:",
    },
    full: [
      { heading: "About this task:", memories: await withFreshness(workspace, bearing, nowMs) },
      await show("For this kind of work:", needed),
      await show("Learned on this branch:", ofBranch),
      {
        heading: RULES_HEADING,
        memories: ruleSection.memories.filter(({ memory }) => !believedIds.has(memory.id)),
      },
    ],
    believed: ruleSection,
    everything: lessons.length > MAX_OTHERS ? null : await everything(),
    index: {
      heading: "Notes by title; read one with the `get` tool:",
      memories: [],
      pointers: await indexOf(
        workspace,
        rest,
        (outline) =>
          Number(likely?.has(outline.id) ?? false) * 3 +
          Number(isPreferred(outline)) +
          Number(believedIds.has(outline.id)),
        nowMs,
      ),
    },
  };
}

/** Leaves out what is stored for a command, file or error, except rules: it is shown at that moment. */
async function withoutOfMoment(
  { db }: Workspace,
  lessons: readonly Outline[],
): Promise<readonly Outline[]> {
  // So many are not shown in full, with or without these.
  if (lessons.length > MAX_COMPARED) return lessons;
  const ofMoment = await storedForMoment(
    db,
    lessons.map(({ id }) => id),
  );
  return lessons.filter((outline) => isRule(outline) || !ofMoment.has(outline.id));
}

/** Orders memories so that the best one of each type comes first, in the order of the types, then the second of each. */
function byTurn(memories: readonly Outline[], types: readonly MemoryType[]): Outline[] {
  const ofTypes = types.map((type) => memories.filter((memory) => memory.type === type));
  const rounds = Math.max(0, ...ofTypes.map((some) => some.length));
  return Array.from({ length: rounds }, (_, round) =>
    ofTypes.flatMap((some) => some[round] ?? []),
  ).flat();
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
 * Returns titles, without memories that only state a location: first those with the highest `needOf`, then
 * what is not a hypothesis, then the most recently confirmed.
 */
async function indexOf(
  workspace: Workspace,
  outlines: readonly Outline[],
  needOf: (outline: Outline) => number,
  nowMs: number,
): Promise<Pointer[]> {
  const listed = [...outlines]
    .sort(
      (a, b) =>
        needOf(b) - needOf(a) ||
        Number(isProven(b)) - Number(isProven(a)) ||
        b.confirmedAtMs - a.confirmedAtMs ||
        (a.id < b.id ? 1 : -1),
    )
    .slice(0, MAX_TITLES);
  const there = await withFreshness(workspace, await inFull(workspace, listed), nowMs);
  return there.flatMap(({ memory }) => (saysWhere(memory) ? [] : [memoryPointer(memory)]));
}

/** What the commits show, an agent can look up; a title reminds it. */
function isOfHistory({ tags }: Outline): boolean {
  return tags.includes(HISTORY_TAG);
}

function isRule({ type }: Outline): boolean {
  return STANDING_RULES.includes(type);
}

function isProven({ standing, isPinned }: Outline): boolean {
  return standing !== "hypothesis" && !isPinned;
}
