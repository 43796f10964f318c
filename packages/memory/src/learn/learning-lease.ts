/** The lease "settle": one process at a time learns from sessions, so that none is learned from twice. */
import { setTimeout as pause } from "node:timers/promises";
import { MemoryError } from "../domain/errors.ts";
import { extendLease, finishJob, lastJob, leaseJob, wasCutShort } from "../store/jobs.ts";
import type { Workspace } from "../workspace.ts";

/** Milliseconds after which a lease without an extension was left by a killed process. */
const LEASE_MS = 10_000;
/** Milliseconds for which an import waits for another process. What a killed process left has ended by then. */
const WAIT_MS = LEASE_MS + 500;
const RETRY_MS = 100;

type LeaseContext = Pick<Workspace, "db" | "moment">;

interface LearningLease {
  /** Called before each session. */
  readonly extend: () => Promise<void>;
  /** `sessions`: number of sessions that were learned from. `isCutShort`: time was up before the work ended. */
  readonly finish: (sessions: number, error: string | null, isCutShort?: boolean) => Promise<void>;
}

/** Returns whether the last run left work, although no session may be due. */
export async function hasUnfinishedWork({ db, moment }: LeaseContext): Promise<boolean> {
  return wasCutShort(await lastJob(db, "settle", moment().nowMs));
}

/** Returns null while another process learns. */
export async function acquireLearningLease(
  { db, moment }: LeaseContext,
  trigger: "opportunistic" | "import",
): Promise<LearningLease | null> {
  const job = { kind: "settle", trigger, leaseMs: LEASE_MS };
  const id = await leaseJob(db, job, moment());
  if (id === null) return null;
  return {
    extend: () => extendLease(db, id, moment().nowMs + LEASE_MS),
    finish: (sessions, error, isCutShort = false) => {
      const counters = { sessions, ...(isCutShort && { isCutShort: 1 }) };
      return finishJob(db, { id, kind: job.kind }, { counters, error }, moment().nowMs);
    },
  };
}

/**
 * Runs an import, which stores sessions and learns from them, while no other process learns. `work` returns the number of its
 * sessions. Throws "learning_running" if another process still learns after `waitMs`.
 */
export async function importWithLease<Report>(
  store: LeaseContext,
  work: () => Promise<{ readonly sessions: number; readonly report: Report }>,
  waitMs: number = WAIT_MS,
): Promise<Report> {
  const lease = await awaitLease(store, waitMs);
  // An import reads large files between two sessions, so time extends the lease.
  const beat = setInterval(() => void lease.extend().catch(() => undefined), LEASE_MS / 3);
  try {
    const { sessions, report } = await work();
    await lease.finish(sessions, null);
    return report;
  } catch (error) {
    await lease.finish(0, problemOf(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function awaitLease(store: LeaseContext, waitMs: number): Promise<LearningLease> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const lease = await acquireLearningLease(store, "import");
    if (lease !== null) return lease;
    if (performance.now() >= untilMs) throw new MemoryError("learning_running", {});
    await pause(RETRY_MS);
  }
}

/** Returns what `tacit doctor` reports; null if a person stopped the import. */
function problemOf(error: unknown): string | null {
  if (MemoryError.is(error, "interrupted")) return null;
  return (error instanceof Error ? error.message : String(error)).slice(0, 2000);
}
