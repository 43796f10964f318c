/**
 * Finds the failed runs that an edit fixed: the same command passed afterwards. This makes no memory, because most are the
 * everyday work of one session; it marks the passage in which the session speaks about it, so that a session with the same
 * failure is pointed to it.
 */
import type { FixedFailure } from "../../capture/index-passages.ts";
import { isReadOnly, purposeOf } from "./commands/command-shape.ts";
import { editedFiles, isSameRun, runOf } from "./detector.ts";
import { failureKeys } from "./failure-keys.ts";
import type { Step, Trace } from "./trace.ts";

/** Maximum steps between a failed run and the run that passes. */
const MAX_STEPS = 200;

export function fixedFailures({ steps }: Trace): FixedFailure[] {
  const own = steps.filter(({ agentId }) => agentId === null);
  return own.flatMap((failure, i): FixedFailure[] => {
    if (failure.command === null || !isRun(failure)) return [];
    const later = own.slice(i + 1, i + 1 + MAX_STEPS);
    const at = later.findIndex((step) => step.isOk && isSameRun(failure, step));
    const passed = later[at];
    if (passed === undefined || editedFiles(later.slice(0, at)).length === 0) return [];
    return [{ seq: passed.seq, keys: failureKeys(failure.output, failure.command) }];
  });
}

/** Complaints of a linter or formatter concern code that was just written. */
function isRun(step: Step): boolean {
  const purpose = purposeOf(step.command ?? "");
  const isCheckOfStyle = purpose === "lint" || purpose === "format";
  return !step.isOk && runOf(step) !== "" && !isCheckOfStyle && !isReadOnly(step.command ?? "");
}
