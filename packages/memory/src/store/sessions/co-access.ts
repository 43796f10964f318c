/** Which files were worked on in the same sessions: statistics, one row per pair and session; a file that was edited alone is a pair with itself. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const INSERT = /* sql */ `INSERT INTO co_access (project_id, a, b, session_id, is_edit)
  VALUES (:projectId, :a, :b, :sessionId, :isEdit)
  ON CONFLICT DO UPDATE SET is_edit = max(is_edit, excluded.is_edit)`;
const SELECT_SESSIONS = /* sql */ `SELECT session_id AS sessionId FROM co_access
  WHERE project_id = :projectId AND a = :a AND b = :b AND is_edit = 1 ORDER BY session_id`;
const SELECT_EDITED = /* sql */ `SELECT count(DISTINCT session_id) AS sessions FROM co_access
  WHERE project_id = :projectId AND (a = :path OR b = :path) AND is_edit = 1`;

const SELECT_ALL = /* sql */ `SELECT session_id AS sessionId, a, b FROM co_access
  WHERE project_id = :projectId AND is_edit = 1 AND session_id NOT LIKE 'commit:%' ORDER BY session_id, a, b LIMIT :limit`;

const SELECT_FREQUENT = /* sql */ `SELECT a, b FROM co_access WHERE project_id = :projectId AND is_edit = 1 AND a <> b
  GROUP BY a, b HAVING count(*) >= :atLeast AND max(session_id NOT LIKE 'commit:%') = 1 ORDER BY count(*) DESC, a, b LIMIT :limit`;
const DELETE_SESSION = /* sql */ `DELETE FROM co_access WHERE project_id = :projectId AND session_id = :sessionId`;

const MOST_FREQUENT = 500;

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

/** Of a session that is counted anew. */
export async function clearPairs(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<void> {
  await db.run(DELETE_SESSION, { projectId, sessionId });
}

/** Pairs that so many sessions or commits edited both of, a session among them, the most frequent first; 500 at most. */
export async function frequentPairs(
  db: Database,
  projectId: ProjectId,
  atLeast: number,
): Promise<{ readonly a: string; readonly b: string }[]> {
  return db.all(SELECT_FREQUENT, { projectId, atLeast, limit: MOST_FREQUENT });
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

/** In how many sessions a file was edited. */
export async function sessionsEditing(
  db: Database,
  projectId: ProjectId,
  path: string,
): Promise<number> {
  return (await db.get<{ sessions: number }>(SELECT_EDITED, { projectId, path }))?.sessions ?? 0;
}

/**
 * By session: the files that were edited in it, sorted, one alone too. Commits are no sessions: the history has them.
 * `limit`: pairs that are looked at, since a project of many years has millions.
 */
export async function editedTogether(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<string[][]> {
  const sessions = new Map<string, Set<string>>();
  const params = { projectId, limit };
  for (const { sessionId, a, b } of await db.all<{ sessionId: string; a: string; b: string }>(
    SELECT_ALL,
    params,
  )) {
    const files = sessions.get(sessionId) ?? new Set();
    sessions.set(sessionId, files.add(a).add(b));
  }
  return [...sessions.values()].map((files) => [...files].sort());
}
