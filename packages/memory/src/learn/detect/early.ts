/**
 * Selects the signals of a running session that are worth reporting already: those that are valid whatever the session's
 * outcome, once they have cost it repeatedly (the same search three times, a second error). Count-only signals are not
 * reported early.
 */
import type { Signal } from "../../domain/signal.ts";
import { errorOf, type Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

/** Filters `signals`, all of which were detected in `trace` so far. */
export function earlySignals(trace: Trace, signals: readonly Signal[]): Signal[] {
  const hasErrors = errorsMet(trace) >= DETECT.earlyErrors;
  return signals.filter((signal) => {
    if (signal.draft === null || !signal.survivesFailure) return false;
    if (signal.type === "repeated_grep")
      return signal.seqs.length >= DETECT.repeatedGrepMinSearches;
    return signal.type === "error_retry" && hasErrors;
  });
}

/** Returns the number of different errors. */
function errorsMet({ steps }: Trace): number {
  const met = new Set<string>();
  for (const step of steps) {
    const fingerprint = step.isOk ? null : errorOf(step).fingerprint;
    if (fingerprint !== null) met.add(fingerprint);
  }
  return met.size;
}
