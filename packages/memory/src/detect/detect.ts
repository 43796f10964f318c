/** All signals of a session. A new signal is one file with its detector, and one line here. */
import type { Signal } from "../domain/signal.ts";
import { BACKTRACK } from "./backtrack.ts";
import { CO_ACCESS } from "./co-access.ts";
import { COMMAND_SUCCESS } from "./command-success.ts";
import { COMMIT } from "./commit.ts";
import { CONFIG_TOUCH } from "./config-touch.ts";
import { CONTEXT_TOKEN_SPIKE } from "./context-token-spike.ts";
import { DEAD_END } from "./dead-end.ts";
import type { Detector } from "./detector.ts";
import { ERROR_RETRY } from "./error-retry.ts";
import { EXTERNAL_REFERENCE } from "./external-reference.ts";
import { FILE_ACCESS } from "./file-access.ts";
import { GLOB_IGNORE } from "./glob-ignore.ts";
import { PAST_COMMITS } from "./history/learned-of-history.ts";
import { IMPORT_CHASE } from "./import-chase.ts";
import { PARALLEL_CONFLICT } from "./parallel-conflict.ts";
import { READ_ABANDON } from "./read-abandon.ts";
import { RECORDED_NOTE } from "./recorded-note.ts";
import { REPEATED_GREP } from "./repeated-grep.ts";
import { SELF_CORRECTION } from "./self-correction.ts";
import { STEP_OVERRUN } from "./step-overrun.ts";
import { TEST_ORDER } from "./test-order.ts";
import { TEST_OUTCOME } from "./test-outcome.ts";
import { TIME_ANOMALY } from "./time-anomaly.ts";
import { TOOL_SEQUENCE } from "./tool-sequence.ts";
import type { Trace } from "./trace.ts";
import { USER_CORRECTION } from "./user-correction.ts";

const DETECTORS: readonly Detector[] = [
  USER_CORRECTION,
  RECORDED_NOTE,
  ERROR_RETRY,
  COMMAND_SUCCESS,
  SELF_CORRECTION,
  DEAD_END,
  REPEATED_GREP,
  CO_ACCESS,
  TEST_OUTCOME,
  COMMIT,
  PAST_COMMITS,
  BACKTRACK,
  EXTERNAL_REFERENCE,
  CONFIG_TOUCH,
  TEST_ORDER,
  IMPORT_CHASE,
  FILE_ACCESS,
  READ_ABANDON,
  TOOL_SEQUENCE,
  TIME_ANOMALY,
  GLOB_IGNORE,
  STEP_OVERRUN,
  PARALLEL_CONFLICT,
  CONTEXT_TOKEN_SPIKE,
];

/** Signals in the order of the detectors, then of the session. Pure. */
export function detect(trace: Trace): Signal[] {
  return DETECTORS.flatMap((detector) =>
    detector
      .detect(trace)
      .map((signal) =>
        detector.isStatistic ? { ...signal, draft: null } : markTold(trace, signal),
      ),
  );
}

/** What a subagent's own task names: the commands and names that the signal is worded with. */
function markTold(trace: Trace, signal: Signal): Signal {
  const { agentId, draft } = signal;
  if (agentId === null || draft === null) return signal;
  const names = [...draft.content.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
  const task = trace.sayings.find((one) => one.by === "user" && one.agentId === agentId)?.text;
  const isTold = task !== undefined && names.some((name) => task.includes(name));
  return isTold ? { ...signal, isTold } : signal;
}
