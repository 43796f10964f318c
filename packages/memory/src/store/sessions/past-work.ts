/** What earlier sessions and commits were about, and which files they read and changed, read from the event log. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const SELECT_SESSIONS = /* sql */ `WITH recent AS MATERIALIZED (
    SELECT rid, task, last_event_ms FROM session
    WHERE project_id = :projectId AND task IS NOT NULL ORDER BY last_event_ms DESC LIMIT :limit)
  SELECT r.rid, r.task, r.last_event_ms AS atMs, f.value AS path,
    max(json_extract(e.body, '$.tool') IN ('edit', 'write')) AS isEdited
  FROM recent r JOIN event e ON e.session_rid = r.rid AND e.kind = 'tool_call', json_each(e.body, '$.files') f
  WHERE json_extract(e.body, '$.tool') IN ('read', 'edit', 'write')
  GROUP BY r.rid, f.value ORDER BY r.last_event_ms, r.rid, min(e.seq)`;
const SELECT_COMMITS = /* sql */ `SELECT e.body, e.ts_ms AS atMs FROM session s JOIN event e ON e.session_rid = s.rid
  WHERE s.project_id = :projectId AND e.kind = 'commit' ORDER BY e.ts_ms DESC LIMIT :limit`;

export interface PastWork {
  /** The task as stated, or a commit's message. */
  readonly about: string;
  readonly atMs: number;
  readonly isCommit: boolean;
  /** Relative paths, in the order of their first use. */
  readonly files: readonly { readonly path: string; readonly isEdited: boolean }[];
}

/** Returns the newest `limit` sessions that had a task and used a file, oldest first. */
export async function pastSessions(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<PastWork[]> {
  type Row = {
    readonly rid: number;
    readonly task: string;
    readonly atMs: number;
    readonly path: string;
    readonly isEdited: number;
  };
  const found = new Map<
    number,
    { about: string; atMs: number; isCommit: boolean; files: PastWork["files"][number][] }
  >();
  for (const row of await db.all<Row>(SELECT_SESSIONS, { projectId, limit })) {
    const work = found.get(row.rid) ?? {
      about: row.task,
      atMs: row.atMs,
      isCommit: false,
      files: [],
    };
    found.set(row.rid, work);
    work.files.push({ path: row.path, isEdited: row.isEdited === 1 });
  }
  return [...found.values()];
}

/** Returns the newest `limit` known commits, oldest first. Commits of more than `mostFiles` files are left out. */
export async function pastCommits(
  db: Database,
  projectId: ProjectId,
  { limit, mostFiles }: { readonly limit: number; readonly mostFiles: number },
): Promise<PastWork[]> {
  const rows = await db.all<{ body: string; atMs: number }>(SELECT_COMMITS, { projectId, limit });
  const commits = rows.map(({ body, atMs }) => {
    const { message, files } = JSON.parse(body) as { message: string; files: string[] };
    return {
      about: message,
      atMs,
      isCommit: true,
      files: files.map((path) => ({ path, isEdited: true })),
    };
  });
  return commits.filter(({ files }) => files.length > 0 && files.length <= mostFiles).reverse();
}
