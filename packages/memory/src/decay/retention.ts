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
    let [trimmed, deleted] = [0, 0];
    const outputsBefore = nowMs - outputDays * DAY_MS;
    for (const rid of await listUntrimmed(db, outputsBefore, SESSIONS_AT_ONCE)) {
      if (!mayGoOn()) return { trimmed, deleted };
      await trimOutputs(db, rid);
      trimmed++;
    }
    for (const rid of await listExpired(db, nowMs - saidDays * DAY_MS, SESSIONS_AT_ONCE)) {
      if (!mayGoOn()) return { trimmed, deleted };
      await deleteSaid(db, rid);
      deleted++;
    }
    for (const rid of await listExpired(db, nowMs - SPARED_MS, SESSIONS_AT_ONCE)) {
      if (!mayGoOn() || (await usedBytes(db)) <= maxBytes) break;
      await deleteSaid(db, rid);
      deleted++;
    }
    return { trimmed, deleted };
  });
}
