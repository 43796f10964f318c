/** The review queue: doubtful memories and waiting candidates, which only a person can decide, and the decisions on them. */
import { type Candidate, type Memory, MemoryError, type Tacit } from "@tacit-memory/memory";
import type { ReviewItem, ReviewQueue, ReviewResult } from "@tacit-memory/protocol";
import { changesMade } from "./changes.ts";
import type { DecisionInput } from "./requests.schema.ts";
import { type At, evidenceOf, rowOf, storedOf } from "./rows.ts";

/** Maximum number of decisions in a visit. */
const MAX_ITEMS = 100;

export async function reviewQueue(at: At): Promise<ReviewQueue> {
  const { memories } = at.tacit;
  await memories.recheck();
  const doubtful = await memories.list({ needsReview: true });
  const proposed = await memories.candidates({ state: "proposed" });
  const waiting = proposed.filter(
    ({ reason }) => reason === "awaits_review" || reason === "over_cap",
  );
  const first = doubtful.slice(0, MAX_ITEMS);
  const reasons = await memories.reviewReasons(first.map(({ id }) => id));
  const items: ReviewItem[] = [];
  for (const memory of first) {
    const found = reasons.get(memory.id) ?? [];
    items.push(await memoryItem(at, memory, found));
  }
  const rest = waiting.slice(0, MAX_ITEMS - items.length).map(candidateItem);
  return { items: [...items, ...rest], total: doubtful.length + waiting.length };
}

async function memoryItem(
  { tacit, nowMs }: At,
  memory: Memory,
  reasons: readonly string[],
): Promise<ReviewItem> {
  const { edges } = await tacit.memories.story(memory.id);
  const others = edges
    .filter(({ type }) => type === "contradicts")
    .map(({ fromId, toId }) => (fromId === memory.id ? toId : fromId));
  const against = await storedOf(tacit.memories, [...new Set(others)]);
  return {
    kind: "memory",
    id: memory.id,
    memory: rowOf(memory, nowMs),
    reasons,
    against: against.map((other) => rowOf(other, nowMs)),
    evidence: evidenceOf(memory),
  };
}

function candidateItem(candidate: Candidate): ReviewItem {
  const { id, type, content, reason, signals, sessions, files, createdAtMs } = candidate;
  const evidence = evidenceOf(candidate);
  return {
    kind: "candidate",
    id,
    type,
    content,
    reason,
    signals,
    sessions,
    files,
    evidence,
    createdAtMs,
  };
}

/** Applies a decision. Throws "not_allowed" if a candidate is refused although the person accepted it. */
export async function decide({ memories }: Tacit, request: DecisionInput): Promise<ReviewResult> {
  const touched = [request.id];
  let memoryId: string | null = null;
  const changes = await changesMade(memories, touched, async () => {
    memoryId = await decided(memories, request);
    if (memoryId !== null && memoryId !== request.id) touched.push(memoryId);
  });
  return { memoryId, changes };
}

async function decided(
  memories: Tacit["memories"],
  { id, kind, verdict, content }: DecisionInput,
): Promise<string | null> {
  if (verdict === "reject") {
    if (kind === "candidate") await memories.reject(id);
    else await memories.correct(id, { kind: "rejected" });
    return kind === "candidate" ? null : id;
  }
  const accepted = kind === "candidate" ? await acceptedId(memories, id) : id;
  if (kind === "memory") await memories.confirm(id);
  if (content !== undefined && content.trim() !== "") await memories.edit(accepted, { content });
  return accepted;
}

async function acceptedId(memories: Tacit["memories"], id: string): Promise<string> {
  const { candidate, memoryId } = await memories.accept(id);
  if (memoryId !== null) return memoryId;
  throw new MemoryError("not_allowed", { candidate: id, reason: candidate.reason });
}
