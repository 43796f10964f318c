/** What accepting and rejecting mean, whether the id is a memory's or a candidate's. */
import { type Candidate, type Memory, MemoryError, type Tacit } from "@tacit-memory/memory";

export interface Decision {
  readonly verdict: "accepted" | "rejected";
  /** The memory that came of it or was confirmed; null when nothing is kept. */
  readonly memory: Memory | null;
  readonly candidate: Candidate | null;
}

/** A candidate becomes a memory; a doubtful memory is confirmed. */
export async function acceptById(tacit: Tacit, id: string): Promise<Decision> {
  if (await isMemory(tacit, id)) {
    return { verdict: "accepted", memory: await tacit.confirm(id), candidate: null };
  }
  const { candidate, memoryId } = await tacit.accept(id);
  if (memoryId === null) {
    throw new MemoryError("not_allowed", { candidate: id, reason: candidate.reason });
  }
  return { verdict: "accepted", memory: await tacit.get(memoryId), candidate };
}

/** A candidate is refused for good; a doubtful memory is marked wrong and set aside. */
export async function rejectById(tacit: Tacit, id: string): Promise<Decision> {
  if (await isMemory(tacit, id)) {
    return {
      verdict: "rejected",
      memory: await tacit.correct(id, { kind: "wrong" }),
      candidate: null,
    };
  }
  return { verdict: "rejected", memory: null, candidate: await tacit.reject(id) };
}

async function isMemory(tacit: Tacit, id: string): Promise<boolean> {
  try {
    await tacit.get(id);
    return true;
  } catch (error) {
    if (MemoryError.is(error, "memory_not_found")) return false;
    throw error;
  }
}
