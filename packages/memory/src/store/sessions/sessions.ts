/** Sessions of agents, and how far each has been turned into memories. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const SELECT = /* sql */ `SELECT rid, project_id AS projectId, id, agent, kind, phase, task, branch,
  commit_sha AS "commit", cwd, origin, state, outcome, next_seq AS nextSeq, promoted_seq AS promotedSeq, indexed_seq AS indexedSeq, trimmed_seq AS trimmedSeq, tainted_seq AS taintedSeq,
  started_at_ms AS startedAtMs, last_event_ms AS lastEventMs, ended_at_ms AS endedAtMs FROM session`;
const SELECT_ONE = /* sql */ `${SELECT} WHERE project_id = :projectId AND id = :id`;
const SELECT_RID = /* sql */ `${SELECT} WHERE rid = :rid`;
const SELECT_BY_ID = /* sql */ `${SELECT} WHERE id = :id ORDER BY last_event_ms DESC`;
const SELECT_DUE = /* sql */ `${SELECT} WHERE state = 'ended' OR (state = 'open' AND last_event_ms < :idleBeforeMs
  AND next_seq > promoted_seq + 1) ORDER BY started_at_ms LIMIT :limit`;
const SELECT_UNLEARNED_IMPORTS = /* sql */ `${SELECT} WHERE project_id = :projectId AND origin = 'transcript'
  AND (state = 'ended' OR (state = 'open' AND next_seq > promoted_seq + 1)) ORDER BY started_at_ms LIMIT :limit`;
const SELECT_RUNNING = /* sql */ `${SELECT} WHERE state = 'open' AND origin = 'live' AND last_event_ms >= :sinceMs
  AND next_seq > promoted_seq + 1 ORDER BY last_event_ms DESC LIMIT :limit`;
const SELECT_RECENT = /* sql */ `${SELECT} WHERE project_id = :projectId
  AND (:besides IS NULL OR agent IS NOT :besides) ORDER BY last_event_ms DESC LIMIT :limit`;
const INSERT = /* sql */ `INSERT INTO session (project_id, id, origin, started_at_ms, last_event_ms)
  VALUES (:projectId, :id, :origin, :atMs, :atMs)
  ON CONFLICT (project_id, id) DO NOTHING`;
const UPDATE = /* sql */ `UPDATE session SET
    agent = coalesce(:agent, agent), kind = coalesce(:kind, kind), phase = coalesce(:phase, phase),
    task = coalesce(:task, task), branch = coalesce(:branch, branch),
    commit_sha = coalesce(:commitSha, commit_sha), cwd = coalesce(cwd, :cwd),
    state = coalesce(:state, state), outcome = coalesce(:outcome, outcome),
    next_seq = :nextSeq, started_at_ms = min(started_at_ms, :firstMs),
    last_event_ms = max(last_event_ms, :lastMs),
    ended_at_ms = CASE WHEN :state = 'ended' THEN :lastMs WHEN :state = 'open' THEN NULL ELSE ended_at_ms END
  WHERE rid = :rid`;
const SETTLE = /* sql */ `UPDATE session SET state = CASE WHEN next_seq = :upTo + 1 AND state = 'ended' THEN 'promoted'
    ELSE state END, promoted_seq = max(promoted_seq, :upTo), learned_at_ms = :nowMs WHERE rid = :rid`;
const COUNTS = /* sql */ `SELECT coalesce(agent = :history, 0) AS isHistory, count(*) AS sessions,
    coalesce(sum(next_seq), 0) AS events, max(last_event_ms) AS lastEventAtMs FROM session
  WHERE (:anyProject = 1 OR project_id IS :projectId) GROUP BY 1`;
// A subagent's id in the ledger starts with its session's id. What an agent stored itself was not shown.
const LAST_HEARD = /* sql */ `WITH shown AS MATERIALIZED (
    SELECT substr(session_id, 1, instr(session_id || '/', '/') - 1) AS id, max(at_ms) AS atMs FROM injection
    WHERE point NOT IN ('own_write', 'request') GROUP BY 1)
  SELECT s.agent, max(s.last_event_ms) AS lastEventAtMs, max(shown.atMs) AS lastShownAtMs
  FROM session s LEFT JOIN shown ON shown.id = s.id
  WHERE s.origin = 'live' AND s.agent IS NOT NULL GROUP BY s.agent ORDER BY s.agent`;

/** open: more events may arrive; ended: over, not yet promoted; promoted: nothing is left to learn from it. */
export type SessionState = "open" | "ended" | "promoted";
export type SessionOrigin = "live" | "transcript" | "replay";

export interface SessionRow {
  readonly rid: number;
  readonly projectId: ProjectId;
  readonly id: string;
  readonly agent: string | null;
  readonly kind: string | null;
  readonly phase: string | null;
  readonly task: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly cwd: string | null;
  readonly origin: SessionOrigin;
  readonly state: SessionState;
  readonly outcome: string | null;
  readonly nextSeq: number;
  /** The last sequence number that promotion processed; -1 for none. */
  readonly promotedSeq: number;
  /** The tool output of events below this number was deleted, so nothing can be learned from them again. */
  readonly trimmedSeq: number;
  /** Events below this number are in the passage index. */
  readonly indexedSeq: number;
  /** The first event that introduced outside text, according to the passage index; null for none. */
  readonly taintedSeq: number | null;
  readonly startedAtMs: number;
  readonly lastEventMs: number;
  readonly endedAtMs: number | null;
}

