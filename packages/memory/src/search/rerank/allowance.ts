/**
 * Decides whether a model may be called: within a daily limit of calls, and not for a while after several consecutive
 * failures. The state is in the store, because the calling processes are short-lived.
 */

import type { Database } from "@tacit-memory/sqlite";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
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

export interface AllowanceRequest {
  readonly id: string;
  /** Calls that the answer takes; 0 has no cost and no limit. */
  readonly calls: number;
  readonly callsADay: number;
  readonly nowMs: number;
  /** Whether a user wants to check if the model works again; a pause after failures is then ignored. */
  readonly isForced?: boolean | undefined;
  /** Redacts a message before it is stored. */
  readonly clean: (message: string) => string;
}

/** Whether calls are paused. An end further in the future than any pause means that the clock was put back. */
function isSilent({ silentUntilMs }: ModelUse, nowMs: number): boolean {
  return nowMs < silentUntilMs && silentUntilMs - nowMs <= ALLOWANCE.silenceMs;
}

/** Returns the number of calls made today. */
export function callsToday(use: ModelUse | undefined, nowMs: number): number {
  const ahead = (use?.day ?? Number.NaN) - Math.floor(nowMs / DAY_MS);
  return use !== undefined && (ahead === 0 || ahead === 1) ? use.calls : 0;
}

/**
 * Returns the result of `work`. Throws what it throws, after counting the failure; "model_failed" with "rate_limited" when
 * the daily limit is used up or calls are paused after failures.
 */
export async function withAllowance<T>(
  db: Database,
  { id, calls, callsADay, nowMs, isForced, clean }: AllowanceRequest,
  work: () => Promise<T>,
): Promise<T> {
  const use = await findModelUse(db, id);
  const day = Math.floor(nowMs / DAY_MS);
  if (isForced !== true && use !== undefined && isSilent(use, nowMs)) {
    const reason = `left alone until ${new Date(use.silentUntilMs).toISOString()} after ${use.failures} failures in a row; the last: ${use.problem ?? "unknown"}`;
    throw modelFailed(id, "rate_limited", reason);
  }
  if (calls > 0 && !(await claimCalls(db, id, { day, calls, limit: callsADay }))) {
    throw modelFailed(id, "rate_limited", sentenceOf("calls_used_up", { count: callsADay }));
  }
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // A cancelled call says nothing about the model.
    if (modelFaultOf(error) === "aborted") throw error;
    const problem = clean(error instanceof Error ? error.message : String(error));
    const untilMs = nowMs + ALLOWANCE.silenceMs;
    await noteFailure(db, id, { day, maxFailures: ALLOWANCE.failures, untilMs, problem });
    throw error;
  }
  if (use !== undefined && use.failures > 0) await noteSuccess(db, id);
  return result;
}
