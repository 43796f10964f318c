/**
 * What changed in the store since a mark? For a process that shows the store while others write to it: SQLite's data
 * version tells that another connection wrote anything, the op log tells which memories changed, by whomever.
 */
import { dataVersion } from "../store/maintenance.ts";
import { lastOpSeq, type OpMark, opsAfter } from "../store/ops.ts";
import type { Workspace } from "../workspace.ts";

export interface StoreMark {
  /** Of this connection; null where the store is on a server. */
  readonly dataVersion: number | null;
  /** Of the last op; grows with every change of a memory or relation. */
  readonly opSeq: number;
}

export interface StoreChanges {
  readonly mark: StoreMark;
  /** Something was written: events and counts as well as memories. */
  readonly isChanged: boolean;
  /** Oldest first. Bounded: null stands for more than that. */
  readonly ops: readonly OpMark[] | null;
}

const MAX_OPS = 500;

export async function markOf({ db }: Pick<Workspace, "db">): Promise<StoreMark> {
  return { dataVersion: await dataVersion(db), opSeq: await lastOpSeq(db) };
}

export async function changesSince(
  workspace: Pick<Workspace, "db">,
  since: StoreMark,
): Promise<StoreChanges> {
  const mark = await markOf(workspace);
  const isChanged = mark.dataVersion !== since.dataVersion || mark.opSeq !== since.opSeq;
  if (!isChanged) return { mark: since, isChanged, ops: [] };
  const ops = await opsAfter(workspace.db, since.opSeq, MAX_OPS + 1);
  return { mark, isChanged, ops: ops.length > MAX_OPS ? null : ops };
}
