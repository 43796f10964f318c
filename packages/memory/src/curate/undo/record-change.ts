/**
 * Records a change so that it can be undone. Every op of the change has an id minted by the change, so that concurrent
 * changes of other processes are not included.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { UndoStep } from "../../domain/changes/undo-entry.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import type { Edge } from "../../store/memories/edges.ts";
import { type Op, opsById } from "../../store/ops.ts";
import { saveUndoEntry } from "../../store/undo-entries.ts";
import type { Workspace } from "../../workspace.ts";

/** Adds a step that leaves no op, such as a decision on a candidate. */
export type Note = (step: UndoStep) => void;

export interface ChangeName {
  /** Name of the operation. */
  readonly what: string;
  /** Id of the run the change belongs to. */
  readonly groupId?: string;
}

/** Runs and records a change. `work` must use the workspace passed to it. A change without effect leaves no entry. */
export async function recordChange<T>(
  workspace: Workspace,
  { what, groupId }: ChangeName,
  work: (recorded: Workspace, note: Note) => Promise<T>,
): Promise<T> {
  const ids: string[] = [];
  const noted: UndoStep[] = [];
  const moment = () => noting(workspace.moment(), ids);
  const result = await work({ ...workspace, moment }, (step) => noted.push(step));
  const steps = [...noted, ...(await stepsOf(workspace.db, ids))];
  if (steps.length === 0) return result;
  const { nowMs, newId } = workspace.moment();
  const { db, projectId } = workspace;
  const entry = { id: newId(), projectId, groupId: groupId ?? null, what, steps };
  await saveUndoEntry(db, { ...entry, atMs: nowMs, undoneAtMs: null });
  return result;
}

function noting({ nowMs, newId }: Moment, ids: string[]): Moment {
  return {
    nowMs,
    newId: () => {
      const id = newId();
      ids.push(id);
      return id;
    },
  };
}

async function stepsOf(db: Database, ids: readonly string[]): Promise<UndoStep[]> {
  const memories = new Map<MemoryId, { before: number | null; after: number }>();
  const edges: UndoStep[] = [];
  for (const op of await opsById(db, ids)) {
    if (op.entity === "edge") edges.push(...edgeStep(op));
    else if (op.action === "forget") memories.delete(op.entityId as MemoryId);
    else if (op.body !== null) {
      const id = op.entityId as MemoryId;
      const { version } = op.body as { readonly version: number };
      const first = op.action === "insert" ? null : version - 1;
      const { before = first } = memories.get(id) ?? {};
      memories.set(id, { before, after: version });
    }
  }
  return [
    ...[...memories].map(([id, versions]): UndoStep => ({ kind: "memory", id, ...versions })),
    ...edges,
  ];
}

function edgeStep({ action, body }: Op): UndoStep[] {
  if (body === null) return [];
  const { fromId, toId, type, createdAtMs } = body as Edge;
  const change = action === "forget" ? "removed" : "added";
  return [{ kind: "edge", change, fromId, toId, type, createdAtMs }];
}
