/** Runs long work that only one process may do at a time, under a lease that is renewed until the work ends. */

import { extendLease, finishJob, leaseJob } from "../store/jobs.ts";
import type { Workspace } from "../workspace.ts";
import { DOWNLOAD } from "./encoders/limits.ts";

/** Milliseconds after which the lease of a killed process is taken over. */
export const LEASE_MS = DOWNLOAD.leaseMs;

/** Runs `work`; null when another process is running it. Throws what `work` throws. */
export async function alone<T>(
  workspace: Pick<Workspace, "db" | "moment">,
  { kind, trigger }: { readonly kind: string; readonly trigger: string },
  work: () => Promise<T>,
): Promise<{ readonly done: T } | null> {
  const id = await leaseJob(workspace.db, { kind, trigger, leaseMs: LEASE_MS }, workspace.moment());
  if (id === null) return null;
  const extend = () =>
    void extendLease(workspace.db, id, workspace.moment().nowMs + LEASE_MS).catch(() => undefined);
  const beat = setInterval(extend, LEASE_MS / 3);
  const finish = (error: string | null) =>
    finishJob(workspace.db, { id, kind }, { counters: {}, error }, workspace.moment().nowMs);
  try {
    const done = await work();
    await finish(null);
    return { done };
  } catch (error) {
    await finish(error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beat);
  }
}
