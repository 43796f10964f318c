/** Why memories wait for a decision, as codes and parameters: the page makes the sentences. */
import { type CodeState, flaggedBecause, type Memory, type Tacit } from "@tacit-memory/memory";
import type { ReviewReason } from "@tacit-memory/protocol";

/** `states`: the state of the code of these memories, as far as it was checked. */
export async function reviewReasonsOf(
  tacit: Tacit,
  memories: readonly Memory[],
  states: ReadonlyMap<Memory["id"], CodeState>,
): Promise<ReadonlyMap<Memory["id"], readonly ReviewReason[]>> {
  const entries = await tacit.memories.reviewReasons(memories.map(({ id }) => id));
  return new Map(
    memories.map((memory) => {
      const state = states.get(memory.id);
      const reasons = (entries.get(memory.id) ?? []).map(
        ({ reason, detail }): ReviewReason => ({
          reason,
          about: aboutOf({ reason, detail }, memory, state),
          changes: reason === "stale" ? changesOf(state) : [],
        }),
      );
      return [memory.id, reasons];
    }),
  );
}

function aboutOf(
  { reason, detail }: { readonly reason: ReviewReason["reason"]; readonly detail: string },
  { branch }: Memory,
  state: CodeState | undefined,
): string | null {
  if (reason === "invalid") return state?.metCondition ?? null;
  if (reason === "branch_gone") return branch;
  return reason === "flagged" ? flaggedBecause(detail) : null;
}

function changesOf(state: CodeState | undefined): ReviewReason["changes"] {
  return (state?.anchors ?? [])
    .filter(({ freshness }) => freshness === "changed" || freshness === "gone")
    .map(({ path, symbol, freshness, movedTo }) => ({ path, symbol, freshness, movedTo }));
}
