/**
 * Forgetting a session, as the tables see it: its events, prompts and passages go with its row; what others counted of it goes
 * too. What was learned from it stays: a memory is forgotten by its own id. A mark with the hash of the session's id keeps an
 * import or a hook from bringing it back.
 */
import { createHash } from "node:crypto";
import type { ProjectId } from "../domain/ids.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "./drivers/driver.ts";
import { eraseMemory } from "./erase.ts";
import { dropLedger, noteRequestKey, readLedger, writeLedger } from "./ledger.ts";
import { getMemory } from "./memories.ts";
import { clearQueryVectors } from "./query-vectors.ts";
import type { SessionRow } from "./sessions.ts";

const DELETE_SESSION = /* sql */ `DELETE FROM session WHERE rid = :rid`;
const DELETE_PAIRS = /* sql */ `DELETE FROM co_access WHERE project_id = :projectId AND session_id = :id`;
const DELETE_INJECTIONS = /* sql */ `DELETE FROM injection WHERE project_id = :projectId AND session_id = :id`;
const SELECT_HANDOFFS = /* sql */ `SELECT id FROM memory WHERE project_id = :projectId AND type = 'handoff'
  AND EXISTS (SELECT 1 FROM json_each(sessions) WHERE value = :id)`;

/** Physical; only `scrubFile` afterwards takes the old bytes out of the file. */
export async function eraseSession(
  db: Database,
  { rid, projectId, id }: SessionRow,
  moment: Moment,
): Promise<void> {
  await db.transaction(async (tx) => {
    const handoffs = await tx.all<{ id: string }>(SELECT_HANDOFFS, { projectId, id });
    for (const handoff of handoffs) await eraseMemory(tx, await getMemory(tx, handoff.id), moment);
    await tx.run(DELETE_SESSION, { rid });
    await tx.run(DELETE_PAIRS, { projectId, id });
    await tx.run(DELETE_INJECTIONS, { projectId, id });
    // It quotes the notes of the session.
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
