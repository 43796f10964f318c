/**
 * The review queue: doubtful memories, waiting candidates and proposals of `tacit dream`, which only a person can decide, and
 * the decisions on them.
 */
import {
  type Candidate,
  type Memory,
  MemoryError,
  type ShownProposal,
  sentenceOf,
  type Tacit,
  waitsForPerson,
} from "@tacit-memory/memory";
import type { ReviewItem, ReviewQueue, ReviewReason, ReviewResult } from "@tacit-memory/protocol";
import { changesMade, undoChanges } from "./changes.ts";
import type { DecisionInput } from "./requests.schema.ts";
import { reviewReasonsOf } from "./review-reasons.ts";
import { type At, evidenceOf, rowOf, storedOf } from "./rows.ts";

/** Maximum number of decisions in a visit. */
const MAX_ITEMS = 100;

export async function reviewQueue(at: At): Promise<ReviewQueue> {
  const { memories } = at.tacit;
  const states = await memories.recheck();
  const doubtful = await memories.list({ needsReview: true });
  const waiting = (await memories.candidates({ state: "proposed" })).filter(waitsForPerson);
  const proposals = await memories.proposals();
  const first = doubtful.slice(0, MAX_ITEMS);
  const reasons = await reviewReasonsOf(at.tacit, first, states);
  const items: ReviewItem[] = [];
  for (const memory of first) {
    const found = reasons.get(memory.id) ?? [];
    items.push(await memoryItem(at, memory, found));
  }
  const rest = [
    ...waiting.map(candidateItem),
    ...proposals.map((proposal) => proposalItem(at, proposal)),
  ];
  return {
    items: [...items, ...rest].slice(0, MAX_ITEMS),
    total: doubtful.length + rest.length,
  };
}

async function memoryItem(
  { tacit, nowMs }: At,
  memory: Memory,
  reasons: readonly ReviewReason[],
): Promise<ReviewItem> {
  const against = memory.isDisputed ? await contradicting(tacit.memories, memory.id) : [];
  return {
    kind: "memory",
    id: memory.id,
    memory: rowOf(memory, nowMs),
    reasons,
    against: against.map((other) => rowOf(other, nowMs)),
    evidence: evidenceOf(memory),
  };
}

/** Returns the memories in use that contradict a memory. */
async function contradicting(memories: Tacit["memories"], id: string): Promise<Memory[]> {
  const { edges } = await memories.story(id);
  const others = edges
    .filter(({ type }) => type === "contradicts")
    .map(({ fromId, toId }) => (fromId === id ? toId : fromId));
  const stored = await storedOf(memories, [...new Set(others)]);
  return stored.filter(({ state, supersededBy }) => state === "active" && supersededBy === null);
}

function candidateItem(candidate: Candidate): ReviewItem {
  const { id, type, content, reason, sessions, files, createdAtMs } = candidate;
  const evidence = evidenceOf(candidate);
  return {
    kind: "candidate",
    id,
    type,
    content,
    reason,
    sessions,
    files,
    evidence,
    createdAtMs,
  };
}

function proposalItem({ nowMs }: At, { id, kind, shown }: ShownProposal): ReviewItem {
  const memories = shown.map((memory) => rowOf(memory, nowMs));
  return { kind: "proposal", id, change: kind, memories };
}

/** Applies a decision. Throws "not_allowed" if a candidate is refused although the person accepted it. */
export async function decide(tacit: Tacit, request: DecisionInput): Promise<ReviewResult> {
  const { memories } = tacit;
  const { content = "", others } = request;
  const touched = [request.id, ...(others?.ids ?? [])];
  const result: { memoryId: string | null } = { memoryId: null };
  const changes = await changesMade(memories, touched, async () => {
    for (const id of others?.ids ?? []) await decidedMemory(memories, id, others?.verdict);
    result.memoryId = await decided(memories, request);
    if (result.memoryId !== null) touched.push(result.memoryId);
  });
  const { memoryId } = result;
  if (request.verdict === "reject" || memoryId === null || content.trim() === "")
    return { memoryId, changes };
  const edit = async () => void (await memories.edit(memoryId, { content }));
  try {
    return { memoryId, changes: [...(await changesMade(memories, [memoryId], edit)), ...changes] };
  } catch (error) {
    // Without the person's words, nothing is accepted.
    await undoChanges(tacit, changes);
    throw error;
  }
}

/** Returns the id of the memory; null after a candidate or a proposal was rejected. */
async function decided(
  memories: Tacit["memories"],
  { id, kind, verdict }: DecisionInput,
): Promise<string | null> {
  if (kind === "proposal") return decidedProposal(memories, id, verdict);
  if (kind === "memory") return decidedMemory(memories, id, verdict);
  if (verdict === "accept") return acceptedId(memories, id);
  await memories.reject(id);
  return null;
}

async function decidedMemory(
  memories: Tacit["memories"],
  id: string,
  verdict: DecisionInput["verdict"] | undefined,
): Promise<string> {
  if (verdict === "reject") await memories.correct(id, { kind: "rejected" });
  else await memories.confirm(id);
  return id;
}

async function decidedProposal(
  memories: Tacit["memories"],
  id: string,
  verdict: DecisionInput["verdict"],
): Promise<string | null> {
  const decided = await (verdict === "accept"
    ? memories.acceptProposal(id)
    : memories.rejectProposal(id));
  if (decided !== null) return decided.memory?.id ?? null;
  throw new MemoryError("usage", {
    proposal: id,
    reason: sentenceOf("proposal_unknown", {}),
  });
}

async function acceptedId(memories: Tacit["memories"], id: string): Promise<string> {
  const { candidate, memoryId } = await memories.accept(id);
  if (memoryId !== null) return memoryId;
  throw new MemoryError("not_allowed", { candidate: id, reason: candidate.reason });
}
