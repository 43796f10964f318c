/**
 * The ledger of what was shown to which session, when and where. It prevents repetition and allows tracing. Each block has
 * one row per memory (in full or as a pointer), one per passage of a past session that it points to (`ses:…` in place of a
 * memory's id), and one with an empty memory id for the rest: frame, headings, where the last session stopped.
 */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { ShownItem } from "../../domain/session/shown-item.ts";
import type { ByDay, DayCount } from "../memories/memory-counts.ts";

const INSERT = /* sql */ `INSERT INTO injection (project_id, session_id, memory_id, point, tokens, at_ms, pointed_as)
  VALUES (:projectId, :sessionId, :id, :point, :tokens, :nowMs, :pointedAs)`;
/** What was shown before a session's last compaction is no longer in the agent's context. */
const SINCE_COMPACTION = /* sql */ `project_id = :projectId AND session_id = :sessionId AND at_ms >= coalesce((
    SELECT max(c.at_ms) FROM injection c
    WHERE c.project_id = :projectId AND c.session_id = :sessionId AND c.point = 'compaction'), 0)`;
const SELECT_SHOWN = /* sql */ `SELECT memory_id AS id, pointed_as AS pointedAs, max(at_ms) AS atMs,
    max(CASE WHEN point NOT IN ('session_start', 'compaction') THEN at_ms END) AS sinceStartMs
  FROM injection
  WHERE ${SINCE_COMPACTION} AND memory_id <> '' GROUP BY memory_id, pointed_as`;
const SELECT_WRITTEN = /* sql */ `SELECT 1 FROM injection WHERE memory_id = :id AND point = 'own_write' LIMIT 1`;
const SUM_TOKENS = /* sql */ `SELECT coalesce(sum(tokens), 0) AS tokens FROM injection
  WHERE ${SINCE_COMPACTION} AND point NOT IN ('session_start', 'compaction')`;
const LAST_START = /* sql */ `SELECT max(at_ms) AS atMs FROM injection
  WHERE project_id = :projectId AND session_id = :sessionId AND point IN ('session_start', 'compaction')`;
const SELECT_TRACE = /* sql */ `SELECT session_id AS sessionId, memory_id AS memoryId, point, tokens, at_ms AS atMs,
    pointed_as IS NOT NULL AS isPointer
  FROM injection i WHERE memory_id <> '' AND memory_id NOT GLOB 'ses:*'
    AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.memory_id = i.memory_id) AND (:projectId IS NULL OR project_id = :projectId)
    AND (:sessionId IS NULL OR session_id = :sessionId) AND (:memoryId IS NULL OR memory_id = :memoryId)
  ORDER BY at_ms DESC LIMIT :limit`;
// An agent's own writes are in the ledger but were not shown; note requests show no memory.
const SUMMARY = /* sql */ `SELECT count(DISTINCT session_id || ' ' || point || ' ' || at_ms) AS count,
    coalesce(sum(tokens), 0) AS tokens, max(at_ms) AS lastAtMs
  FROM injection WHERE point NOT IN ('own_write', 'request') AND NOT (memory_id = '' AND tokens = 0)
    AND (:projectId IS NULL OR project_id = :projectId)`;

const SHOWN_BY_DAY = /* sql */ `SELECT date((at_ms + :offsetMs) / 1000, 'unixepoch') AS day, count(*) AS count FROM injection
  WHERE project_id = :projectId AND at_ms >= :fromMs AND memory_id <> '' AND memory_id NOT GLOB 'ses:*'
    AND point NOT IN ('own_write', 'request') GROUP BY day`;

const REQUESTS = /* sql */ `SELECT count(*) AS requests, coalesce(sum(tokens), 0) AS tokens, max(at_ms) AS lastAtMs
  FROM injection WHERE project_id = :projectId AND (:sessionId IS NULL OR session_id = :sessionId) AND point = 'request'`;

