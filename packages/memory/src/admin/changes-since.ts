/**
 * Detects whether the store changed since a mark, for a process that shows the store while others write to it. SQLite's data
 * version shows that another connection wrote something. The op log shows that a memory or relation changed, by any
 * connection.
 */
import { dataVersion } from "../store/maintenance.ts";
import { lastOpSeq } from "../store/ops.ts";
import type { Workspace } from "../workspace.ts";

export interface StoreMark {
  /** Data version as this connection sees it; null if the store is on a server. */
  readonly dataVersion: number | null;
  /** Sequence number of the last op; grows with every change of a memory or relation. */
  readonly opSeq: number;
}

export interface StoreChanges {
  readonly mark: StoreMark;
  /** Whether anything was written, including events and counts. */
  readonly isChanged: boolean;
}

export async function markOf({ db }: Pick<Workspace, "db">): Promise<StoreMark> {
  return { dataVersion: await dataVersion(db), opSeq: await lastOpSeq(db) };
}

export async function changesSince(
  workspace: Pick<Workspace, "db">,
  since: StoreMark,
): Promise<StoreChanges> {
  const mark = await markOf(workspace);
  const isChanged = mark.dataVersion !== since.dataVersion || mark.opSeq !== since.opSeq;
  return { mark, isChanged };
}
