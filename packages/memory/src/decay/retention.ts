/**
 * Deletes what was said and what tools put out when its time is over, at most once a day: outputs some days after they were
 * learned from, everything that was said in a session a year after it, and the oldest first where the store has grown too
 * large. What was learned stays.
 */
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { lastJob, runJob } from "../store/jobs.ts";
import {
  deleteSaid,
  listExpired,
  listUntrimmed,
  trimOutputs,
  usedBytes,
} from "../store/retention.ts";

export interface Retention {
  /** Days after which what was said in a session is deleted. */
  readonly saidDays: number;
  /** Days after a session was learned from, after which the output of its tools is deleted. */
  readonly outputDays: number;
  /** Bytes of the store above which the oldest sessions are deleted. */
  readonly maxBytes: number;
}

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const SESSIONS_AT_ONCE = 100;
/** Younger sessions are never deleted for their size: the agent may be at work in them. */
const SPARED_MS = DAY_MS;

/** Null when it was not due, or another process is at it. */
export async function applyRetention(
  db: Database,
  { saidDays, outputDays, maxBytes }: Retention,
  moment: Moment,
  mayGoOn: () => boolean,
): Promise<{ readonly trimmed: number; readonly deleted: number } | null> {
  const { nowMs } = moment;
  const last = await lastJob(db, "retention", nowMs);
  if (last !== undefined && nowMs - last.startedAtMs < DAY_MS) return null;
  const lease = { kind: "retention", trigger: "opportunistic", leaseMs: LEASE_MS };
  return runJob(db, lease, moment, async () => {
    const untrimmed = await listUntrimmed(db, nowMs - outputDays * DAY_MS, SESSIONS_AT_ONCE);
    const trimmed = await forEach(untrimmed, mayGoOn, (rid) => trimOutputs(db, rid));
    const expired = await listExpired(db, nowMs - saidDays * DAY_MS, SESSIONS_AT_ONCE);
    const deleted = await forEach(expired, mayGoOn, (rid) => deleteSaid(db, rid));
    const rest = await listExpired(db, nowMs - SPARED_MS, SESSIONS_AT_ONCE);
    const isTooLarge = async () => mayGoOn() && (await usedBytes(db)) > maxBytes;
    const displaced = await forEach(rest, isTooLarge, (rid) => deleteSaid(db, rid));
    return { trimmed, deleted: deleted + displaced };
  });
}

/** How many were done before `mayGoOn` said no. */
async function forEach(
  rids: readonly number[],
  mayGoOn: () => boolean | Promise<boolean>,
  work: (rid: number) => Promise<void>,
): Promise<number> {
  for (const [at, rid] of rids.entries()) {
    if (!(await mayGoOn())) return at;
    await work(rid);
  }
  return rids.length;
}