const SELECT_REQUESTS = /* sql */ `SELECT session_id AS session, at_ms AS atMs FROM injection
  WHERE project_id = :projectId AND (:sessionId IS NULL OR session_id = :sessionId) AND point = 'request' ORDER BY at_ms`;
const SELECT_OWN_WRITES = /* sql */ `SELECT i.session_id AS session, i.at_ms AS atMs FROM injection i
  JOIN memory m ON m.id = i.memory_id AND m.state = 'active'
  WHERE i.project_id = :projectId AND (:sessionId IS NULL OR i.session_id = :sessionId) AND i.point = 'own_write'`;

const SHOWN_IN_FULL = /* sql */ `i.project_id = :projectId AND i.session_id = :sessionId AND i.pointed_as IS NULL
    AND i.point <> 'own_write'`;
const notShownSince = (
  time: string,
) => /* sql */ `NOT EXISTS (SELECT 1 FROM injection w WHERE w.project_id = i.project_id
      AND w.session_id = i.session_id AND w.memory_id = i.memory_id AND w.pointed_as = 'withdrawn' AND w.at_ms >= ${time})`;
// A memory archived only because of its age is not reported as withdrawn.
const SELECT_WITHDRAWN = /* sql */ `SELECT DISTINCT m.id, m.superseded_by AS supersededBy FROM injection i
  JOIN memory m ON m.id = i.memory_id
  WHERE ${SHOWN_IN_FULL} AND (m.superseded_by IS NOT NULL
      OR EXISTS (SELECT 1 FROM review_entry r WHERE r.memory_id = m.id AND r.reason = 'flagged' AND r.at_ms >= i.at_ms)
      OR m.state = 'archived' AND EXISTS (
        SELECT 1 FROM memory_tag t WHERE t.memory_rid = m.rid AND t.tag IN ('wrong', 'outdated')))
    AND m.updated_at_ms >= i.at_ms AND ${notShownSince("m.updated_at_ms")}
  UNION SELECT i.memory_id, NULL FROM injection i JOIN tombstone t ON t.memory_id = i.memory_id
  WHERE ${SHOWN_IN_FULL} AND t.at_ms >= i.at_ms AND ${notShownSince("t.at_ms")}
    AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.id = i.memory_id)
  LIMIT 5`;

export type InjectionPoint =
  | "session_start"
  | "prompt"
  | "tool"
  | "step"
  | "subagent"
  | "compaction"
  /** The agent was asked to record a note. */
  | "request"
  | "own_write";

export interface InjectionRow {
  readonly sessionId: string;
  readonly memoryId: MemoryId;
  readonly point: InjectionPoint;
  readonly tokens: number;
  readonly atMs: number;
  /** Only its id and title were shown. */
  readonly isPointer: boolean;
}

/**
 * Records a block. A compaction is recorded even if its block is empty, because the session no longer has what it was shown
 * before.
 */
export async function recordInjections(
  db: Database,
  where: {
    readonly projectId: ProjectId;
    readonly sessionId: string;
    readonly point: InjectionPoint;
  },
  shown: readonly ShownItem[],
  nowMs: number,
  /** Tokens of the whole block. By default, only its memories count. */
  blockTokens = 0,
): Promise<void> {
  const overheadTokens = blockTokens - shown.reduce((sum, { tokens }) => sum + tokens, 0);
  const hasRest = overheadTokens > 0 || where.point === "compaction";
  if (shown.length === 0 && !hasRest) return;
  await db.transaction(async (tx) => {
    for (const shownItem of shown) await tx.run(INSERT, { ...where, ...shownItem, nowMs });
    const rest = { id: "", tokens: Math.max(0, overheadTokens), pointedAs: null };
    if (hasRest) await tx.run(INSERT, { ...where, ...rest, nowMs });
  });
}

interface ShownBefore extends Pick<ShownItem, "id" | "pointedAs"> {
  readonly atMs: number;
  /** Null if only the start block showed it. */
  readonly sinceStartMs: number | null;
}

