/**
 * What of a session that is not over is worth telling already? What holds whatever comes of the session, once it costs it
 * more than once: the same search three times, a second error. What is only counted says nothing early either.
 */
import type { Signal } from "../../domain/signal.ts";
import { errorOf, type Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

/** Of `signals`, all of them seen in `trace` so far. */
export function earlySignals(trace: Trace, signals: readonly Signal[]): Signal[] {
  const hasErrors = errorsMet(trace) >= DETECT.earlyErrors;
  return signals.filter((signal) => {
    if (signal.draft === null || !signal.survivesFailure) return false;
    if (signal.type === "repeated_grep")
      return signal.seqs.length >= DETECT.repeatedGrepMinSearches;
    return signal.type === "error_retry" && hasErrors;
  });
}

/** Different ones. */
function errorsMet({ steps }: Trace): number {
  const met = new Set<string>();
  for (const step of steps) {
    const fingerprint = step.isOk ? null : errorOf(step).fingerprint;
    if (fingerprint !== null) met.add(fingerprint);
  }
  return met.size;
}
