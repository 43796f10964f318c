/**
 * test_outcome: a test command that was red went green. Counted, never worded: it is evidence for the other
 * signals of its session, whose files it covers.
 */
import type { Signal } from "../domain/signal.ts";
import { clip } from "../domain/text.ts";
import { canonicalCommand, purposeOf } from "./command-shape.ts";
import { type Detector, editedFiles, stepsByAgent } from "./detector.ts";
import type { Step, Trace } from "./trace.ts";

export const TEST_OUTCOME: Detector = {
  type: "test_outcome",
  isStatistic: true,
  detect: (trace) => stepsByAgent(trace).flatMap((steps) => greens(trace, steps)),
};

function greens(trace: Trace, steps: readonly Step[]): Signal[] {
  const red = new Map<string, Step>();
  const found: Signal[] = [];
  for (const step of steps) {
    if (step.command === null || purposeOf(step.command) !== "test") continue;
    const command = canonicalCommand(step.command);
    const failed = red.get(command);
    if (!step.isOk) {
      if (failed === undefined) red.set(command, step);
    } else if (failed !== undefined) {
      red.delete(command);
      found.push(green(trace, steps, failed, step));
    }
  }
  return found;
}

function green(trace: Trace, steps: readonly Step[], failed: Step, passed: Step): Signal {
  const command = clip(canonicalCommand(passed.command ?? ""), 120);
  return {
    type: "test_outcome",
    session: trace.session,
    agentId: passed.agentId,
    subject: `test:${command}`,
    score: 1,
    minSessions: 1,
    files: editedFiles(steps.filter((step) => step.seq > failed.seq && step.seq < passed.seq)),
    seqs: [failed.seq, passed.seq],
    isTainted: passed.isTainted,
    survivesFailure: true,
    evidence: [
      {
        kind: "test",
        detail: `\`${command}\` went from red to green`,
        session: trace.session,
        atMs: passed.atMs,
      },
    ],
    draft: null,
  };
}
