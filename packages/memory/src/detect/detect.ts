/** All signals of a session. A new signal is one file with its detector, and one line here. */
import type { Event } from "@tacit-memory/protocol";
import type { Signal } from "../domain/signal.ts";
import { BACKTRACK } from "./backtrack.ts";
import { CO_ACCESS } from "./co-access.ts";
import { COMMAND_SUCCESS } from "./command-success.ts";
import { COMMIT } from "./commit.ts";
import { CONFIG_TOUCH } from "./config-touch.ts";
import { DEAD_END } from "./dead-end.ts";
import type { Detector } from "./detector.ts";
import { ERROR_RETRY } from "./error-retry.ts";
import { EXTERNAL_REFERENCE } from "./external-reference.ts";
import { IMPORT_CHASE } from "./import-chase.ts";
import { REPEATED_GREP } from "./repeated-grep.ts";
import { SELF_CORRECTION } from "./self-correction.ts";
import { TEST_ORDER } from "./test-order.ts";
import { TEST_OUTCOME } from "./test-outcome.ts";
import { buildTrace } from "./trace.ts";
import { USER_CORRECTION } from "./user-correction.ts";

const DETECTORS: readonly Detector[] = [
  USER_CORRECTION,
  ERROR_RETRY,
  COMMAND_SUCCESS,
  SELF_CORRECTION,
  DEAD_END,
  REPEATED_GREP,
  CO_ACCESS,
  TEST_OUTCOME,
  COMMIT,
  BACKTRACK,
  EXTERNAL_REFERENCE,
  CONFIG_TOUCH,
  TEST_ORDER,
  IMPORT_CHASE,
];

/** Signals in the order of the detectors, then of the session. Pure. */
export function detect(session: string, events: readonly Event[]): Signal[] {
  const trace = buildTrace(session, events);
  return DETECTORS.flatMap((detector) =>
    detector
      .detect(trace)
      .map((signal) => (detector.isStatistic ? { ...signal, draft: null } : signal)),
  );
}
