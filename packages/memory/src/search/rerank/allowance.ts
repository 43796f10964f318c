/**
 * May a model be asked now? No more than so many calls a day, and nobody for a while after it failed several times in a
 * row. Kept in the store: the processes that ask live for a moment.
 */
import type { Database } from "@tacit-memory/sqlite";
import {
  claimCalls,
  findModelUse,
  type ModelUse,
  noteFailure,
  noteSuccess,
} from "../../store/model-use.ts";
import { modelFailed, modelFaultOf } from "../models/model-fault.ts";
import { ALLOWANCE } from "./limits.ts";

const DAY_MS = 86_400_000;

export interface Asking {
  readonly id: string;
  /** Calls that the answer takes; 0 costs nothing and has no cap. */
  readonly calls: number;
  readonly callsADay: number;
  readonly nowMs: number;
  /** Somebody wants to know now whether it works again: silence after failures does not hold. */
  readonly isForced?: boolean | undefined;
  /** What may be kept of a message. */
  readonly clean: (message: string) => string;
}

/** Further ahead than anybody is silenced, the clock was put back since. */
function isSilent({ silentUntilMs }: ModelUse, nowMs: number): boolean {
  return nowMs < silentUntilMs && silentUntilMs - nowMs <= ALLOWANCE.silenceMs;
}

/** Of the day's calls, those that were made. */
export function callsToday(use: ModelUse | undefined, nowMs: number): number {
  const ahead = (use?.day ?? Number.NaN) - Math.floor(nowMs / DAY_MS);
  return use !== undefined && (ahead === 0 || ahead === 1) ? use.calls : 0;
}

/**
 * What `work` gives. Throws what it throws, having counted the failure; "model_failed" with "rate_limited" where the
 * day's calls are used up or the model is left alone after failures.
 */
export async function withAllowance<T>(
  db: Database,
  { id, calls, callsADay, nowMs, isForced, clean }: Asking,
  work: () => Promise<T>,
): Promise<T> {
  const use = await findModelUse(db, id);
  const day = Math.floor(nowMs / DAY_MS);
  if (isForced !== true && use !== undefined && isSilent(use, nowMs)) {
    const reason = `left alone until ${new Date(use.silentUntilMs).toISOString()} after ${use.failures} failures in a row; the last: ${use.problem ?? "unknown"}`;
    throw modelFailed(id, "rate_limited", reason);
  }
  if (calls > 0 && !(await claimCalls(db, id, { day, calls, most: callsADay }))) {
    throw modelFailed(id, "rate_limited", `the ${callsADay} calls of this day are used up`);
  }
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // That somebody called it off says nothing about the model.
    if (modelFaultOf(error) === "aborted") throw error;
    const problem = clean(error instanceof Error ? error.message : String(error));
    const untilMs = nowMs + ALLOWANCE.silenceMs;
    await noteFailure(db, id, { day, most: ALLOWANCE.failures, untilMs, problem });
    throw error;
  }
  if (use !== undefined && use.failures > 0) await noteSuccess(db, id);
  return result;
}
