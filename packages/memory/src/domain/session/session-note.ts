/**
 * A memory that an agent stored in a session that is still running. It is a note of that session: queries find it at once,
 * but it is not shown unasked until the session is over, because a quarter of such notes are superseded before then.
 */

import { askedFor } from "../changes/asked-for.ts";
import type { Memory } from "../memory.ts";

/** `session`: the host's id of the session the note belongs to. */
export function asSessionNote(
  session: string,
  payload: Memory["payload"] = {},
): Pick<Memory, "payload" | "needsReview"> {
  return { payload: { ...payload, noteOf: session }, needsReview: true };
}

/** Returns the session of an open note; null for other memories and for a note that is finalised or accepted by a person. */
export function openNoteOf({ payload, needsReview }: Memory): string | null {
  return needsReview ? (payload.noteOf ?? null) : null;
}

/** Returns whether a memory is to be stored as an open note. */
export function isOpenNote({
  payload,
}: {
  readonly payload?: Memory["payload"] | undefined;
}): boolean {
  return payload?.noteOf !== undefined;
}

/** Returns the fields of a note that was still valid when its session ended. Other reasons for a person's review remain. */
export function asResolved(memory: Memory): Pick<Memory, "payload" | "needsReview"> {
  const { noteOf: _session, ...payload } = memory.payload;
  const { isTainted, isDisputed } = memory;
  return { payload, needsReview: isTainted || isDisputed || askedFor(memory).length > 0 };
}
