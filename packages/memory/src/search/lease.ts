/** Work that takes as long as it takes and that one process at a time may do: a lease that is renewed until it ends. */

import { extendLease, finishJob, leaseJob } from "../store/jobs.ts";
import type { Workspace } from "../workspace.ts";
import { DOWNLOAD } from "./encoders/limits.ts";

/** One that was killed is taken over after that time. */
export const LEASE_MS = DOWNLOAD.leaseMs;

/** Null where another process is at it. Throws what `work` throws. */
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
