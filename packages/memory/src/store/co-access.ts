/** Which files were worked on in the same sessions: statistics, one row per pair and session. */
import type { ProjectId } from "../domain/ids.ts";
import type { Database } from "./drivers/driver.ts";

const INSERT = /* sql */ `INSERT INTO co_access (project_id, a, b, session_id, is_edit)
  VALUES (:projectId, :a, :b, :sessionId, :isEdit)
  ON CONFLICT DO UPDATE SET is_edit = max(is_edit, excluded.is_edit)`;
const SELECT_SESSIONS = /* sql */ `SELECT session_id AS sessionId FROM co_access
  WHERE project_id = :projectId AND a = :a AND b = :b AND is_edit = 1 ORDER BY session_id`;
const SELECT_EDITED = /* sql */ `SELECT count(DISTINCT session_id) AS sessions FROM co_access
  WHERE project_id = :projectId AND (a = :path OR b = :path) AND is_edit = 1`;

export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly isEdit: boolean;
}

export async function recordPairs(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
  pairs: readonly Pair[],
): Promise<void> {
  for (const { a, b, isEdit } of pairs) {
    await db.run(INSERT, { projectId, a, b, sessionId, isEdit: isEdit ? 1 : 0 });
  }
}

/** Sessions that edited both. */
export async function sessionsOfPair(
  db: Database,
  projectId: ProjectId,
  a: string,
  b: string,
): Promise<string[]> {
  const rows = await db.all<{ sessionId: string }>(SELECT_SESSIONS, { projectId, a, b });
  return rows.map((row) => row.sessionId);
}

/** In how many sessions a file was edited together with any other. */
export async function sessionsEditing(
  db: Database,
  projectId: ProjectId,
  path: string,
): Promise<number> {
  return (await db.get<{ sessions: number }>(SELECT_EDITED, { projectId, path }))?.sessions ?? 0;
}
