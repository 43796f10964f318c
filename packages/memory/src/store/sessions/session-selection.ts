/** Sessions that a person may forget together: by project, agent, time or contained words. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import { getSession, type SessionRow } from "./sessions.ts";

const HOLDS_WORDS = (text: string) =>
  `NOT EXISTS (SELECT 1 FROM json_each(:words) w WHERE instr(lower(${text}), w.value) = 0)`;
const SELECT = /* sql */ `SELECT s.rid FROM session s
  WHERE (:projectId IS NULL OR s.project_id = :projectId) AND (:agent IS NULL OR s.agent = :agent)
    AND (:besides IS NULL OR s.agent IS NOT :besides) AND s.last_event_ms < :beforeMs
    AND (:words IS NULL OR EXISTS (SELECT 1 FROM event e WHERE e.session_rid = s.rid AND ${HOLDS_WORDS("e.body")})
      OR EXISTS (SELECT 1 FROM passage p WHERE p.session_rid = s.rid AND ${HOLDS_WORDS("p.content")}))
  ORDER BY s.last_event_ms DESC`;
const FOREVER_MS = 8.64e15;

export interface SessionFilter {
  /** Absent: every project. */
  readonly projectId?: ProjectId | undefined;
  readonly agent?: string | undefined;
  /** All agents except this one. */
  readonly exceptAgent?: string | undefined;
  /** The session's last event was before this time. */
  readonly beforeMs?: number | undefined;
  /** In lower case. All words must occur in one event or passage. */
  readonly words?: readonly string[] | undefined;
}

/** Returns the matching sessions, newest first. */
export async function listSessionRows(db: Database, filter: SessionFilter): Promise<SessionRow[]> {
  const rids = await queryColumn<number>(db, SELECT, {
    projectId: filter.projectId ?? null,
    agent: filter.agent ?? null,
    besides: filter.exceptAgent ?? null,
    beforeMs: filter.beforeMs ?? FOREVER_MS,
    words: filter.words === undefined ? null : JSON.stringify(filter.words),
  });
  const found = await Promise.all(rids.map((rid) => getSession(db, rid)));
  return found.filter((sessionRow) => sessionRow !== undefined);
}
