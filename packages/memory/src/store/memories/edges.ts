/** Stores relations between memories. */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { appendOp, type Op } from "../ops.ts";

const INSERT = /* sql */ `INSERT INTO memory_edge (from_id, to_id, type, created_at_ms)
  VALUES (:fromId, :toId, :type, :nowMs) ON CONFLICT DO NOTHING`;
const DELETE = /* sql */ `DELETE FROM memory_edge WHERE from_id = :fromId AND to_id = :toId AND type = :type`;
const SELECT_OF = /* sql */ `SELECT from_id AS fromId, to_id AS toId, type, created_at_ms AS createdAtMs
  FROM memory_edge WHERE from_id = :id OR to_id = :id ORDER BY created_at_ms, from_id, to_id`;
const SELECT_PROJECT = /* sql */ `SELECT e.from_id AS fromId, e.to_id AS toId, e.type, e.created_at_ms AS createdAtMs
  FROM memory_edge e JOIN memory m ON m.id = e.from_id
  WHERE :projectId IS NULL OR m.project_id = :projectId OR m.project_id IS NULL ORDER BY e.from_id, e.type, e.to_id`;

const SELECT_AMONG = /* sql */ `SELECT from_id AS fromId, to_id AS toId, type, created_at_ms AS createdAtMs FROM memory_edge
  WHERE from_id IN (SELECT value FROM json_each(:ids)) AND type IN (SELECT value FROM json_each(:types))
  UNION SELECT from_id, to_id, type, created_at_ms FROM memory_edge
  WHERE to_id IN (SELECT value FROM json_each(:ids)) AND type IN (SELECT value FROM json_each(:types))
  LIMIT 200`;

const SELECT_BETWEEN = /* sql */ `SELECT from_id AS fromId, to_id AS toId, type, created_at_ms AS createdAtMs
  FROM memory_edge
  WHERE from_id IN (SELECT value FROM json_each(:ids)) AND to_id IN (SELECT value FROM json_each(:ids))
  ORDER BY from_id, type, to_id`;

export const EDGE_TYPES = ["supersedes", "contradicts", "derived_from", "relates_to"] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

export interface Edge {
  readonly fromId: MemoryId;
  readonly toId: MemoryId;
  readonly type: EdgeType;
  readonly createdAtMs: number;
}

/** Adds an edge; an existing one stays unchanged. */
export async function addEdge(db: Database, edge: Edge, moment: Moment): Promise<void> {
  const { fromId, toId, type, createdAtMs } = edge;
  await db.transaction(async (tx) => {
    const { changes } = await tx.run(INSERT, { fromId, toId, type, nowMs: createdAtMs });
    if (changes > 0) await appendOp(tx, opOf(edge, "insert"), moment);
  });
}

/** Removes an edge; a missing one is not an error. */
export async function removeEdge(
  db: Database,
  { fromId, type, toId }: Omit<Edge, "createdAtMs">,
  moment: Moment,
): Promise<void> {
  await db.transaction(async (tx) => {
    const edge = (await listEdges(tx, fromId)).find(
      (item) => item.fromId === fromId && item.type === type && item.toId === toId,
    );
    if (edge === undefined) return;
    await tx.run(DELETE, { fromId, type, toId });
    await appendOp(tx, opOf(edge, "forget"), moment);
  });
}

/** Builds the op of an edge, which contains only the ids of its ends and no text. */
function opOf(edge: Edge, action: "insert" | "forget"): Op {
  return {
    entity: "edge",
    entityId: `${edge.fromId} ${edge.type} ${edge.toId}`,
    action,
    body: edge,
  };
}

/** Lists the edges of a memory in both directions. */
export async function listEdges(db: Database, id: MemoryId): Promise<Edge[]> {
  return db.all<Edge>(SELECT_OF, { id });
}

export async function listProjectEdges(db: Database, projectId: string | null): Promise<Edge[]> {
  return db.all<Edge>(SELECT_PROJECT, { projectId });
}

/** Returns edges of these types to or from any of these memories; at most 200. */
export async function edgesAmong(
  db: Database,
  ids: readonly MemoryId[],
  types: readonly EdgeType[],
): Promise<Edge[]> {
  return db.all<Edge>(SELECT_AMONG, { ids: JSON.stringify(ids), types: JSON.stringify(types) });
}

/** Returns all edges with both ends among these memories. */
export async function edgesBetween(db: Database, ids: readonly MemoryId[]): Promise<Edge[]> {
  return db.all<Edge>(SELECT_BETWEEN, { ids: JSON.stringify(ids) });
}
