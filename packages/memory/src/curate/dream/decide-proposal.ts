/** Accepts or rejects proposals of consolidation, as a person decides. */

import type { Database } from "@tacit-memory/sqlite";
import type { Proposal } from "../../domain/changes/proposal.ts";
import { MemoryError } from "../../domain/errors.ts";
import { isIdLike } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import {
  listOpenProposals,
  proposalsByEnding,
  setProposalState,
} from "../../store/dream/proposals.ts";
import { getMemories, getMemory } from "../../store/memories/memories.ts";
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

/** Returns the open proposals with their memories, the highest score first. */
export async function openProposals({ db, projectId }: Workspace): Promise<ShownProposal[]> {
  const proposals = await listOpenProposals(db, projectId, DREAM.mostProposals);
  const ids = [...new Set(proposals.flatMap(({ memories }) => memories))];
  const found = new Map((await getMemories(db, ids)).map((memory) => [memory.id, memory]));
  return proposals.map((proposal) => ({
    ...proposal,
    shown: proposal.memories.flatMap((id) => found.get(id) ?? []),
  }));
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
  const proposal = await openByEnding(workspace, ending);
  if (proposal === null) return null;
  return workspace.db.transaction(async (tx) => {
    await decide(tx, proposal, "accepted", workspace.moment().nowMs, note);
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
  const proposal = await openByEnding(workspace, ending);
  if (proposal === null) return null;
  const { nowMs } = workspace.moment();
  await workspace.db.transaction((tx) => decide(tx, proposal, "rejected", nowMs, note));
  return { proposal: { ...proposal, state: "rejected" }, memory: null };
}

async function openByEnding(
  { db, projectId }: Workspace,
  idEnding: string,
): Promise<Proposal | null> {
  const ending = idEnding.trim().toLowerCase();
  if (!isIdLike(ending)) return null;
  const found = (await proposalsByEnding(db, projectId, ending)).filter(
    ({ state }) => state === "open",
  );
  if (found.length > 1) throw new MemoryError("id_ambiguous", { id: idEnding });
  return found[0] ?? null;
}

async function decide(
  db: Database,
  { id }: Proposal,
  state: "accepted" | "rejected",
  nowMs: number,
  note: Note,
): Promise<void> {
  if (!(await setProposalState(db, id, { from: "open", to: state }, nowMs)))
    throw new MemoryError("usage", { reason: sentenceOf("proposal_decided", {}), id });
  note({ kind: "proposal", id, state });
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
  if (kind === "merge") {
    // They may have changed since the proposal: another audience, scope or branch, doubt, or an end of validity.
    if (!areMergeable(one, other, moment.nowMs)) throw differing();
    const [target, duplicate] = inOrderOfWorth(one, other);
    return mergeMemories(db, target, duplicate, moment);
  }
  const type = kind === "link" ? "relates_to" : "contradicts";
  await relate(db, one, other, type, moment);
  return getMemory(db, one.id);
}
