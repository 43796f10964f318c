/** What a judge last agreed to in a session, and how many turns had something to tell. */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const SELECT = /* sql */ `SELECT turns, agreed FROM judged_turn
  WHERE project_id = :projectId AND session_id = :sessionId`;
// From the project's row: before anything was kept of a project there is none, and what is known everywhere is told there, too.
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

/** Where the project has no row yet, nothing is kept. Also takes out what is of sessions that are long over. */
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
