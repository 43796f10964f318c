/**
 * time_anomaly: a command took minutes and much longer than the session's other commands: a build or suite to plan for, or a
 * call that hung. Only counted. Restricted to commands, because other tools may have waited for a person.
 */
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { canonicalCommand, isPresentable, purposeOf } from "../commands/command-shape.ts";
import { counted, type Detector } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const TIME_ANOMALY: Detector = {
  type: "time_anomaly",
  isStatistic: true,
  detect: (trace) => {
    const runs = trace.steps.filter(isTimed);
    const usual = median(runs.map(({ durationMs }) => durationMs ?? 0));
    if (usual === null) return [];
    const slow = Math.max(DETECT.slowMs, usual * DETECT.slowTimes);
    const longest = new Map<string, Step>();
    for (const run of runs) {
      const command = canonicalCommand(run.command ?? "");
      const previous = longest.get(command);
      if ((run.durationMs ?? 0) >= slow && (previous?.durationMs ?? 0) < (run.durationMs ?? 0))
        longest.set(command, run);
    }
    return [...longest].map(([command, run]) => slowRun(trace, command, run));
  },
};

/**
 * Returns whether a command with a purpose took no longer than hosts allow; beyond that a person was probably asked first.
 */
function isTimed(step: Step): boolean {
  const { command, durationMs } = step;
  if (durationMs === null || durationMs > DETECT.slowMostMs.value) return false;
  return command !== null && isPresentable(command) && purposeOf(command) !== null;
}

/** Returns the upper of the two middle values; null for an empty list. */
function median(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

function slowRun(trace: Trace, command: string, run: Step): Signal {
  const seconds = Math.round((run.durationMs ?? 0) / 1000);
  return counted(trace, {
    type: "time_anomaly",
    from: [run],
    subject: `slow:${clip(command, 200)}`,
    detail: `\`${clip(command, 120)}\` took ${seconds} s`,
  });
}
