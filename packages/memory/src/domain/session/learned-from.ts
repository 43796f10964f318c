/** Where a memory came from: a session, and the event in it. */
import type { Memory } from "../memory.ts";
import type { LearnedFrom, Payload } from "../payload.ts";

/**
 * Returns the session from which the memory was learned; null if it came from none. A memory stored without this has no event
 * number, and none of its sessions is known as its origin if it was also stated outside of them.
 */
export function learnedFromOf({
  payload,
  sessions,
  observationCount,
}: Pick<Memory, "payload" | "sessions" | "observationCount">): LearnedFrom | null {
  if (payload.learnedFrom !== undefined) return payload.learnedFrom;
  const [first] = sessions;
  // Each observation in a session adds that session, so more observations than sessions include a statement outside of them.
  return first === undefined || sessions.length < observationCount ? null : { session: first };
}

/** Returns the details of a memory that are part of what it states. */
export function withoutOrigin({ learnedFrom: _origin, ...payload }: Payload): Payload {
  return payload;
}
