/**
 * Statistics of a project's memories for people: counts by kind, the oldest memory, useful memories and memories never shown.
 */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const IN_PROJECT_OR_GLOBAL = /* sql */ `(m.project_id = :projectId OR m.project_id IS NULL AND m.scope = 'global')`;
const ACTIVE_MEMORY = /* sql */ `${IN_PROJECT_OR_GLOBAL} AND m.state = 'active' AND m.superseded_by IS NULL`;
const SHOWN = /* sql */ `SELECT 1 FROM injection i WHERE i.memory_id = m.id AND i.point NOT IN ('own_write', 'request')`;
const countBy = (
  column: string,
) => /* sql */ `SELECT ${column} AS name, count(*) AS count FROM memory m
  WHERE ${ACTIVE_MEMORY} AND m.type <> 'handoff' GROUP BY ${column} ORDER BY count DESC, name`;
const COUNT_BY = {
  type: countBy("m.type"),
  standing: countBy("m.standing"),
  source: countBy("m.source"),
  scope: countBy("m.scope"),
} as const;
const TOTALS = /* sql */ `SELECT count(*) AS active, coalesce(sum(m.is_pinned), 0) AS pinned,
    coalesce(sum(m.is_disputed), 0) AS disputed, coalesce(sum(NOT EXISTS (${SHOWN})), 0) AS neverShown,
    min(m.created_at_ms) AS oldestAtMs, max(m.created_at_ms) AS newestAtMs
  FROM memory m WHERE ${ACTIVE_MEMORY} AND m.type <> 'handoff'`;
const COUNT_ARCHIVED = /* sql */ `SELECT count(*) AS count FROM memory m WHERE ${IN_PROJECT_OR_GLOBAL} AND m.state = 'archived'
  AND m.type <> 'handoff'`;
const SELECT_HELPFUL = /* sql */ `SELECT m.id, m.title, m.useful_count AS useful FROM memory m
  WHERE ${ACTIVE_MEMORY} AND m.useful_count > 0 ORDER BY m.useful_count DESC, m.id LIMIT :limit`;

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** Handoffs are not counted, because every session leaves one. */
export interface MemoryStatistics {
  readonly active: number;
  readonly archived: number;
  readonly pinned: number;
  readonly disputed: number;
  /** Memories never shown to an agent, neither in full nor as a title. */
  readonly neverShown: number;
  readonly oldestAtMs: number | null;
  readonly newestAtMs: number | null;
  readonly byType: readonly NamedCount[];
  readonly byStanding: readonly NamedCount[];
  readonly bySource: readonly NamedCount[];
  readonly byScope: readonly NamedCount[];
  /** Memories rated useful, most often first. */
  readonly helpful: readonly {
    readonly id: MemoryId;
    readonly title: string;
    readonly useful: number;
  }[];
}

type Totals = Pick<
  MemoryStatistics,
  "active" | "pinned" | "disputed" | "neverShown" | "oldestAtMs" | "newestAtMs"
>;

const NO_TOTALS: Totals = {
  active: 0,
  pinned: 0,
  disputed: 0,
  neverShown: 0,
  oldestAtMs: null,
  newestAtMs: null,
};

export async function memoryStatistics(
  db: Database,
  projectId: ProjectId,
  mostHelpful: number,
): Promise<MemoryStatistics> {
  const by = (name: keyof typeof COUNT_BY) => db.all<NamedCount>(COUNT_BY[name], { projectId });
  return {
    ...((await db.get<Totals>(TOTALS, { projectId })) ?? NO_TOTALS),
    archived: await queryNumber(db, COUNT_ARCHIVED, { projectId }),
    byType: await by("type"),
    byStanding: await by("standing"),
    bySource: await by("source"),
    byScope: await by("scope"),
    helpful: await db.all(SELECT_HELPFUL, { projectId, limit: mostHelpful }),
  };
}
