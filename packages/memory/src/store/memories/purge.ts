/** Deletes memories that have been archived for a year without a request or a confirmation. */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { appendOp, eraseOps } from "../ops.ts";

// A memory that supersedes another is kept as long as the other.
const SELECT_DUE = /* sql */ `SELECT m.id, m.project_id AS projectId, m.external_id AS externalId, m.dedupe_key AS key,
    EXISTS (SELECT 1 FROM memory_tag t WHERE t.memory_rid = m.rid AND t.tag IN ('wrong', 'outdated')) AS isRefuted
  FROM memory m WHERE m.state = 'archived' AND m.archived_at_ms < :beforeMs AND m.standing <> 'verified' AND m.is_pinned = 0
    AND NOT EXISTS (SELECT 1 FROM memory_edge e WHERE e.from_id = m.id AND e.type = 'supersedes')
  LIMIT :limit`;
// A refuted memory is not learned again; one that only decayed may be.
const INSERT_TOMBSTONE = /* sql */ `INSERT INTO tombstone (memory_id, project_id, external_id, dedupe_key, at_ms)
  VALUES (:id, :projectId, :externalId, :key, :nowMs) ON CONFLICT DO NOTHING`;
const DELETE_CANDIDATES = /* sql */ `DELETE FROM candidate WHERE memory_id = :id`;
const DELETE_INJECTIONS = /* sql */ `DELETE FROM injection WHERE memory_id = :id`;
const DELETE_MEMORY = /* sql */ `DELETE FROM memory WHERE id = :id`;

interface Due {
  readonly id: MemoryId;
  readonly projectId: ProjectId | null;
  readonly externalId: string | null;
  readonly key: string;
  readonly isRefuted: number;
}

/** Deletes at most `limit` memories in one transaction and returns how many. */
export async function purgeArchived(
  db: Database,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
  moment: Moment,
): Promise<number> {
  const due = await db.all<Due>(SELECT_DUE, { beforeMs, limit });
  if (due.length === 0) return 0;
  await db.transaction(async (tx) => {
    for (const { isRefuted, ...memory } of due) {
      const { id } = memory;
      if (isRefuted === 1) await tx.run(INSERT_TOMBSTONE, { ...memory, nowMs: moment.nowMs });
      await tx.run(DELETE_CANDIDATES, { id });
      await tx.run(DELETE_INJECTIONS, { id });
      await tx.run(DELETE_MEMORY, { id });
      await eraseOps(tx, id);
      await appendOp(tx, { entity: "memory", entityId: id, action: "forget", body: null }, moment);
    }
  });
  return due.length;
}