export interface SessionOpening {
  readonly projectId: ProjectId;
  readonly id: string;
  readonly origin: SessionOrigin;
  readonly atMs: number;
}

export async function findSession(
  db: Database,
  projectId: ProjectId,
  id: string,
): Promise<SessionRow | undefined> {
  return db.get<SessionRow>(SELECT_ONE, { projectId, id });
}

/** Returns the sessions with this host id in every project. A session that changes directory has a row in each. */
export async function findSessionsById(db: Database, id: string): Promise<SessionRow[]> {
  return db.all<SessionRow>(SELECT_BY_ID, { id });
}

export async function getSession(db: Database, rid: number): Promise<SessionRow | undefined> {
  return db.get<SessionRow>(SELECT_RID, { rid });
}

/** Returns the session's row and creates it if it does not exist. */
export async function openSession(db: Database, opening: SessionOpening): Promise<SessionRow> {
  await db.run(INSERT, { ...opening });
  const row = await findSession(db, opening.projectId, opening.id);
  if (row === undefined)
    throw new Error(`session ${opening.id} vanished inside its own transaction`);
  return row;
}

export interface SessionProgress {
  readonly agent?: string | undefined;
  readonly kind?: string | undefined;
  readonly phase?: string | undefined;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly cwd?: string | undefined;
  readonly state?: SessionState | undefined;
  readonly outcome?: string | undefined;
  readonly nextSeq: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export async function advanceSession(
  db: Database,
  rid: number,
  progress: SessionProgress,
): Promise<void> {
  await db.run(UPDATE, {
    rid,
    agent: progress.agent ?? null,
    kind: progress.kind ?? null,
    phase: progress.phase ?? null,
    task: progress.task ?? null,
    branch: progress.branch ?? null,
    commitSha: progress.commit ?? null,
    cwd: progress.cwd ?? null,
    state: progress.state ?? null,
    outcome: progress.outcome ?? null,
    nextSeq: progress.nextSeq,
    firstMs: progress.firstMs,
    lastMs: progress.lastMs,
  });
}

/** Returns the sessions to promote now: ended ones, and open ones without events since `idleBeforeMs`. Oldest first. */
export async function listDueSessions(
  db: Database,
  idleBeforeMs: number,
  limit: number,
): Promise<SessionRow[]> {
  return db.all<SessionRow>(SELECT_DUE, { idleBeforeMs, limit });
}

/**
 * Returns the sessions of a project that an import of transcripts stored and nothing learned from, oldest first, however new
 * they are: an import learns from what it reads at once.
 */
export async function listUnlearnedImports(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<SessionRow[]> {
  return db.all<SessionRow>(SELECT_UNLEARNED_IMPORTS, { projectId, limit });
}

/** Returns sessions observed by hooks that had events since `sinceMs`, the latest first. */
export async function listRunningSessions(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<SessionRow[]> {
  return db.all<SessionRow>(SELECT_RUNNING, { sinceMs, limit });
}

/** Returns the newest sessions first. `exceptAgent`: an agent whose sessions are left out. */
export async function listRecentSessions(
  db: Database,
  projectId: ProjectId,
  limit: number,
  exceptAgent: string | null = null,
): Promise<SessionRow[]> {
  return db.all<SessionRow>(SELECT_RECENT, { projectId, limit, besides: exceptAgent });
}

export interface AgentHeard {
  readonly agent: string;
  readonly lastEventAtMs: number;
  /** When a session of the agent was last shown anything; null for never. */
  readonly lastShownAtMs: number | null;
}

/**
 * Returns when each agent's hooks last reported an event and last received an answer, in any project. Agents without hook
 * events are left out.
 */
export async function lastHeard(db: Database): Promise<AgentHeard[]> {
  return db.all<AgentHeard>(LAST_HEARD);
}

/** Marks all events up to `upTo` as promoted. Events that arrived in the meantime stay due. */
export async function closeSession(
  db: Database,
  rid: number,
  upTo: number,
  nowMs: number,
): Promise<void> {
  await db.run(SETTLE, { rid, upTo, nowMs });
}

export interface SessionCounts {
  /** Sessions of agents, without imported git histories. */
  readonly sessions: number;
  readonly events: number;
  readonly lastEventAtMs: number | null;
  /** Commits of imported git histories. */
  readonly commits: number;
}

/** Counts sessions and commits. `history`: the agent name of sessions that are a git history. */
export async function countSessions(
  db: Database,
  projectId: ProjectId | null,
  history: string,
): Promise<SessionCounts> {
  type Row = Omit<SessionCounts, "commits"> & { readonly isHistory: number };
  const rows = await db.all<Row>(COUNTS, {
    projectId,
    anyProject: projectId === null ? 1 : 0,
    history,
  });
  const own = rows.find(({ isHistory }) => isHistory === 0);
  return {
    sessions: own?.sessions ?? 0,
    events: own?.events ?? 0,
    lastEventAtMs: own?.lastEventAtMs ?? null,
    commits: rows.find(({ isHistory }) => isHistory === 1)?.events ?? 0,
  };
}
