/** Finds the branch on which something was observed, in a session that changed its branch. Pure. */
import type { Event } from "@tacit-memory/protocol";

/**
 * Returns the branch of the last event up to a sequence number that states one; null if the session states none, or the same
 * for every event.
 */
export function branchesOf(events: readonly Event[]): (seq: number) => string | null {
  const stated = events.flatMap(({ seq, branch }) =>
    seq === undefined || branch === undefined ? [] : [{ seq, branch }],
  );
  const isChanging = new Set(stated.map(({ branch }) => branch)).size > 1;
  return (seq) =>
    isChanging ? (stated.findLast((event) => event.seq <= seq)?.branch ?? null) : null;
}
