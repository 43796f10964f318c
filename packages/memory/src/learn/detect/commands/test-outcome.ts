/**
 * test_outcome: a failed test command passed later. Only counted, without text: it is evidence for the other signals of its
 * session whose files it covers.
 */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { type Detector, editedFiles, perAgent, signalFrom } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { canonicalCommand, isReadOnly, purposeOf } from "./command-shape.ts";
import { isFiltered, isRefusal } from "./run-result.ts";

export const TEST_OUTCOME: Detector = {
  type: "test_outcome",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const red = new Map<string, Step>();
  const found: Signal[] = [];
  const runs = steps.filter((step) => purposeOf(step.command ?? "") === "test");
  for (const run of runs) {
    const command = canonicalCommand(run.command ?? "");
    const failed = red.get(command);
    if (failed === undefined) {
      if (!run.isOk && isRed(run)) red.set(command, run);
    } else if (run.isOk && !isFiltered(run.command ?? "")) {
      red.delete(command);
      if (isChangedBetween(steps, failed, run)) found.push(toSignal(trace, steps, failed, run));
    }
  }
  return found;
}

/**
 * Returns whether something changed in between; otherwise the second run was a different one, or the first failed by chance.
 */
function isChangedBetween(steps: readonly Step[], failed: Step, passed: Step): boolean {
  return steps.some((step) => isChange(step) && step.seq > failed.seq && step.seq < passed.seq);
}

/** Returns whether tests ran and failed: neither a call that never started nor the linter before them. */
function isRed(step: Step): boolean {
  return (
    !isRefusal(step.output) && /\bfail|FAIL|\bnot ok\b|✗|✕|\b\w*Error\b|panicked/.test(step.output)
  );
}

/** Returns whether the step may have changed files: an edit, or a command that does more than read or test. */
function isChange(step: Step): boolean {
  if (step.tool === "edit" || step.tool === "write") return step.isOk;
  return step.command !== null && !isReadOnly(step.command) && purposeOf(step.command) !== "test";
}

function toSignal(trace: Trace, steps: readonly Step[], failed: Step, passed: Step): Signal {
  const command = clip(canonicalCommand(passed.command ?? ""), 120);
  return signalFrom(trace, {
    type: "test_outcome",
    subject: `test:${command}`,
    score: 1,
    minSessions: 1,
    files: editedFiles(steps.filter((step) => step.seq > failed.seq && step.seq < passed.seq)),
    from: [failed, passed],
    evidence: {
      kind: "test",
      detail: sentenceOf("went_green", { command }),
    },
    draft: null,
  });
}
