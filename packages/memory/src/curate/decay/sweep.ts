/**
 * Once a day, opportunistically: sets aside the memories whose time is over. Running it never, once or thirty
 * times leaves the same confidence behind; it only moves what is already below the floor.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { Moment } from "../../domain/moment.ts";
import { type JobRow, lastJob, runJob } from "../../store/jobs.ts";
import { listUnconfirmed } from "../../store/memories/memory-lists.ts";
import { archive, isDueForArchive } from "./archive.ts";
import { DECAY } from "./limits.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;

/** How many were archived; null when it was not due, or another process is at it. */
export async function sweep(
  db: Database,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<number | null> {
  const last = await lastJob(db, "sweep", moment.nowMs);
  if (last !== undefined && moment.nowMs - last.startedAtMs < DAY_MS) return null;
  const lease = { kind: "sweep", trigger: "opportunistic", leaseMs: LEASE_MS };
  const done = await runJob(db, lease, moment, async () => ({
    archived: hasJumped(last, moment.nowMs) ? 0 : await archiveOld(db, moment, mayGoOn),
  }));
  return done?.archived ?? null;
}

/** A clock that is ahead for a day must not set aside what is known: after so long a pause the next sweep does. */
function hasJumped(last: JobRow | undefined, nowMs: number): boolean {
  return last !== undefined && nowMs - last.startedAtMs >= DECAY.archiveAfterDays * DAY_MS;
}

async function archiveOld(db: Database, moment: Moment, mayGoOn: () => boolean): Promise<number> {
  let archived = 0;
  const old = await listUnconfirmed(db, moment.nowMs - DECAY.archiveAfterDays * DAY_MS);
  for (const memory of old) {
    if (!mayGoOn()) break;
    if (!isDueForArchive(memory, moment.nowMs)) continue;
    await archive(db, memory, moment);
    archived++;
  }
  return archived;
}