/**
 * Returns what was shown to a session or written by it since its last compaction: per memory or passage, the last time at
 * each level of detail, and the last time after the start block.
 */
export async function shownTo(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<ShownBefore[]> {
  return db.all<ShownBefore>(SELECT_SHOWN, { projectId, sessionId });
}

/**
 * Returns memories that were shown to a session in full and have been flagged, corrected, rejected or forgotten since, unless
 * the session was informed.
 */
export async function withdrawnSince(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<readonly { readonly id: MemoryId; readonly supersededBy: MemoryId | null }[]> {
  return db.all(SELECT_WITHDRAWN, { projectId, sessionId });
}

/** Returns whether an agent stored this memory explicitly in a session. */
export async function isShownInSession(db: Database, id: MemoryId): Promise<boolean> {
  return (await db.get(SELECT_WRITTEN, { id })) !== undefined;
}

/** Returns the tokens injected into this session after its last start block or compaction. */
export async function tokensSpent(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<number> {
  return queryNumber(db, SUM_TOKENS, { projectId, sessionId });
}

/** Returns when this session was last shown a start block, or null for never. */
export async function lastStartBlockMs(
  db: Database,
  projectId: ProjectId,
  sessionId: string,
): Promise<number | null> {
  return (
    (await db.get<{ atMs: number | null }>(LAST_START, { projectId, sessionId }))?.atMs ?? null
  );
}

export async function listInjections(
  db: Database,
  filter: {
    readonly projectId: ProjectId | null;
    readonly sessionId?: string | undefined;
    readonly memoryId?: string | undefined;
    readonly limit: number;
  },
): Promise<InjectionRow[]> {
  const rows = await db.all<Omit<InjectionRow, "isPointer"> & { readonly isPointer: number }>(
    SELECT_TRACE,
    {
      projectId: filter.projectId,
      sessionId: filter.sessionId ?? null,
      memoryId: filter.memoryId ?? null,
      limit: filter.limit,
    },
  );
  return rows.map((row) => ({ ...row, isPointer: row.isPointer === 1 }));
}

/** `count`: of blocks. */
export async function summariseInjections(
  db: Database,
  projectId: ProjectId | null,
): Promise<{ readonly count: number; readonly tokens: number; readonly lastAtMs: number | null }> {
  const row = await db.get<{ count: number; tokens: number; lastAtMs: number | null }>(SUMMARY, {
    projectId,
  });
  return row ?? { count: 0, tokens: 0, lastAtMs: null };
}

/** Counts how often memories were shown to agents, by day. */
export async function countShownByDay(db: Database, request: ByDay): Promise<DayCount[]> {
  return db.all<DayCount>(SHOWN_BY_DAY, { ...request });
}

export interface Requests {
  readonly requests: number;
  readonly tokens: number;
  readonly lastAtMs: number | null;
}

/** Counts how often agents were asked to record a note. `sessionId` null: in all sessions. */
export async function countRequests(
  db: Database,
  projectId: ProjectId,
  sessionId: string | null,
): Promise<Requests> {
  const row = await db.get<Requests>(REQUESTS, { projectId, sessionId });
  return row ?? { requests: 0, tokens: 0, lastAtMs: null };
}

export interface InSession {
  readonly session: string;
  readonly atMs: number;
}

/** Returns the note requests, oldest first. */
export async function listRequests(
  db: Database,
  projectId: ProjectId,
  sessionId: string | null,
): Promise<InSession[]> {
  return db.all<InSession>(SELECT_REQUESTS, { projectId, sessionId });
}

/** Returns when agents stored memories that are still active. */
export async function listOwnWrites(
  db: Database,
  projectId: ProjectId,
  sessionId: string | null,
): Promise<InSession[]> {
  return db.all<InSession>(SELECT_OWN_WRITES, { projectId, sessionId });
}
