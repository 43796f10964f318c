/**
 * Forgets a session: deletes its row with its events, prompts and passages, and the counts and summaries that were made
 * from it. Memories learned from it stay, because each is forgotten by its own id. A ledger mark with the hash of the
 * session's id prevents an import or a hook from restoring it.
 */
import { createHash } from "node:crypto";
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { eraseMemories } from "../memories/erase.ts";
import { getMemories } from "../memories/memories.ts";
import { clearQueryVectors } from "../query-vectors.ts";
import { dropLedger, noteRequestKey, readLedger, writeLedger } from "./ledger.ts";
import type { SessionRow } from "./sessions.ts";

const DELETE_SESSION = /* sql */ `DELETE FROM session WHERE rid = :rid`;
const DELETE_PAIRS = /* sql */ `DELETE FROM co_access WHERE project_id = :projectId AND session_id = :id`;
const DELETE_INJECTIONS = /* sql */ `DELETE FROM injection WHERE project_id = :projectId AND session_id = :id`;
const DELETE_JUDGED = /* sql */ `DELETE FROM judged_turn WHERE project_id = :projectId AND session_id = :id`;
/** Candidates proposed from this session alone that did not become a memory, because they quote the session. */
const DELETE_CANDIDATES = /* sql */ `DELETE FROM candidate WHERE project_id = :projectId AND memory_id IS NULL
  AND json_valid(body) AND json_extract(body, '$.sessions') = json_array(:id)`;
/** Handoffs of the session, digests of it alone, whose title is its task, and what was made from these digests. */
const SELECT_SUMMARIES = /* sql */ `WITH RECURSIVE summary (id) AS (
    SELECT id FROM memory WHERE project_id = :projectId
      AND (type = 'handoff' OR (type = 'digest' AND json_array_length(sessions) = 1))
      AND EXISTS (SELECT 1 FROM json_each(sessions) WHERE value = :id)
    UNION SELECT m.id FROM summary s JOIN memory_edge e ON e.to_id = s.id AND e.type = 'derived_from'
      JOIN memory m ON m.id = e.from_id AND m.source = 'consolidated')
  SELECT id FROM summary`;

/** Deletes a session from the tables. Only a later `scrubFile` removes the old bytes from the database file. */
export async function eraseSession(
  db: Database,
  { rid, projectId, id }: SessionRow,
  moment: Moment,
): Promise<void> {
  await db.transaction(async (tx) => {
    const summaries = await queryColumn<MemoryId>(tx, SELECT_SUMMARIES, { projectId, id });
    await eraseMemories(tx, await getMemories(tx, summaries), moment);
    await tx.run(DELETE_SESSION, { rid });
    await tx.run(DELETE_PAIRS, { projectId, id });
    await tx.run(DELETE_INJECTIONS, { projectId, id });
    await tx.run(DELETE_JUDGED, { projectId, id });
    await tx.run(DELETE_CANDIDATES, { projectId, id });
    // The pending note request quotes the session's notes.
    await dropLedger(tx, noteRequestKey(projectId, id));
    await clearQueryVectors(tx);
    const entry = { contentHash: "", outcome: "forgotten" };
    await writeLedger(tx, markOf(projectId, id), entry, moment.nowMs);
  });
}

export async function isSessionForgotten(
  db: Database,
  projectId: ProjectId,
  id: string,
): Promise<boolean> {
  return (await readLedger(db, markOf(projectId, id))) !== undefined;
}

function markOf(projectId: ProjectId, id: string) {
  const sourceKey = createHash("sha256").update(id).digest("hex");
  return { projectId, sourceType: "forgotten_session", sourceKey };
}
