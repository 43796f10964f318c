/**
 * context_token_spike: one call filled much of the context, with an output many times that of the session's other calls. Only
 * counted; what a module costs to read is the sum of its files' outputs (synthesize/).
 */

import type { Signal } from "../../../domain/signal.ts";
import { grouped } from "../../../domain/text/grouped.ts";
import { clip } from "../../../domain/text/text.ts";
import { canonicalCommand } from "../commands/command-shape.ts";
import { counted, type Detector } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const CONTEXT_TOKEN_SPIKE: Detector = {
  type: "context_token_spike",
  isStatistic: true,
  detect: (trace) => {
    const { steps } = trace;
    const mean =
      steps.reduce((sum, step) => sum + outputTokens(step), 0) / Math.max(1, steps.length);
    const minTokens = Math.max(DETECT.spikeTokens, mean * DETECT.spikeTimes);
    const largest = new Map<string, Step>();
    for (const step of steps) {
      const subject = subjectOf(step);
      const previous = largest.get(subject);
      if (
        outputTokens(step) >= minTokens &&
        outputTokens(step) > (previous ? outputTokens(previous) : 0)
      )
        largest.set(subject, step);
    }
    return [...largest].map(([subject, step]) => spike(trace, subject, step));
  },
};

/** Estimates tokens: about four characters each. */
export function outputTokens(step: Step): number {
  return Math.round(step.outputChars / 4);
}

function subjectOf(step: Step): string {
  const what =
    step.files[0] ?? (step.command === null ? step.query : canonicalCommand(step.command));
  return `tokens:${clip(what ?? step.hostTool, 200)}`;
}

function spike(trace: Trace, subject: string, step: Step): Signal {
  return counted(trace, {
    type: "context_token_spike",
    from: [step],
    files: step.files,
    subject,
    detail: `about ${grouped(outputTokens(step))} tokens in one output`,
  });
}
