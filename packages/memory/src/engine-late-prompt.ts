/**
 * A prompt whose hook ran out of time before it could be told what bears on it: a mark is left, and whoever is asked next
 * in that session tells it. The prompt itself is in the log; nothing of it is kept here.
 */
import type { Life } from "./life.ts";
import { dropLedger, type LedgerKey, readLedger, writeLedger } from "./store/ledger.ts";

/** `teller`: whom the block would have been told to, a session or an agent in it. */
export function latePromptOf({ db, projectId, moment }: Life, teller: string) {
  const key: LedgerKey = { projectId, sourceType: "late_prompt", sourceKey: teller };
  const isLeft = async () => (await readLedger(db, key)) !== undefined;
  return {
    leave: () => writeLedger(db, key, { contentHash: "", outcome: "" }, moment().nowMs),
    isLeft,
    /** Whether it was there; of processes that try at once, one is told so. Waits for nobody's lock where there is none. */
    take: async () => (await isLeft()) && dropLedger(db, key),
  };
}
