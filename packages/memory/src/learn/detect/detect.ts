/** Detects all signals of a session. A new signal needs one file with its detector and one line here. */
import type { Signal } from "../../domain/signal.ts";
import { COMMAND_SUCCESS } from "./commands/command-success.ts";
import { TEST_ORDER } from "./commands/test-order.ts";
import { TEST_OUTCOME } from "./commands/test-outcome.ts";
import { COMMIT } from "./commit.ts";
import { BACKTRACK } from "./counts/backtrack.ts";
import { CO_ACCESS } from "./counts/co-access.ts";
import { CONFIG_TOUCH } from "./counts/config-touch.ts";
import { CONTEXT_TOKEN_SPIKE } from "./counts/context-token-spike.ts";
import { EXTERNAL_REFERENCE } from "./counts/external-reference.ts";
import { FILE_ACCESS } from "./counts/file-access.ts";
import { GLOB_IGNORE } from "./counts/glob-ignore.ts";
import { IMPORT_CHASE } from "./counts/import-chase.ts";
import { PARALLEL_CONFLICT } from "./counts/parallel-conflict.ts";
import { READ_ABANDON } from "./counts/read-abandon.ts";
import { REPEATED_GREP } from "./counts/repeated-grep.ts";
import { SELF_CORRECTION } from "./counts/self-correction.ts";
import { STEP_OVERRUN } from "./counts/step-overrun.ts";
import { TIME_ANOMALY } from "./counts/time-anomaly.ts";
import { TOOL_SEQUENCE } from "./counts/tool-sequence.ts";
import { DEAD_END } from "./dead-end.ts";
import type { Detector } from "./detector.ts";
import { ERROR_RETRY } from "./error-retry.ts";
import { PAST_COMMITS } from "./history/learned-of-history.ts";
import { RECORDED_NOTE } from "./statements/recorded-note.ts";
import { USER_CORRECTION } from "./statements/user-correction.ts";
import type { Trace } from "./trace.ts";

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

/** Returns signals in the order of the detectors, then of the session. Pure. */
export function detect(trace: Trace): Signal[] {
  return DETECTORS.flatMap((detector) =>
    detector
      .detect(trace)
      .map((signal) =>
        detector.isStatistic ? { ...signal, draft: null } : markShown(trace, signal),
      ),
  );
}

/** Marks a signal whose commands and names are already in a subagent's own task. */
function markShown(trace: Trace, signal: Signal): Signal {
  const { agentId, draft } = signal;
  if (agentId === null || draft === null) return signal;
  const names = [...draft.content.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
  const task = trace.messages.find(
    (message) => message.by === "user" && message.agentId === agentId,
  )?.text;
  const isFromParent = task !== undefined && names.some((name) => task.includes(name));
  return isFromParent ? { ...signal, isFromParent } : signal;
}
