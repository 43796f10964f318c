/**
 * Finds changes that consolidation proposes to a person: pairs that may state the same or the opposite, and patterns found by
 * counting.
 */

import type { NewProposal } from "../../domain/changes/proposal.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { areOpposite } from "../../learn/promote/similar.ts";
import {
  memoriesOfOneError,
  unconfirmedDecisions,
  usefulTogether,
} from "../../store/dream/occasions.ts";
import { addProposal, countOpenProposals, isProposed } from "../../store/dream/proposals.ts";
import { edgesAmong } from "../../store/memories/edges.ts";
import { getMemories } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import { DREAM } from "./limits.ts";
import type { Suspect } from "./merge-pairs.ts";
import { areMergeable, maySayTheSame } from "./same-statement.ts";

const DAY_MS = 86_400_000;

/**
 * Returns proposals for near pairs that were not merged. `isGone`: whether a memory was merged into another one in this run,
 * or would be in a dry run.
 */
export async function proposalsOfPairs(
  { db, projectId, moment }: Workspace,
  pairs: readonly Suspect[],
  isGone: (id: MemoryId) => boolean,
): Promise<NewProposal[]> {
  const open = pairs.filter(({ a, b }) => !isGone(a) && !isGone(b));
  const ids = [...new Set(open.flatMap(({ a, b }) => [a, b]))];
  const found = new Map((await getMemories(db, ids)).map((memory) => [memory.id, memory]));
  const proposals = open.flatMap(({ a, b, cosine }) => {
    const [one, other] = [found.get(a), found.get(b)];
    if (one?.projectId !== projectId || other?.projectId !== projectId) return [];
    const kind = kindOf(one, other, moment().nowMs);
    return kind === null ? [] : [{ kind, memories: [a, b], score: cosine ?? 1 }];
  });
  const disputed = await edgesAmong(
    db,
    proposals.flatMap(({ memories }) => memories),
    ["contradicts"],
  );
  const areApart = ({ memories: [a, b] }: NewProposal) =>
    !disputed.some(
      ({ fromId, toId }) => (fromId === a && toId === b) || (fromId === b && toId === a),
    );
  return proposals.filter(areApart);
}

function kindOf(one: Memory, other: Memory, nowMs: number): "merge" | "contradiction" | null {
  if (!areMergeable(one, other, nowMs)) return null;
  if (areOpposite(one, other)) return "contradiction";
  return maySayTheSame(one, other) ? "merge" : null;
}

/** Returns proposals for stale decisions, recurring errors and memories that were useful together. */
export async function proposalsOfOccasions({
  db,
  projectId,
  moment,
}: Workspace): Promise<NewProposal[]> {
  const limit = DREAM.mostProposals;
  const beforeMs = moment().nowMs - DREAM.staleDecisionDays * DAY_MS;
  const stale = await unconfirmedDecisions(db, projectId, { beforeMs, limit });
  const least = DREAM.recurringError;
  const errors = await memoriesOfOneError(db, projectId, { least, limit });
  const links = await usefulTogether(db, projectId, limit);
  return [
    ...stale.map((id): NewProposal => ({ kind: "stale_decision", memories: [id], score: 0.5 })),
    ...errors.map((ids): NewProposal => ({ kind: "error_pattern", memories: ids, score: 0.8 })),
    ...links.map(({ a, b, times }): NewProposal => {
      return { kind: "link", memories: [a, b], score: 1 - 1 / (times + 1) };
    }),
  ];
}

/** Returns the proposals that were never made before, up to the limit of open proposals. Stores them unless `isDry`. */
export async function addNew(
  { db, projectId, moment }: Workspace,
  proposals: readonly NewProposal[],
  isDry: boolean,
): Promise<NewProposal[]> {
  if (proposals.length === 0) return [];
  const open = await countOpenProposals(db, projectId);
  const added: NewProposal[] = [];
  for (const proposal of proposals) {
    if (open + added.length >= DREAM.mostProposals) break;
    if (!(await isProposed(db, projectId, proposal))) added.push(proposal);
  }
  if (isDry || added.length === 0) return added;
  await db.transaction(async (tx) => {
    for (const proposal of added) await addProposal(tx, projectId, proposal, moment());
  });
  return added;
}
