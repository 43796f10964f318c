/** Counts for limits and `status`, and memories by their few fields that a decision needs. */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory, MemoryType, Scope } from "../../domain/memory.ts";
import { RULE_FILE_TAG } from "../../domain/memory.ts";
import { lines } from "./memory-row.ts";

const ACTIVE_MEMORY = /* sql */ `m.state = 'active' AND m.superseded_by IS NULL`;
const COUNT_PINNED = /* sql */ `SELECT count(*) AS count FROM memory m
  WHERE m.is_pinned = 1 AND ${ACTIVE_MEMORY} AND (m.project_id = :projectId OR m.project_id IS NULL)`;
/** The `rid` of every memory, in any project and state, that is doubtful or in the review queue. */
export const DOUBTFUL = /* sql */ `SELECT rid FROM memory INDEXED BY memory_review WHERE needs_review = 1
    UNION SELECT o.rid FROM review_entry r CROSS JOIN memory o ON o.id = r.memory_id`;
const COUNT_REVIEW = /* sql */ `SELECT count(*) AS count FROM (${DOUBTFUL}) AS doubtful
  CROSS JOIN memory m ON m.rid = doubtful.rid
  WHERE (m.project_id = :projectId OR m.project_id IS NULL AND m.scope = 'global') AND ${ACTIVE_MEMORY}`;
const MADE_BY_DAY = /* sql */ `SELECT date((m.created_at_ms + :offsetMs) / 1000, 'unixepoch') AS day, count(*) AS count
  FROM memory m WHERE m.project_id = :projectId AND m.created_at_ms >= :fromMs AND m.type <> 'handoff' GROUP BY day`;
const SELECT_GROUPS = /* sql */ `SELECT m.project_id AS projectId, m.scope, m.scope_owner AS owner, count(*) AS count
  FROM memory m WHERE m.scope IN ('project', 'agent', 'task') AND ${ACTIVE_MEMORY} AND m.is_pinned = 0
  GROUP BY m.project_id, m.scope, CASE m.scope WHEN 'project' THEN NULL ELSE m.scope_owner END`;
const TRUST_COLUMNS = /* sql */ `m.rid, m.id, m.type, m.confidence, m.is_disputed AS isDisputed, m.confirmed_at_ms AS confirmedAtMs,
  m.updated_at_ms AS updatedAtMs`;
const SELECT_OF_GROUP = /* sql */ `SELECT ${TRUST_COLUMNS} FROM memory m
  WHERE m.project_id IS :projectId AND m.scope = :scope AND (:scope = 'project' OR m.scope_owner IS :owner)
    AND ${ACTIVE_MEMORY} AND m.is_pinned = 0`;
const SELECT_PAGE = /* sql */ `SELECT ${TRUST_COLUMNS} FROM memory m
  WHERE m.rid > :afterRid AND m.state = 'active' AND m.is_pinned = 0 AND m.confirmed_at_ms < :beforeMs
  ORDER BY m.rid LIMIT :limit`;

/**
 * Leaves out what needs no judgement of a person, or had one: records of one session, rules of a file, which people change
 * there, what a person taught outside a session, and doubtful memories, which the review shows. A person's judgement belongs to
 * no session; what a person said in one is only the origin of a memory.
 */
const SELECT_UNJUDGED = /* sql */ `SELECT m.id, m.type, m.standing, m.tags, m.observation_count AS observationCount,
    m.confirmed_at_ms AS confirmedAtMs
  FROM (SELECT rid FROM memory WHERE project_id = :projectId AND state = 'active'
      AND type NOT IN ('handoff', 'episode', 'digest') ORDER BY created_at_ms DESC, id DESC LIMIT :among) AS newest
    CROSS JOIN memory m ON m.rid = newest.rid
  WHERE m.superseded_by IS NULL AND m.is_pinned = 0 AND m.rid NOT IN (${DOUBTFUL})
    AND (m.sessions <> '[]' OR m.source NOT IN ('user_taught', 'user_corrected'))
    AND NOT EXISTS (SELECT 1 FROM memory_tag t WHERE t.memory_rid = m.rid AND t.tag = :ruleTag)
    AND NOT EXISTS (SELECT 1 FROM json_each(m.evidence) e
      WHERE json_extract(e.value, '$.kind') = 'user' AND json_extract(e.value, '$.session') IS NULL)`;

export async function countPinned(db: Database, projectId: ProjectId): Promise<number> {
  return queryNumber(db, COUNT_PINNED, { projectId });
}

/** Returns the number of memories that `tacit review` shows. */
export async function countToReview(db: Database, projectId: ProjectId): Promise<number> {
  return queryNumber(db, COUNT_REVIEW, { projectId });
}

export interface DayCount {
  /** As 2026-11-28. */
  readonly day: string;
  readonly count: number;
}

export interface ByDay {
  readonly projectId: ProjectId;
  readonly fromMs: number;
  /** Added to each time before its day is taken. */
  readonly offsetMs: number;
}

/** Handoffs are not counted: every session leaves one. */
export async function countMadeByDay(db: Database, request: ByDay): Promise<DayCount[]> {
  return db.all<DayCount>(MADE_BY_DAY, { ...request });
}

/** Memories of one scope: a project, or an agent or task in it. */
export interface Group {
  readonly projectId: ProjectId | null;
  readonly scope: Scope;
  readonly owner: string | null;
  readonly count: number;
}

/** Returns each group with its number of active memories that are not pinned. */
export async function countByGroup(db: Database): Promise<Group[]> {
  return db.all<Group>(SELECT_GROUPS);
}

/** The fields that decay uses. */
export interface Strength {
  readonly rid: number;
  readonly id: MemoryId;
  readonly type: MemoryType;
  readonly confidence: number;
  readonly isDisputed: boolean;
  readonly isPinned: false;
  readonly confirmedAtMs: number;
  readonly updatedAtMs: number;
}

type Row = Omit<Strength, "isDisputed" | "isPinned"> & { readonly isDisputed: number };

export async function strengthsOf(
  db: Database,
  { projectId, scope, owner }: Group,
): Promise<Strength[]> {
  return (await db.all<Row>(SELECT_OF_GROUP, { projectId, scope, owner })).map(toStrength);
}

/** Returns memories of every project that nothing has confirmed since, in stored order. */
export async function unconfirmedAfter(
  db: Database,
  { afterRid, beforeMs, limit }: { afterRid: number; beforeMs: number; limit: number },
): Promise<Strength[]> {
  return (await db.all<Row>(SELECT_PAGE, { afterRid, beforeMs, limit })).map(toStrength);
}

function toStrength(row: Row): Strength {
  return { ...row, isDisputed: row.isDisputed === 1, isPinned: false };
}

/** The fields by which a person's attention is led. */
export type Unjudged = Pick<
  Memory,
  "id" | "type" | "standing" | "observationCount" | "tags" | "confirmedAtMs"
>;

/** Returns the memories that no person has judged, among the `among` newest ones of a project. */
export async function listUnjudged(
  db: Database,
  request: { readonly projectId: ProjectId; readonly among: number },
): Promise<Unjudged[]> {
  type Row = Omit<Unjudged, "tags"> & { readonly tags: string };
  const rows = await db.all<Row>(SELECT_UNJUDGED, { ...request, ruleTag: RULE_FILE_TAG });
  return rows.map((row) => ({ ...row, tags: lines(row.tags) }));
}
