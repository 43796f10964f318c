/**
 * A memory that an agent stored in a session that still goes on. It is a note of that session: whoever asks finds it at once,
 * and it is shown to nobody unasked until the session is over, because a quarter of such notes are overtaken before.
 */

import type { Memory } from "../memory.ts";
import { askedFor } from "../text/asked-for.ts";

const FIELD = "noteOf";

/** `session`: the host's id of the session it is a note of. */
export function asSessionNote(
  session: string,
  payload: Memory["payload"] = {},
): Pick<Memory, "payload" | "needsReview"> {
  return { payload: { ...payload, [FIELD]: session }, needsReview: true };
}

/** The session it is an open note of; null for every other memory, and for a note that is settled or accepted by a person. */
export function openNoteOf({ payload, needsReview }: Memory): string | null {
  const session = payload[FIELD];
  return needsReview && typeof session === "string" ? session : null;
}

/** Whether it is to be stored as one. */
export function isOpenNote({
  payload,
}: {
  readonly payload?: Memory["payload"] | undefined;
}): boolean {
  return payload?.[FIELD] !== undefined;
}

/** It held until its session ended. What else a person has to decide about it stays open. */
export function asResolved(memory: Memory): Pick<Memory, "payload" | "needsReview"> {
  const { [FIELD]: _session, ...payload } = memory.payload;
  const { isTainted, isDisputed } = memory;
  return { payload, needsReview: isTainted || isDisputed || askedFor(memory).length > 0 };
}
