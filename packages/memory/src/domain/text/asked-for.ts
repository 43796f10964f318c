/** What an agent asks for a memory that only a person grants: to be pinned, or to hold in every project. */
import type { Memory } from "../memory.ts";

const FIELD = "askedFor";

export type Asked = "pinned" | "global";

/** Stored and listed for review; told to nobody unasked until a person has accepted it. */
export function waiting(
  asked: readonly Asked[],
  payload: Memory["payload"] = {},
): Pick<Memory, "payload" | "standing" | "needsReview"> {
  return { payload: { ...payload, [FIELD]: asked }, standing: "hypothesis", needsReview: true };
}

/** Empty for a memory that asks for nothing. */
export function askedFor({ payload }: Pick<Memory, "payload">): readonly Asked[] {
  const asked = payload[FIELD];
  return Array.isArray(asked) ? asked.filter((item) => item === "pinned" || item === "global") : [];
}

/** As a person accepted it. */
export function granted(memory: Memory): Pick<Memory, "isPinned" | "payload"> {
  const { [FIELD]: _asked, ...payload } = memory.payload;
  return { payload, isPinned: memory.isPinned || askedFor(memory).includes("pinned") };
}
