/** The folders in which sessions worked. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const SELECT = /* sql */ `SELECT project_id AS projectId, cwd FROM session WHERE cwd IS NOT NULL
  GROUP BY project_id, cwd ORDER BY max(last_event_ms) DESC LIMIT :limit`;

export interface SessionFolder {
  readonly projectId: ProjectId;
  /** As the host named it; it may not exist any more. */
  readonly cwd: string;
}

/** Returns each folder of each project once, the last used first. */
export async function sessionFolders(db: Database, limit: number): Promise<SessionFolder[]> {
  return db.all<SessionFolder>(SELECT, { limit });
}
