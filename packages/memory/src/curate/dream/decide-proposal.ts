/** Accepts or rejects proposals of consolidation, as a person decides. */

import { createHash } from "node:crypto";
import type { Database } from "@tacit-memory/sqlite";
import { groupMerges } from "../../domain/changes/merge-groups.ts";
import type { Proposal } from "../../domain/changes/proposal.ts";
import { MemoryError } from "../../domain/errors.ts";
import { isIdLike, uuidv7 } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import {
  listOpenProposals,
  proposalsByEnding,
  setProposalState,
} from "../../store/dream/proposals.ts";
import { getMemories, getMemory, memoriesById } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import { correctMemory } from "../correct-memory.ts";
import { relate } from "../revise/relate.ts";
import type { Note } from "../undo/record-change.ts";
import { DREAM } from "./limits.ts";
import { differing, makeDigest, makePattern, makeProcedure } from "./make-memory.ts";
import { inOrderOfWorth, mergeMemories } from "./merge-memories.ts";
import { areMergeable } from "./same-statement.ts";

export interface ShownProposal extends Proposal {
  readonly shown: readonly Memory[];
}

/** Returns the open proposals with their memories, the highest score first. Merges of one group are one proposal. */
export async function openProposals(workspace: Workspace): Promise<ShownProposal[]> {
  const { db } = workspace;
  const proposals = (await listGrouped(workspace)).map(({ proposal }) => proposal);
  const ids = [...new Set(proposals.flatMap(({ memories }) => memories))];
  const found = await memoriesById(db, ids);
  return proposals.map((proposal) => ({
    ...proposal,
    shown: proposal.memories.flatMap((id) => found.get(id) ?? []),
  }));
}

interface GroupedProposal {
  readonly proposal: Proposal;
  /** The stored proposals that a decision concerns. */
  readonly parts: readonly Proposal[];
}

async function listGrouped({ db, projectId }: Workspace): Promise<GroupedProposal[]> {
  const stored = await listOpenProposals(db, projectId, DREAM.mostProposals);
  return groupMerges(stored).map(({ memories, parts }) => {
    const [first] = parts;
    if (parts.length === 1) return { proposal: first, parts };
    return { proposal: { ...first, id: groupId(parts), memories }, parts };
  });
}

/** Returns an id that changes with the group, so that nobody accepts a larger group than the one that was shown. */
function groupId(parts: readonly Proposal[]): string {
  const ids = parts.map(({ id }) => id).sort();
  const createdAtMs = Math.max(...parts.map((part) => part.createdAtMs));
  return uuidv7(createdAtMs, createHash("sha256").update(ids.join(" ")).digest());
}

export interface DecidedProposal {
  readonly proposal: Proposal;
  /** The memory after the decision; null if nothing was changed. */
  readonly memory: Memory | null;
}

/**
 * Accepts a proposal and applies it. Returns null if no open proposal has an id with this ending. Throws "id_ambiguous", and
 * "usage" if one of its memories is no longer active.
 */
export async function acceptProposal(
  workspace: Workspace,
  ending: string,
  note: Note,
): Promise<DecidedProposal | null> {
  const found = await openByEnding(workspace, ending);
  if (found === null) return null;
  const { proposal } = found;
  return workspace.db.transaction(async (tx) => {
    await decide(tx, found, "accepted", workspace.moment().nowMs, note);
    const memories = (await getMemories(tx, proposal.memories)).filter(
      ({ state, supersededBy }) => state === "active" && supersededBy === null,
    );
    if (memories.length < proposal.memories.length)
      throw new MemoryError("usage", { reason: sentenceOf("proposal_memory_gone", {}) });
    const memory = await carryOut({ ...workspace, db: tx }, proposal, memories);
    return { proposal: { ...proposal, state: "accepted" as const }, memory };
  });
}

/** Rejects a proposal, so that it is never made again. Returns null like `acceptProposal`. */
export async function rejectProposal(
  workspace: Workspace,
  ending: string,
  note: Note,
): Promise<DecidedProposal | null> {
  const found = await openByEnding(workspace, ending);
  if (found === null) return null;
  const { nowMs } = workspace.moment();
  await workspace.db.transaction((tx) => decide(tx, found, "rejected", nowMs, note));
  return { proposal: { ...found.proposal, state: "rejected" }, memory: null };
}

async function openByEnding(
  workspace: Workspace,
  idEnding: string,
): Promise<GroupedProposal | null> {
  const ending = idEnding.trim().toLowerCase();
  if (!isIdLike(ending)) return null;
  const grouped = await listGrouped(workspace);
  const stored = await proposalsByEnding(workspace.db, workspace.projectId, ending);
  // A pair that was shown before it became part of a group keeps its id, and so does one with a memory that is gone.
  const found = unique([
    ...grouped.filter(({ proposal }) => proposal.id.endsWith(ending)),
    ...stored
      .filter(({ state }) => state === "open")
      .map((proposal) => ({ proposal, parts: [proposal] })),
  ]);
  if (found.length > 1) throw new MemoryError("id_ambiguous", { id: idEnding });
  return found[0] ?? null;
}

function unique(found: readonly GroupedProposal[]): GroupedProposal[] {
  return [...new Map(found.map((grouped) => [grouped.proposal.id, grouped])).values()];
}

async function decide(
  db: Database,
  { parts }: GroupedProposal,
  state: "accepted" | "rejected",
  nowMs: number,
  note: Note,
): Promise<void> {
  for (const { id } of parts) {
    if (!(await setProposalState(db, id, { from: "open", to: state }, nowMs)))
      throw new MemoryError("usage", { reason: sentenceOf("proposal_decided", {}), id });
    note({ kind: "proposal", id, state });
  }
}

async function carryOut(
  workspace: Workspace,
  { kind }: Proposal,
  memories: readonly Memory[],
): Promise<Memory> {
  const { db } = workspace;
  const moment = workspace.moment();
  const [one, other] = memories;
  if (one === undefined) throw new MemoryError("internal", { reason: "a proposal of no memory" });
  if (kind === "stale_decision") return correctMemory(workspace, one.id, { kind: "outdated" });
  if (kind === "error_pattern") return makePattern(workspace, memories);
  if (kind === "digest") return makeDigest(workspace, memories);
  if (kind === "procedure") return makeProcedure(workspace, memories);
  if (other === undefined)
    throw new MemoryError("internal", { reason: "a proposal of one memory" });
  if (kind === "merge") return mergeAll(db, memories, moment);
  const type = kind === "link" ? "relates_to" : "contradicts";
  await relate(db, one, other, type, moment);
  return getMemory(db, one.id);
}

/** Merges all memories into the best of them. */
async function mergeAll(
  db: Database,
  memories: readonly Memory[],
  moment: Moment,
): Promise<Memory> {
  const [best, ...others] = [...memories].sort((a, b) => (inOrderOfWorth(a, b)[0] === a ? -1 : 1));
  let target = best as Memory;
  for (const duplicate of others) {
    // They may have changed since the proposal: another audience, scope or branch, doubt, or an end of validity.
    if (!areMergeable(target, duplicate, moment.nowMs)) throw differing();
    target = await mergeMemories(db, target, duplicate, moment);
  }
  return target;
}
