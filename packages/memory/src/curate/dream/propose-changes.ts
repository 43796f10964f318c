/**
 * Finds changes that consolidation proposes to a person: pairs that may state the same or the opposite, and patterns found by
 * counting.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { NewProposal } from "../../domain/changes/proposal.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { areOpposite } from "../../learn/promote/similar.ts";
import { wereSeparated } from "../../store/dream/duplicates.ts";
import {
  describedWork,
  memoriesOfOneError,
  notesOfOneSession,
  unconfirmedDecisions,
  usefulTogether,
} from "../../store/dream/occasions.ts";
import {
  addProposal,
  countOpenProposals,
  isProposed,
  proposalKey,
} from "../../store/dream/proposals.ts";
import { edgesAmong } from "../../store/memories/edges.ts";
import { getMemoriesInOrder, memoriesById } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import { groupsOfProcedures } from "./find-procedure.ts";
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
  const found = await memoriesById(db, ids);
  const proposals = open.flatMap(({ a, b, cosine }) => {
    const [one, other] = [found.get(a), found.get(b)];
    if (one?.projectId !== projectId || other?.projectId !== projectId) return [];
    const kind = kindOf(one, other, cosine ?? 1, moment().nowMs);
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
  return withoutSeparated(db, proposals.filter(areApart));
}

/** Removes merges of memories that a person has separated before. */
async function withoutSeparated(
  db: Database,
  proposals: readonly NewProposal[],
): Promise<NewProposal[]> {
  const left: NewProposal[] = [];
  for (const proposal of proposals) {
    const isRefused = proposal.kind === "merge" && (await wereSeparated(db, proposal.memories));
    if (!isRefused) left.push(proposal);
  }
  return left;
}

function kindOf(
  one: Memory,
  other: Memory,
  cosine: number,
  nowMs: number,
): "merge" | "contradiction" | null {
  if (!areMergeable(one, other, nowMs)) return null;
  const mayContradict = one.type === other.type && cosine >= DREAM.contradictCosine;
  if (mayContradict && areOpposite(one, other)) return "contradiction";
  return maySayTheSame(one, other, cosine) ? "merge" : null;
}

/**
 * Returns proposals for stale decisions, recurring errors, memories that were useful together, notes of one session and work that
 * several sessions did.
 */
export async function proposalsOfOccasions({
  db,
  projectId,
  moment,
}: Workspace): Promise<NewProposal[]> {
  const limit = DREAM.mostProposals;
  const beforeMs = moment().nowMs - DREAM.staleDecisionDays * DAY_MS;
  const stale = await unconfirmedDecisions(db, projectId, { beforeMs, limit });
  const least = DREAM.recurringError;
  const most = DREAM.mostOfOneError;
  const errors = await memoriesOfOneError(db, projectId, { least, most, limit });
  const links = await usefulTogether(db, projectId, limit);
  const notes = await notesOfOneSession(db, projectId, {
    read: DREAM.notesRead,
    least: DREAM.digestNotes,
    most: DREAM.mostOfDigest,
    limit,
  });
  const described = await describedWork(db, projectId, DREAM.digestsRead);
  const groups = groupsOfProcedures(await getMemoriesInOrder(db, described));
  return [
    ...stale.map((id): NewProposal => ({ kind: "stale_decision", memories: [id], score: 0.5 })),
    ...errors.map((ids): NewProposal => ({ kind: "error_pattern", memories: ids, score: 0.8 })),
    ...links.map(({ a, b, times }): NewProposal => {
      return { kind: "link", memories: [a, b], score: 1 - 1 / (times + 1) };
    }),
    ...notes.map((ids): NewProposal => ({ kind: "digest", memories: ids, score: 0.4 })),
    ...groups.map(({ memories, overlap }): NewProposal => {
      return { kind: "procedure", memories, score: overlap };
    }),
  ];
}

/**
 * Returns the proposals that were never made before, up to the limit of open proposals. Stores them unless `isDry`.
 * `earlier`: what this run has proposed already, which a dry run does not store.
 */
export async function addNew(
  { db, projectId, moment }: Workspace,
  proposals: readonly NewProposal[],
  { isDry, earlier }: { readonly isDry: boolean; readonly earlier: readonly NewProposal[] },
): Promise<NewProposal[]> {
  if (proposals.length === 0) return [];
  const open = (await countOpenProposals(db, projectId)) + (isDry ? earlier.length : 0);
  const keys = new Set(earlier.map(proposalKey));
  const added: NewProposal[] = [];
  for (const proposal of proposals) {
    if (open + added.length >= DREAM.mostProposals) break;
    const key = proposalKey(proposal);
    if (keys.has(key) || (await isProposed(db, projectId, proposal))) continue;
    keys.add(key);
    added.push(proposal);
  }
  if (isDry || added.length === 0) return added;
  await db.transaction(async (tx) => {
    for (const proposal of added) await addProposal(tx, projectId, proposal, moment());
  });
  return added;
}
