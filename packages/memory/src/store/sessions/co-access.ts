/**
 * Which files were used in the same sessions: one row per pair and session. A file that was edited alone forms a pair with
 * itself.
 */
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
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

/** Deletes the pairs of a session that is counted again. */
export async function clearPairs(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<void> {
  await db.run(DELETE_SESSION, { projectId, sessionId });
}

/**
 * Returns the pairs that at least `atLeast` sessions or commits edited together, at least one of them a session. The most
 * frequent come first, 500 at most.
 */
export async function frequentPairs(
  db: Database,
  projectId: ProjectId,
  atLeast: number,
): Promise<{ readonly a: string; readonly b: string }[]> {
  return db.all(SELECT_FREQUENT, { projectId, atLeast, limit: MOST_FREQUENT });
}

/** Returns the ids of the sessions that edited both files. */
export async function sessionsOfPair(
  db: Database,
  projectId: ProjectId,
  a: string,
  b: string,
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_SESSIONS, { projectId, a, b });
}

/** Returns the number of sessions that edited a file. */
export async function sessionsEditing(
  db: Database,
  projectId: ProjectId,
  path: string,
): Promise<number> {
  return queryNumber(db, SELECT_EDITED, { projectId, path });
}

/**
 * Returns, per session, the sorted files that it edited, including single ones. Commits are left out because the history
 * covers them. `limit`: maximum pairs read, because an old project has millions.
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
