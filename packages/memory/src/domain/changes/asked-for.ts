/** What an agent requests for a memory and only a person may grant: to be pinned, or to apply in every project. */
import type { Memory } from "../memory.ts";

export type RequestedFlag = "pinned" | "global";

/** Marks a memory as requested: stored and listed for review, but not shown unasked until a person has accepted it. */
export function waiting(
  flags: readonly RequestedFlag[],
  payload: Memory["payload"] = {},
): Pick<Memory, "payload" | "standing" | "needsReview"> {
  return { payload: { ...payload, askedFor: flags }, standing: "hypothesis", needsReview: true };
}

/** Returns what is requested; empty for most memories. */
export function askedFor({ payload }: Pick<Memory, "payload">): readonly RequestedFlag[] {
  return (payload.askedFor ?? []).filter((item) => item === "pinned" || item === "global");
}

/** Notes that an agent asks to pin a memory. Unlike `waiting`, this does not hide a memory that agents are already shown. */
export function withPinRequest({ payload }: Pick<Memory, "payload">): Pick<Memory, "payload"> {
  return { payload: { ...payload, pinRequested: true } };
}

/** Whether an agent asks to pin the memory and no person has decided yet. */
export function hasPinRequest({ payload }: Pick<Memory, "payload">): boolean {
  return payload.pinRequested === true;
}

export function withoutPinRequest({ payload }: Pick<Memory, "payload">): Pick<Memory, "payload"> {
  const { pinRequested: _request, ...rest } = payload;
  return { payload: rest };
}

/** Returns the fields of a memory whose requests a person has accepted. */
export function granted(memory: Memory): Pick<Memory, "isPinned" | "payload"> {
  const { askedFor: _asked, ...payload } = withoutPinRequest(memory).payload;
  const isWanted = askedFor(memory).includes("pinned") || hasPinRequest(memory);
  return { payload, isPinned: memory.isPinned || isWanted };
}
