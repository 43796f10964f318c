/** Accepts and rejects memories and candidates by id. */
import {
  type Candidate,
  type Memory,
  MemoryError,
  type Proposal,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";

export interface Decision {
  readonly verdict: "accepted" | "rejected";
  /** The resulting or confirmed memory; null if none is stored. */
  readonly memory: Memory | null;
  readonly candidate: Candidate | null;
  readonly proposal?: Proposal;
}

/** Promotes a candidate to a memory, confirms a doubtful memory, or applies a proposal. */
export async function acceptById(tacit: Tacit, id: string): Promise<Decision> {
  const decided = await tacit.memories.acceptProposal(id);
  if (decided !== null) return { verdict: "accepted", candidate: null, ...decided };
  if (await isMemory(tacit, id)) {
    return { verdict: "accepted", memory: await tacit.memories.confirm(id), candidate: null };
  }
  const { candidate, memoryId } = await tacit.memories.accept(id);
  if (memoryId === null) {
    throw new MemoryError("not_allowed", { candidate: id, reason: candidate.reason });
  }
  return { verdict: "accepted", memory: await tacit.memories.get(memoryId), candidate };
}

/** Rejects a candidate or a proposal permanently, or marks a doubtful memory as wrong and archives it. */
export async function rejectById(tacit: Tacit, id: string): Promise<Decision> {
  const decided = await tacit.memories.rejectProposal(id);
  if (decided !== null) return { verdict: "rejected", candidate: null, ...decided };
  if (await isMemory(tacit, id)) {
    return {
      verdict: "rejected",
      memory: await tacit.memories.correct(id, { kind: "rejected" }),
      candidate: null,
    };
  }
  try {
    return { verdict: "rejected", memory: null, candidate: await tacit.memories.reject(id) };
  } catch (error) {
    if (MemoryError.is(error, "transition_forbidden")) await refuseTaken(tacit, id, error);
    throw error;
  }
}

/** Throws for a promoted candidate, naming the id of the memory that it became. */
async function refuseTaken(tacit: Tacit, id: string, cause: MemoryError): Promise<void> {
  const taken = (await tacit.memories.candidates({ state: "promoted" })).find((candidate) =>
    candidate.id.endsWith(id.toLowerCase()),
  );
  if (taken?.state !== "promoted") return;
  const memory = shortId(taken.memoryId);
  const reason = `this candidate is already a memory; to archive the memory, run \`tacit review reject ${memory}\``;
  throw new MemoryError("transition_forbidden", { reason, candidate: id, cause });
}

async function isMemory(tacit: Tacit, id: string): Promise<boolean> {
  try {
    await tacit.memories.get(id);
    return true;
  } catch (error) {
    if (MemoryError.is(error, "memory_not_found") || MemoryError.is(error, "id_malformed"))
      return false;
    throw error;
  }
}
