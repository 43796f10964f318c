/** The memories a judge last accepted in a session, and the number of turns that had something to show. */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const SELECT = /* sql */ `SELECT turns, agreed FROM judged_turn
  WHERE project_id = :projectId AND session_id = :sessionId`;
// Selects from the project's row. A project without stored data has no row, yet memories of all projects are shown there,
// too.
const UPSERT = /* sql */ `INSERT INTO judged_turn (project_id, session_id, turns, agreed, at_ms)
  SELECT id, :sessionId, :turns, :agreed, :nowMs FROM project WHERE id = :projectId
  ON CONFLICT (project_id, session_id) DO UPDATE SET turns = excluded.turns, agreed = excluded.agreed,
    at_ms = excluded.at_ms`;
const DELETE_OLD = /* sql */ `DELETE FROM judged_turn WHERE at_ms < :sinceMs`;

const KEPT_MS = 7 * 86_400_000;

export interface JudgedTurns {
  readonly turns: number;
  readonly agreed: readonly MemoryId[];
}

interface Session {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

export async function findJudgedTurns(db: Database, session: Session): Promise<JudgedTurns> {
  const row = await db.get<{ turns: number; agreed: string }>(SELECT, { ...session });
  if (row === undefined) return { turns: 0, agreed: [] };
  return { turns: row.turns, agreed: JSON.parse(row.agreed) as MemoryId[] };
}

/**
 * Stores the judged turns of a session, unless the project has no row yet. Also deletes rows of sessions that ended long ago.
 */
export async function putJudgedTurns(
  db: Database,
  session: Session,
  { turns, agreed }: JudgedTurns,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(UPSERT, { ...session, turns, agreed: JSON.stringify(agreed), nowMs });
    await tx.run(DELETE_OLD, { sinceMs: nowMs - KEPT_MS });
  });
}
