/** Runs work that only one process may do at a time: a lease row per kind of work, with counters and its error. */
import type { Database } from "@tacit-memory/sqlite";
import type { Moment } from "../domain/moment.ts";

/** Maximum clock difference between processes of one machine. A job that began later was dated by a clock that was ahead. */
const CLOCK_SLACK_MS = 60_000;
/** A lease that ends too far in the future was taken with a clock that was ahead. */
const RUNNING = /* sql */ `SELECT id FROM job WHERE kind = :kind AND state = 'running'
  AND lease_until_ms > :nowMs AND lease_until_ms <= :nowMs + 2 * :leaseMs`;
const INSERT = /* sql */ `INSERT INTO job (id, kind, trigger, state, lease_until_ms, counters, started_at_ms)
  VALUES (:id, :kind, :trigger, 'running', :untilMs, '{}', :nowMs)`;
const EXTEND = /* sql */ `UPDATE job SET lease_until_ms = :untilMs WHERE id = :id AND state = 'running'`;
const FINISH = /* sql */ `UPDATE job SET state = :state, counters = :counters, error = :error,
  lease_until_ms = NULL, ended_at_ms = :nowMs WHERE id = :id`;
const LAST = /* sql */ `SELECT kind, state, counters, error, started_at_ms AS startedAtMs, ended_at_ms AS endedAtMs
  FROM job WHERE kind = :kind AND state <> 'running' AND started_at_ms <= :nowMs + ${CLOCK_SLACK_MS}
  ORDER BY started_at_ms DESC LIMIT 1`;
/** Deletes old jobs, including failed ones and those of killed processes. */
const TRIM = /* sql */ `DELETE FROM job WHERE kind = :kind AND (state <> 'running' OR lease_until_ms <= :nowMs)
  AND id NOT IN (SELECT id FROM job WHERE kind = :kind ORDER BY started_at_ms DESC LIMIT 50)`;

export interface JobRow {
  readonly kind: string;
  readonly state: string;
  readonly counters: string;
  readonly error: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

/** Takes the lease. Returns the job's id, or null when another process holds it. An expired lease is taken over. */
export async function leaseJob(
  db: Database,
  job: { readonly kind: string; readonly trigger: string; readonly leaseMs: number },
  moment: Moment,
): Promise<string | null> {
  const { nowMs } = moment;
  return db.transaction(async (tx) => {
    const { kind, leaseMs } = job;
    if ((await tx.get(RUNNING, { kind, leaseMs, nowMs })) !== undefined) return null;
    const id = moment.newId();
    await tx.run(INSERT, {
      id,
      kind: job.kind,
      trigger: job.trigger,
      untilMs: nowMs + job.leaseMs,
      nowMs,
    });
    return id;
  });
}

/** Whether a process holds the lease of this work. */
export async function isLeased(
  db: Database,
  job: { readonly kind: string; readonly leaseMs: number },
  nowMs: number,
): Promise<boolean> {
  return (await db.get(RUNNING, { ...job, nowMs })) !== undefined;
}

export async function finishJob(
  db: Database,
  job: { readonly id: string; readonly kind: string },
  outcome: { readonly counters: Readonly<Record<string, number>>; readonly error: string | null },
  nowMs: number,
): Promise<void> {
  await db.run(FINISH, {
    id: job.id,
    state: outcome.error === null ? "done" : "failed",
    counters: JSON.stringify(outcome.counters),
    error: outcome.error,
    nowMs,
  });
  await db.run(TRIM, { kind: job.kind, nowMs });
}

/** Extends the lease of a long job whose process is running. */
export async function extendLease(db: Database, id: string, untilMs: number): Promise<void> {
  await db.run(EXTEND, { id, untilMs });
}

/**
 * Runs `work` under a lease; null when another process holds it. The result of `work` is stored as the job's counters. The
 * row records every end: a failed job is `failed` with its error, which is also thrown to the caller.
 */
export async function runJob<Counters extends Readonly<Record<string, number>>>(
  db: Database,
  job: { readonly kind: string; readonly trigger: string; readonly leaseMs: number },
  moment: Moment,
  work: () => Promise<Counters>,
): Promise<Counters | null> {
  const id = await leaseJob(db, job, moment);
  if (id === null) return null;
  const finish = (counters: Readonly<Record<string, number>>, error: string | null) =>
    finishJob(db, { id, kind: job.kind }, { counters, error }, moment.nowMs);
  try {
    const counters = await work();
    await finish(counters, null);
    return counters;
  } catch (error) {
    // If the store is not writable, the lease expires instead; the original error must not be lost.
    const message = error instanceof Error ? error.message : String(error);
    await finish({}, message.slice(0, 2000)).catch(() => undefined);
    throw error;
  }
}

/** Returns whether the run ran out of time, which its counters state; such a run is continued at the next opportunity. */
export function wasCutShort(job: JobRow | undefined): boolean {
  if (job === undefined) return false;
  return (JSON.parse(job.counters) as { isCutShort?: number }).isCutShort === 1;
}

export async function lastJob(
  db: Database,
  kind: string,
  nowMs: number,
): Promise<JobRow | undefined> {
  return db.get<JobRow>(LAST, { kind, nowMs });
}
