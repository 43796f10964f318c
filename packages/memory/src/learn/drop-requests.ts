/** Drops the request for a note that a session has waiting. */
import type { Database } from "@tacit-memory/sqlite";
import {
  dropLedger,
  inTurnRequestKey,
  noteRequestKey,
  readLedger,
} from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";

/** The session is over. */
export async function dropRequests(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<void> {
  await dropRequest(db, of, session);
  await dropLedger(db, inTurnRequestKey(of.projectId, session));
}

/** Something else is asked now. */
export async function dropRequest(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<void> {
  const key = noteRequestKey(of.projectId, session);
  if ((await readLedger(db, key)) !== undefined) await dropLedger(db, key);
}
