/** Data that is deleted after a retention period: output of tools, and the text of sessions. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";

// A session that was killed stays open, so the condition is that all of its events were learned from.
const TRIM_DUE = /* sql */ `SELECT rid FROM session WHERE promoted_seq + 1 >= next_seq AND trimmed_seq < next_seq
  AND coalesce(learned_at_ms, last_event_ms) < :beforeMs ORDER BY last_event_ms LIMIT :limit`;
const TRIM_OUTPUTS = /* sql */ `UPDATE event SET body = json_set(body, '$.output', '')
  WHERE session_rid = :rid AND kind = 'tool_result' AND length(body) > 300`;
const MARK_TRIMMED = /* sql */ `UPDATE session SET trimmed_seq = next_seq WHERE rid = :rid`;
const EXPIRED = /* sql */ `SELECT s.rid FROM session s
  WHERE max(s.last_event_ms, coalesce(s.learned_at_ms, 0)) < :beforeMs AND s.promoted_seq + 1 >= s.next_seq
  AND EXISTS (SELECT 1 FROM event e WHERE e.session_rid = s.rid) ORDER BY s.last_event_ms LIMIT :limit`;
const DELETE_PASSAGES = /* sql */ `DELETE FROM passage WHERE session_rid = :rid`;
const DELETE_EVENTS = /* sql */ `DELETE FROM event WHERE session_rid = :rid`;
const CLEAR_TASK = /* sql */ `UPDATE session SET task = NULL, trimmed_seq = next_seq WHERE rid = :rid`;
const SIZE = /* sql */ `SELECT (SELECT page_count FROM pragma_page_count()) - (SELECT freelist_count FROM pragma_freelist_count()) AS pages,
  (SELECT page_size FROM pragma_page_size()) AS pageBytes`;

/** Returns sessions that were learned from before `beforeMs` and still have tool output, oldest first. */
export async function listUntrimmed(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number[]> {
  return queryColumn<number>(db, TRIM_DUE, { beforeMs, limit });
}

/** Deletes the output of a session's tools. The calls and whether they failed stay. */
export async function trimOutputs(db: Database, rid: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(TRIM_OUTPUTS, { rid });
    await tx.run(MARK_TRIMMED, { rid });
  });
}

/** Returns sessions that were inactive and learned from before `beforeMs` and still have events, oldest first. */
export async function listExpired(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number[]> {
  return queryColumn<number>(db, EXPIRED, { beforeMs, limit });
}

/** Deletes the passages, events and task of a session. Its row and its counts stay. */
export async function deleteSessionText(db: Database, rid: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(DELETE_PASSAGES, { rid });
    await tx.run(DELETE_EVENTS, { rid });
    await tx.run(CLEAR_TASK, { rid });
  });
}

/** Returns the bytes of the database file that are in use. */
export async function usedBytes(db: Database): Promise<number> {
  const row = await db.get<{ pages: number; pageBytes: number }>(SIZE);
  return (row?.pages ?? 0) * (row?.pageBytes ?? 0);
}
