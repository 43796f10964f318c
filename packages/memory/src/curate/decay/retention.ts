/**
 * Deletes what was said and what tools put out when its time is over, at most once a day: outputs some days after they were
 * learned from, everything that was said in a session a year after it, and the oldest first where the store has grown too
 * large. What was learned stays.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { Moment } from "../../domain/moment.ts";
import type { Retention } from "../../domain/retention.ts";
import { lastJob, runJob } from "../../store/jobs.ts";
import {
  deletePassages,
  listExpired,
  listUntrimmed,
  trimOutputs,
  usedBytes,
} from "../../store/sessions/retention.ts";

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const SESSIONS_AT_ONCE = 100;
/** Younger sessions are never deleted for their size: the agent may be at work in them. */
const SPARED_MS = DAY_MS;

/** Null when it was not due, or another process is at it. */
export async function applyRetention(
  db: Database,
  { saidDays: statedDays, outputDays, maxBytes }: Retention,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<{ readonly trimmed: number; readonly deleted: number } | null> {
  const { nowMs } = moment;
  const last = await lastJob(db, "retention", nowMs);
  if (last !== undefined && !wasCutShort(last.counters) && nowMs - last.startedAtMs < DAY_MS)
    return null;
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
      () => listExpired(db, older(statedDays), SESSIONS_AT_ONCE),
      mayGoOn,
      (rid) => deletePassages(db, rid),
    );
    const displaced = await forEach(
      () => listExpired(db, nowMs - SPARED_MS, SESSIONS_AT_ONCE),
      isTooLarge,
      (rid) => deletePassages(db, rid),
    );
    return { trimmed, deleted: deleted + displaced, isCutShort: mayGoOn() ? 0 : 1 };
  });
}

/** Until `list` is empty, or `mayGoOn` says no. How many were done. `work` takes a session off the list. */
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

/** A run that had no time for all of it is not the day's run. */
function wasCutShort(counters: string): boolean {
  return (JSON.parse(counters) as { isCutShort?: number }).isCutShort === 1;
}
