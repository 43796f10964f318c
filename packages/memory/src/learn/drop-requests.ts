/** Drops the pending note request of a session. */
import type { Database } from "@tacit-memory/sqlite";
import {
  dropLedger,
  inTurnRequestKey,
  noteRequestKey,
  readLedger,
} from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";

/** Drops all pending requests of a session, because it ended. */
export async function dropRequests(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<void> {
  await dropRequest(db, of, session);
  await dropLedger(db, inTurnRequestKey(of.projectId, session));
}

/** Drops the pending note request of a session, because something else is requested now. */
export async function dropRequest(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<void> {
  const key = noteRequestKey(of.projectId, session);
  if ((await readLedger(db, key)) !== undefined) await dropLedger(db, key);
}
