/** Store queries of a report besides the session's own rows: which session is meant, and which memories it produced. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "../memories/memory-row.ts";

const SELECT_BEGINNING = /* sql */ `SELECT id FROM session
  WHERE project_id = :projectId AND substr(id, 1, length(:beginning)) = :beginning
  ORDER BY id <> :beginning, last_event_ms DESC LIMIT :limit`;
/** The sessions a memory was made from: those of its first version. */
const FIRST_SESSIONS = /* sql */ `coalesce((SELECT json_extract(v.before, '$.sessions') FROM memory_version v
  WHERE v.memory_id = m.id ORDER BY v.version LIMIT 1), m.sessions)`;
const SELECT_SHOWN_BY = /* sql */ `SELECT ${MEMORY_COLUMNS}, ${FIRST_SESSIONS} AS firstSessions,
    sum(json_extract(${FIRST_SESSIONS}, '$[#-1]') = :session) OVER () AS made FROM memory m
  WHERE m.project_id = :projectId AND m.type <> 'handoff' AND instr(m.sessions, json_quote(:session)) > 0
  ORDER BY m.id NOT IN (SELECT value FROM json_each(:first)), m.created_at_ms, m.id LIMIT :limit`;
const COUNT_LEARNED = /* sql */ `WITH made AS (SELECT json_extract(${FIRST_SESSIONS}, '$[#-1]') AS session FROM memory m
    WHERE m.project_id = :projectId AND m.type <> 'handoff' AND m.sessions <> '[]')
  SELECT session, count(*) AS learned FROM made
  WHERE session IN (SELECT value FROM json_each(:sessions)) GROUP BY session`;

/**
 * Returns the ids of the project's sessions that start with `beginning`: an exact match first, then the most recently active.
 */
export async function sessionsBeginning(
  db: Database,
  projectId: ProjectId,
  beginning: string,
  limit: number,
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_BEGINNING, { projectId, beginning, limit });
}

export interface ShownMemory {
  readonly memory: Memory;
  /** Sessions the memory was made from; the last one produced it. Sessions that confirmed it later are left out. */
  readonly madeFrom: readonly string[];
}

interface OfSession {
  readonly projectId: ProjectId;
  readonly session: string;
  /** Memories that are returned in any case, if they list the session. */
  readonly first?: readonly MemoryId[] | undefined;
  /** Maximum number of the others. */
  readonly limit: number;
}

/**
 * Returns memories of any state that list this session among their sessions, oldest first, and the number of all that it
 * produced.
 */
export async function memoriesShownBy(
  db: Database,
  { projectId, session, first = [], limit }: OfSession,
): Promise<{ readonly shown: readonly ShownMemory[]; readonly made: number }> {
  type Row = MemoryRow & { readonly firstSessions: string; readonly made: number };
  const rows = await db.all<Row>(SELECT_SHOWN_BY, {
    projectId,
    session,
    first: JSON.stringify(first),
    limit: Math.max(limit, first.length),
  });
  const oldest = (one: Row, other: Row) =>
    one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1);
  const shown = rows.toSorted(oldest).map((row) => ({
    memory: toMemory(row),
    madeFrom: JSON.parse(row.firstSessions) as string[],
  }));
  return { shown, made: rows[0]?.made ?? 0 };
}

/** Returns how many memories each of these sessions produced. Sessions that produced none are left out. */
export async function countLearned(
  db: Database,
  projectId: ProjectId,
  sessions: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all<{ session: string; learned: number }>(COUNT_LEARNED, {
    projectId,
    sessions: JSON.stringify(sessions),
  });
  return new Map(rows.map(({ session, learned }) => [session, learned]));
}
