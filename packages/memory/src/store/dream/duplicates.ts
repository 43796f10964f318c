/** Queries of consolidation on memories: equal texts, memories merged into others, and memories that were separated again. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { MERGED_TAG, RECORD_TYPES } from "../../domain/memory.ts";

const RECORDS = RECORD_TYPES.map((type) => `'${type}'`).join(", ");
const MERGEABLE = (
  alias: string,
) => /* sql */ `${alias}.state = 'active' AND ${alias}.superseded_by IS NULL
    AND ${alias}.needs_review = 0 AND ${alias}.is_disputed = 0 AND ${alias}.type NOT IN (${RECORDS})`;
const SELECT_PAGE = /* sql */ `SELECT c.seq, m.id FROM memory_change c INDEXED BY memory_change_seq
  LEFT JOIN memory m ON m.rid = c.rid WHERE c.seq > :seq ORDER BY c.seq LIMIT :limit`;
// Selects the earliest twin, so that many copies are all paired with the same memory.
const SELECT_TWINS = /* sql */ `SELECT m.id, (SELECT o.id FROM memory o INDEXED BY memory_dedupe
      WHERE o.dedupe_key = m.dedupe_key AND o.rid <> m.rid AND o.project_id IS m.project_id AND o.scope = m.scope
        AND o.scope_owner IS m.scope_owner AND o.visibility = m.visibility AND o.stage IS m.stage AND ${MERGEABLE("o")}
      ORDER BY o.rid LIMIT 1) AS other
  FROM json_each(:ids) j CROSS JOIN memory m ON m.id = j.value
  WHERE (m.project_id = :projectId OR m.project_id IS NULL) AND ${MERGEABLE("m")} ORDER BY m.rid`;
const SELECT_SEPARATED = /* sql */ `SELECT 1 AS found FROM memory_version
  WHERE memory_id IN (SELECT value FROM json_each(:ids)) AND change LIKE 'merged into %' LIMIT 1`;
const SELECT_MERGED = /* sql */ `WITH RECURSIVE merged(id) AS (
    SELECT value FROM json_each(:ids)
    UNION SELECT m.id FROM merged p JOIN memory_edge e ON e.from_id = p.id AND e.type = 'supersedes'
      JOIN memory m ON m.id = e.to_id AND m.superseded_by = p.id
      JOIN memory_tag t ON t.memory_rid = m.rid AND t.tag = '${MERGED_TAG}')
  SELECT id FROM merged WHERE id NOT IN (SELECT value FROM json_each(:ids))`;

interface Twin {
  readonly id: MemoryId;
  readonly other: MemoryId;
}

export interface TwinPage {
  readonly twins: readonly Twin[];
  /** Sequence number of the last change that was checked. */
  readonly seq: number;
  /** Number of changes that were checked. */
  readonly count: number;
}

/**
 * Finds, for each memory that changed after `seq`, another memory with the same text, project, scope, visibility and branch
 * stage. Checks at most `limit` changes, oldest first.
 */
export async function twinsSince(
  db: Database,
  { projectId, seq, limit }: { projectId: ProjectId; seq: number; limit: number },
): Promise<TwinPage> {
  const page = await db.all<{ seq: number; id: MemoryId | null }>(SELECT_PAGE, { seq, limit });
  const ids = page.flatMap(({ id }) => id ?? []);
  type Row = { readonly id: MemoryId; readonly other: MemoryId | null };
  const rows = await db.all<Row>(SELECT_TWINS, { ids: JSON.stringify(ids), projectId });
  const twins = rows.flatMap(({ id, other }) => (other === null ? [] : [{ id, other }]));
  return { twins, seq: page.at(-1)?.seq ?? seq, count: page.length };
}

/** Returns the name that the history of a memory gives to its merge into `target`. */
export function mergedInto(target: MemoryId): string {
  return `merged into ${target}`;
}

/** Whether any of these active memories was merged into another one before, which means that a person separated them. */
export async function wereSeparated(db: Database, ids: readonly MemoryId[]): Promise<boolean> {
  return (await db.get(SELECT_SEPARATED, { ids: JSON.stringify(ids) })) !== undefined;
}

/** Returns the memories that were merged into any of these, directly or through another memory. */
export async function listMergedInto(db: Database, ids: readonly MemoryId[]): Promise<MemoryId[]> {
  if (ids.length === 0) return [];
  return queryColumn<MemoryId>(db, SELECT_MERGED, { ids: JSON.stringify(ids) });
}
