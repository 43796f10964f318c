/** What an agent requests for a memory and only a person may grant: to be pinned, or to apply in every project. */
import type { Memory } from "../memory.ts";

const FIELD = "askedFor";

export type Asked = "pinned" | "global";

/** Marks a memory as requested: stored and listed for review, but not shown unasked until a person has accepted it. */
export function waiting(
  asked: readonly Asked[],
  payload: Memory["payload"] = {},
): Pick<Memory, "payload" | "standing" | "needsReview"> {
  return { payload: { ...payload, [FIELD]: asked }, standing: "hypothesis", needsReview: true };
}

/** Returns what is requested; empty for most memories. */
export function askedFor({ payload }: Pick<Memory, "payload">): readonly Asked[] {
  const asked = payload[FIELD];
  return Array.isArray(asked) ? asked.filter((item) => item === "pinned" || item === "global") : [];
}

/** Returns the fields of a memory whose request a person has accepted. */
export function granted(memory: Memory): Pick<Memory, "isPinned" | "payload"> {
  const { [FIELD]: _asked, ...payload } = memory.payload;
  return { payload, isPinned: memory.isPinned || askedFor(memory).includes("pinned") };
}
