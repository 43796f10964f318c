/** Returns whether there is anything to ingest, to learn from or to maintain. Takes a few small reads, so that a hook can call it. */

import { OBSERVE } from "../capture/limits.ts";
import { listSpoolFiles, spoolBytes } from "../capture/spool.ts";
import { listDueSessions, listRunningSessions } from "../store/sessions/sessions.ts";
import { readOffset } from "../store/sessions/spool-offsets.ts";
import type { Workspace } from "../workspace.ts";
import { hasUnfinishedWork } from "./learning-lease.ts";

/** `besidesBytes`: bytes of the spool to ignore, such as those the calling hook has just written. */
export async function isBehind(
  { db, home, moment }: Workspace,
  besidesBytes = 0,
): Promise<boolean> {
  let unread = 0;
  for (const file of listSpoolFiles(home))
    unread += Math.max(0, (spoolBytes(home, file) ?? 0) - (await readOffset(db, file)));
  if (unread > besidesBytes) return true;
  const [due] = await listDueSessions(db, idleSinceMs(moment), 1);
  return due !== undefined || (await hasUnfinishedWork({ db, moment }));
}

/** Returns whether another session has not ended and has events that were not learned from. */
export async function hasUnlearned(
  { db, moment }: Workspace,
  exceptSession: string,
): Promise<boolean> {
  const running = await listRunningSessions(db, idleSinceMs(moment), 2);
  return running.some(({ id }) => id !== exceptSession);
}

function idleSinceMs(moment: Workspace["moment"]): number {
  return moment().nowMs - OBSERVE.idleMinutes * 60_000;
}
