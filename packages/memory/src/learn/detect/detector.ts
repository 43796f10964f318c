/** Interface of a detector: the strength of its signal, how many sessions must show it, and its detection. */

import type { Signal, SignalType } from "../../domain/signal.ts";
import { canonicalCommand, isScratch } from "./commands/command-shape.ts";
import type { Step, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export interface Detector {
  readonly type: SignalType;
  /** Only counted, without text: its precision on labelled sessions is below 0.8, or it is meaningless alone. */
  readonly isStatistic: boolean;
  readonly detect: (trace: Trace) => Signal[];
}

/** Returns the steps of each agent (the session's own, or one subagent), so that parallel work is not read as a sequence. */
export function stepsByAgent(trace: Trace): Step[][] {
  const byAgent = new Map<string | null, Step[]>();
  for (const step of trace.steps) {
    const steps = byAgent.get(step.agentId);
    if (steps) steps.push(step);
    else byAgent.set(step.agentId, [step]);
  }
  return [...byAgent.values()];
}

interface CountedSteps {
  readonly type: SignalType;
  readonly agentId: string | null;
  /** Ascending. */
  readonly seqs: readonly number[];
  readonly files: readonly string[];
  readonly subject: string;
  readonly detail: string;
  readonly atMs: number;
}

/** Creates a count-only signal: it has no text, and its score is the certainty of what it counts. */
export function counted(trace: Trace, seen: CountedSteps): Signal {
  return {
    type: seen.type,
    session: trace.session,
    agentId: seen.agentId,
    subject: seen.subject,
    score: 1,
    minSessions: 1,
    files: seen.files,
    seqs: seen.seqs,
    isTainted: false,
    survivesFailure: true,
    evidence: [
      { kind: "reobserved", detail: seen.detail, session: trace.session, atMs: seen.atMs },
    ],
    draft: null,
  };
}

/** Returns changed files of the project, without those made only to try something. */
export function editedFiles(steps: readonly Step[]): string[] {
  return changedPaths(steps).filter((file) => !isScratch(file));
}

/** Returns the names of files that these steps created or changed, including temporary ones. */
export function touchedNames(steps: readonly Step[]): string[] {
  return [...new Set(changedPaths(steps).map((file) => file.split("/").at(-1) ?? file))];
}

function changedPaths(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(isEdit).flatMap((step) => step.files))];
}

export function isEdit(step: Step): boolean {
  return step.isOk && (step.tool === "edit" || step.tool === "write");
}

const RUNS = new WeakMap<Step, string>();

/**
 * Returns the step's command, independent of its folder and of how its output was cut; "" if none. Computed once per step.
 */
export function runOf(step: Step): string {
  if (step.command === null) return "";
  const cached = RUNS.get(step);
  if (cached !== undefined) return cached;
  const run = canonicalCommand(step.command);
  RUNS.set(step, run);
  return run;
}

/** Returns whether two steps run the same command. */
export function isSameRun(one: Step, other: Step): boolean {
  const run = runOf(one);
  return run !== "" && run === runOf(other);
}

/** Returns the recent steps before the `i`th; limited, so that a very long session is not searched again and again. */
export function stepsBefore(steps: readonly Step[], i: number): readonly Step[] {
  return steps.slice(Math.max(0, i - DETECT.lookBackSteps), i);
}
