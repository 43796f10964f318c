/** What a signal's file provides: how strong it is at its source, how often it must be seen, and how to see it. */

import type { Signal, SignalType } from "../../domain/signal.ts";
import { canonicalCommand, isScratch } from "./commands/command-shape.ts";
import type { Step, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export interface Detector {
  readonly type: SignalType;
  /** Counted, never worded: its precision on labelled sessions is below 0.8, or it says nothing by itself. */
  readonly isStatistic: boolean;
  readonly detect: (trace: Trace) => Signal[];
}

/** Steps of one agent (the session's own, or one subagent), so that parallel work is not read as a sequence. */
export function stepsByAgent(trace: Trace): Step[][] {
  const byAgent = new Map<string | null, Step[]>();
  for (const step of trace.steps) {
    const steps = byAgent.get(step.agentId);
    if (steps) steps.push(step);
    else byAgent.set(step.agentId, [step]);
  }
  return [...byAgent.values()];
}

interface Counted {
  readonly type: SignalType;
  readonly agentId: string | null;
  /** Ascending. */
  readonly seqs: readonly number[];
  readonly files: readonly string[];
  readonly subject: string;
  readonly detail: string;
  readonly atMs: number;
}

/** A signal that is only counted: it has no wording, and is as strong as what it counts is certain. */
export function counted(trace: Trace, seen: Counted): Signal {
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

/** Files of the project that were changed; what was only made to try something out is left out. */
export function editedFiles(steps: readonly Step[]): string[] {
  return changedPaths(steps).filter((file) => !isScratch(file));
}

/** Names of files these steps created or changed, scratch included. */
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

/** The step's command, whatever folder it was run from and however its output was cut; "" for none. Read once a step. */
export function runOf(step: Step): string {
  if (step.command === null) return "";
  const cached = RUNS.get(step);
  if (cached !== undefined) return cached;
  const run = canonicalCommand(step.command);
  RUNS.set(step, run);
  return run;
}

/** One command twice. */
export function isSameRun(one: Step, other: Step): boolean {
  const run = runOf(one);
  return run !== "" && run === runOf(other);
}

/** Of the steps before the `i`th those that still bear on it: a session that ran away is not looked through again and again. */
export function stepsBefore(steps: readonly Step[], i: number): readonly Step[] {
  return steps.slice(Math.max(0, i - DETECT.lookBackSteps), i);
}
