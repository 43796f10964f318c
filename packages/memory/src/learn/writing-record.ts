/**
 * What was asked of a model for a session, and what came of it: a row a session, claimed before anything is sent, so that of
 * processes that try at once one asks, and a process that dies has asked. Without a word of any memory.
 */
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import type { Database } from "../store/drivers/driver.ts";
import {
  claimLedger,
  dropLedger,
  type LedgerKey,
  ledgerHashes,
  readLedger,
  writeLedger,
} from "../store/ledger.ts";

export interface WordingRecord {
  /** The model's id. */
  readonly by: string;
  readonly atMs: number;
  /** asked: the answer is awaited, or whoever awaited it was ended. */
  readonly state: "asked" | "answered" | "failed";
  /** Why there is no answer that can be read. */
  readonly problem: string | null;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** As the server counted them; null where it did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly memories: readonly { readonly id: MemoryId; readonly verdict: string }[];
  readonly summaries: readonly {
    readonly from: readonly MemoryId[];
    readonly verdict: string;
    /** Null where it became none. */
    readonly id: MemoryId | null;
  }[];
}

const SOURCE_TYPE = "wording";
const NOTHING_TYPE = "wording-nothing";

interface Whose {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

function keyOf({ projectId, sessionId }: Whose): LedgerKey {
  return { projectId, sourceType: SOURCE_TYPE, sourceKey: sessionId };
}

function entryOf(record: WordingRecord) {
  return { contentHash: record.by, outcome: JSON.stringify(record) };
}

/** False where a model was asked for this session before, whatever came of it. */
export function claimWording(db: Database, whose: Whose, record: WordingRecord): Promise<boolean> {
  return claimLedger(db, keyOf(whose), entryOf(record), record.atMs);
}

export function keepWording(db: Database, whose: Whose, record: WordingRecord): Promise<void> {
  return writeLedger(db, keyOf(whose), entryOf(record), record.atMs);
}

/** Nobody was reached: another process may ask. */
export function releaseWording(db: Database, whose: Whose): Promise<boolean> {
  return dropLedger(db, keyOf(whose));
}

export async function readWording(db: Database, whose: Whose): Promise<WordingRecord | null> {
  const entry = await readLedger(db, keyOf(whose));
  return entry === undefined ? null : (JSON.parse(entry.outcome) as WordingRecord);
}

/** As far as it has come, the session left nothing to word: nobody has to look again until it goes on. */
export function noteNothing(
  db: Database,
  { projectId, sessionId }: Whose,
  nextSeq: number,
  nowMs: number,
): Promise<void> {
  const key = { projectId, sourceType: NOTHING_TYPE, sourceKey: sessionId };
  return writeLedger(db, key, { contentHash: String(nextSeq), outcome: "nothing" }, nowMs);
}

/** Of the project's sessions: was a model asked for it, or has it left nothing so far? */
export async function settledWordings(
  db: Database,
  projectId: ProjectId,
): Promise<(session: { readonly id: string; readonly nextSeq: number }) => boolean> {
  const asked = await ledgerHashes(db, { projectId, sourceType: SOURCE_TYPE });
  const nothing = await ledgerHashes(db, { projectId, sourceType: NOTHING_TYPE });
  return ({ id, nextSeq }) => asked.has(id) || nothing.get(id) === String(nextSeq);
}
