/**
 * Stores the entries of the review queue that checks of the code and requests of agents add. They are separate from the memory's own flag: a check
 * adds an entry, and a later one withdraws it when the code is as before, without another version of the memory.
 */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import { hasPinRequest } from "../../domain/changes/asked-for.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";

const SELECT_MANY = /* sql */ `SELECT memory_id AS memoryId, reason, detail, at_ms AS atMs FROM review_entry
  WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY memory_id, reason`;
const UPSERT = /* sql */ `INSERT INTO review_entry (memory_id, reason, detail, at_ms)
  SELECT :memoryId, :reason, :detail, :nowMs FROM memory WHERE id = :memoryId
  ON CONFLICT (memory_id, reason) DO UPDATE SET detail = excluded.detail`;
const DELETE = /* sql */ `DELETE FROM review_entry WHERE memory_id = :memoryId AND reason = :reason`;
const SELECT_CHECKABLE = /* sql */ `SELECT m.id FROM memory m
  WHERE (m.project_id = :projectId OR m.project_id IS NULL) AND m.state = 'active' AND m.superseded_by IS NULL
    AND (m.invalid_when <> '[]' OR EXISTS (SELECT 1 FROM anchor a WHERE a.memory_id = m.id)
      OR EXISTS (SELECT 1 FROM review_entry r WHERE r.memory_id = m.id))
  ORDER BY m.confirmed_at_ms DESC, m.id LIMIT :limit`;

/**
 * Reasons of an entry. `stale`: the code changed or is gone. `invalid`: a condition of the memory is met. `branch_gone`: the
 * branch it was learned on was deleted without a merge. `flagged`: a person or an agent doubts it.
 */
const DOUBTS = ["stale", "invalid", "branch_gone", "flagged"] as const;
/** `pin_requested`: an agent asks to pin a memory that is not in doubt. */
export type ReviewReason = (typeof DOUBTS)[number] | "pin_requested";

export interface ReviewEntry {
  readonly memoryId: MemoryId;
  readonly reason: ReviewReason;
  /** An English sentence without a capital letter or a full stop. */
  readonly detail: string;
  readonly atMs: number;
}

export async function listReviewEntries(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReviewEntry[]> {
  if (ids.length === 0) return [];
  return db.all<ReviewEntry>(SELECT_MANY, { ids: JSON.stringify(ids) });
}

/** Returns whether a person or an agent flagged the memory and no person has confirmed or corrected it since. */
export async function isFlagged(db: Database, id: MemoryId): Promise<boolean> {
  return (await listReviewEntries(db, [id])).some(({ reason }) => reason === "flagged");
}

export type WantedEntry = Omit<ReviewEntry, "atMs">;

/**
 * Sets the queue to exactly `wanted` for these memories, within `reasons`. Writes only differences; usually there are none,
 * and no lock is taken.
 */
export async function closeReviewEntries(
  db: Database,
  ids: readonly MemoryId[],
  wanted: readonly WantedEntry[],
  nowMs: number,
  reasons: readonly ReviewReason[] = DOUBTS,
): Promise<void> {
  const present = (await listReviewEntries(db, ids)).filter(({ reason }) =>
    reasons.includes(reason),
  );
  const keyOf = (wantedEntry: WantedEntry) => `${wantedEntry.memoryId} ${wantedEntry.reason}`;
  const detailByKey = new Map(
    present.map((reviewEntry) => [keyOf(reviewEntry), reviewEntry.detail]),
  );
  const wantedKeys = new Set(wanted.map(keyOf));
  const toWrite = wanted.filter(
    (wantedEntry) => detailByKey.get(keyOf(wantedEntry)) !== wantedEntry.detail,
  );
  const toDelete = present.filter((reviewEntry) => !wantedKeys.has(keyOf(reviewEntry)));
  if (toWrite.length + toDelete.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { memoryId, reason } of toDelete) await tx.run(DELETE, { memoryId, reason });
    for (const wantedEntry of toWrite) {
      const { memoryId, reason, detail } = wantedEntry;
      await tx.run(UPSERT, { memoryId, reason, detail, nowMs });
    }
  });
}

/** Queues a memory exactly while an agent asks to pin it. */
export async function notePinRequest(db: Database, memory: Memory, nowMs: number): Promise<void> {
  const entry = {
    memoryId: memory.id,
    reason: "pin_requested",
    detail: "an agent asks to pin it",
  } as const;
  const wanted = hasPinRequest(memory) ? [entry] : [];
  await closeReviewEntries(db, [memory.id], wanted, nowMs, ["pin_requested"]);
}

const FLAGGED_BY = "flagged by ";

/** Returns the detail of the reason "flagged". `because`: the reason in the words of the person or agent. */
export function flagDetail(name: string, because?: string): string {
  // A name may contain a colon, which separates it from the reason.
  const by = `${FLAGGED_BY}${name.replaceAll(":", " ")}`;
  return because === undefined ? by : `${by}: ${because}`;
}

/** Returns the reason in the words of the person or agent who flagged the memory; null if there is none. */
export function flaggedBecause(detail: string): string | null {
  const at = detail.indexOf(": ");
  return detail.startsWith(FLAGGED_BY) && at !== -1 ? detail.slice(at + 2) : null;
}

/** Adds an entry; replaces an earlier one with the same reason. */
export async function noteReviewEntry(
  db: Database,
  entry: WantedEntry,
  nowMs: number,
): Promise<void> {
  const { memoryId, reason, detail } = entry;
  await db.run(UPSERT, { memoryId, reason, detail, nowMs });
}

/** Lists active memories that a check of the code can judge, the last confirmed first. */
export async function listCheckable(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, SELECT_CHECKABLE, { projectId, limit });
}
