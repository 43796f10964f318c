/**
 * Deletes session text whose retention time is over, at most once a day: tool outputs some days after they were learned from,
 * all text of a session after a year, and the oldest sessions first if the store is too large. Memories stay.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { Moment } from "../../domain/moment.ts";
import type { Retention } from "../../domain/retention.ts";
import { lastJob, runJob, wasCutShort } from "../../store/jobs.ts";
import {
  deleteSessionText,
  listExpired,
  listUntrimmed,
  trimOutputs,
  usedBytes,
} from "../../store/sessions/retention.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const SESSIONS_AT_ONCE = 100;
/** Younger sessions are never deleted because of size: an agent may be working in them. */
const SPARED_MS = DAY_MS;

/** Applies the retention rules. Returns null if the run is not due or another process does it. */
export async function applyRetention(
  db: Database,
  { saidDays, outputDays, maxBytes }: Retention,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<{ readonly trimmed: number; readonly deleted: number } | null> {
  const { nowMs } = moment;
  const last = await lastJob(db, "retention", nowMs);
  if (last !== undefined && !wasCutShort(last) && nowMs - last.startedAtMs < DAY_MS) return null;
  const lease = { kind: "retention", trigger: "opportunistic", leaseMs: LEASE_MS };
  return runJob(db, lease, moment, async () => {
    const older = (days: number) => nowMs - days * DAY_MS;
    const isTooLarge = async () => mayGoOn() && (await usedBytes(db)) > maxBytes;
    const trimmed = await forEach(
      () => listUntrimmed(db, older(outputDays), SESSIONS_AT_ONCE),
      mayGoOn,
      (rid) => trimOutputs(db, rid),
    );
    const deleted = await forEach(
      () => listExpired(db, older(saidDays), SESSIONS_AT_ONCE),
      mayGoOn,
      (rid) => deleteSessionText(db, rid),
    );
    const displaced = await forEach(
      () => listExpired(db, nowMs - SPARED_MS, SESSIONS_AT_ONCE),
      isTooLarge,
      (rid) => deleteSessionText(db, rid),
    );
    return { trimmed, deleted: deleted + displaced, isCutShort: mayGoOn() ? 0 : 1 };
  });
}

/**
 * Processes sessions until `list` is empty or `mayGoOn` returns false; returns their number. `work` must remove a session
 * from the list.
 */
async function forEach(
  list: () => Promise<readonly number[]>,
  mayGoOn: () => boolean | Promise<boolean>,
  work: (rid: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const rids = await list();
    if (rids.length === 0) return count;
    for (const rid of rids) {
      if (!(await mayGoOn())) return count;
      await work(rid);
      count++;
    }
  }
}
