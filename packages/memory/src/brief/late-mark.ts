/**
 * Marks a point of a session whose hook ran out of time, so that the session's next hook makes up for it. The events are in
 * the log; the mark stores none of them.
 */

import { dropLedger, type LedgerKey, readLedger, writeLedger } from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";

/** `late_prompt`: a prompt without a block. `late_start`: a start before everything from earlier sessions was learned. */
export type LateMoment = "late_prompt" | "late_start";

/** Returns the operations on a mark. `recipient`: the session, or the agent in it, that is shown what was missed. */
export function lateMarkOf(
  { db, projectId, moment }: Workspace,
  late: LateMoment,
  recipient: string,
) {
  const key: LedgerKey = { projectId, sourceType: late, sourceKey: recipient };
  const isLeft = async () => (await readLedger(db, key)) !== undefined;
  return {
    leave: () => writeLedger(db, key, { contentHash: "", outcome: "" }, moment().nowMs),
    isLeft,
    /**
     * Removes the mark and returns whether it existed; true for only one of several concurrent processes. Takes no lock if
     * there is no mark.
     */
    take: async () => (await isLeft()) && dropLedger(db, key),
  };
}
