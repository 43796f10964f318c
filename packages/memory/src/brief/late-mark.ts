/**
 * A moment of a session whose hook ran out of time: a mark is left, and the next hook of that session makes up for it. What
 * the moment was about is in the log; nothing of it is kept here.
 */

import { dropLedger, type LedgerKey, readLedger, writeLedger } from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";

/** A prompt that nothing was said to; a start before everything was learned that earlier sessions had left. */
export type LateMoment = "late_prompt" | "late_start";

/** `teller`: who is shown what was missed, a session or an agent in it. */
export function lateMarkOf({ db, projectId, moment }: Workspace, late: LateMoment, teller: string) {
  const key: LedgerKey = { projectId, sourceType: late, sourceKey: teller };
  const isLeft = async () => (await readLedger(db, key)) !== undefined;
  return {
    leave: () => writeLedger(db, key, { contentHash: "", outcome: "" }, moment().nowMs),
    isLeft,
    /** Whether it was there; of processes that try at once, one is told so. Waits for nobody's lock where there is none. */
    take: async () => (await isLeft()) && dropLedger(db, key),
  };
}
