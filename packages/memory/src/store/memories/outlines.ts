/**
 * Outlines of memories: the fields needed to choose what is shown. Only a few of thousands are chosen, and the rest of their
 * fields is read then (`getMemories`). Reading 2,000 of each kind completely took a hook about 60 ms more.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory, MemoryType } from "../../domain/memory.ts";
import { readPayload } from "../../domain/payload.ts";
import { lines, type RowOf } from "./memory-row.ts";

export type Outline = Pick<
  Memory,
  | "id"
  | "title"
  | "type"
  | "standing"
  | "confidence"
  | "branch"
  | "commit"
  | "isStaged"
  | "tags"
  | "isPinned"
  | "isDisputed"
  | "needsReview"
  | "validFromMs"
  | "validToMs"
  | "observationCount"
  | "createdAtMs"
  | "confirmedAtMs"
  | "scope"
  | "scopeOwner"
  | "visibility"
  | "source"
>;

const COLUMNS = /* sql */ `m.id, m.title, m.type, m.standing, m.confidence, m.branch, m.commit_sha AS "commit",
  m.is_staged AS isStaged, m.tags, m.is_pinned AS isPinned, m.is_disputed AS isDisputed, m.needs_review AS needsReview,
  m.valid_from_ms AS validFromMs, m.valid_to_ms AS validToMs, m.observation_count AS observationCount,
  m.created_at_ms AS createdAtMs, m.confirmed_at_ms AS confirmedAtMs, m.scope, m.scope_owner AS scopeOwner, m.visibility, m.source`;
const ALIVE = /* sql */ `m.state = 'active' AND m.superseded_by IS NULL`;
// Each half uses an index. With OR between them, all memories of all projects were scanned.
const newestHere = (columns: string, wanted: string) => /* sql */ `
  SELECT ${columns} FROM memory m WHERE m.project_id = :projectId AND ${wanted} AND ${ALIVE}
  UNION ALL
  SELECT ${columns} FROM memory m WHERE m.project_id IS NULL AND m.scope = 'global' AND ${wanted} AND ${ALIVE}
  ORDER BY createdAtMs DESC, id DESC LIMIT :limit`;
const SELECT_OF_TYPES = newestHere(COLUMNS, "m.type IN (SELECT value FROM json_each(:types))");
const SELECT_PINNED = newestHere(COLUMNS, "m.is_pinned = 1");
const SELECT_FOR_MOMENT = /* sql */ `SELECT m.id FROM json_each(:ids) asked CROSS JOIN memory m ON m.id = asked.value
  WHERE m.triggers <> '[]' OR m.error_fingerprint IS NOT NULL`;
const SELECT_PAYLOADS = newestHere(
  "m.id, m.created_at_ms AS createdAtMs, m.payload, m.is_tainted AS isTainted",
  "m.type = :type",
);

/** Returns the newest active memories of these types, or the pinned ones; of the project and of every project. */
export async function outlineMemories(
  db: Database,
  projectId: ProjectId,
  wanted: { readonly types: readonly MemoryType[] } | { readonly isPinned: true },
  limit: number,
): Promise<Outline[]> {
  const rows =
    "types" in wanted
      ? await db.all<RowOf<Outline>>(SELECT_OF_TYPES, {
          projectId,
          types: JSON.stringify(wanted.types),
          limit,
        })
      : await db.all<RowOf<Outline>>(SELECT_PINNED, { projectId, limit });
  return rows.map(toOutline);
}

/** Returns which of these memories are stored for a command, file or error, at which they are shown. */
export async function storedForMoment(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReadonlySet<MemoryId>> {
  const rows = await db.all<{ id: MemoryId }>(SELECT_FOR_MOMENT, { ids: JSON.stringify(ids) });
  return new Set(rows.map(({ id }) => id));
}

/** Returns the payloads of the newest active memories of a type. */
export async function newestPayloads(
  db: Database,
  projectId: ProjectId,
  type: MemoryType,
  limit: number,
): Promise<Pick<Memory, "payload" | "isTainted">[]> {
  const rows = await db.all<{ payload: string; isTainted: number }>(SELECT_PAYLOADS, {
    projectId,
    type,
    limit,
  });
  return rows.map(({ payload, isTainted }) => ({
    payload: readPayload(JSON.parse(payload)),
    isTainted: isTainted === 1,
  }));
}

function toOutline(row: RowOf<Outline>): Outline {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    standing: row.standing,
    confidence: row.confidence,
    branch: row.branch,
    commit: row.commit,
    isStaged: row.isStaged === 1,
    tags: lines(row.tags),
    isPinned: row.isPinned === 1,
    isDisputed: row.isDisputed === 1,
    needsReview: row.needsReview === 1,
    validFromMs: row.validFromMs,
    validToMs: row.validToMs,
    observationCount: row.observationCount,
    createdAtMs: row.createdAtMs,
    confirmedAtMs: row.confirmedAtMs,
    scope: row.scope,
    scopeOwner: row.scopeOwner,
    visibility: row.visibility,
    source: row.source,
  };
}
