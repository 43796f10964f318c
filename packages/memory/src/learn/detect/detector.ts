/** Interface of a detector: the strength of its signal, how many sessions must show it, and its detection. */

import type { Evidence } from "../../domain/memory.ts";
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
  return [...Map.groupBy(trace.steps, ({ agentId }) => agentId).values()];
}

/** Runs a detection on the steps of each agent. */
export function perAgent(
  detectIn: (trace: Trace, steps: readonly Step[]) => Signal[],
): Detector["detect"] {
  return (trace) => stepsByAgent(trace).flatMap((steps) => detectIn(trace, steps));
}

/** A step or a message. */
type Happened = Pick<Step, "agentId" | "seq" | "isTainted" | "atMs">;

interface SignalParts
  extends Pick<Signal, "type" | "subject" | "score" | "minSessions" | "draft">,
    Partial<
      Pick<
        Signal,
        "agentId" | "files" | "isTainted" | "survivesFailure" | "isCountedOnly" | "isFromParent"
      >
    > {
  /** What shows it: the first event names the agent, the last one has the time and may be tainted. */
  readonly from: readonly Happened[];
  readonly evidence: Pick<Evidence, "kind" | "detail">;
}

/** Creates a signal from what is particular to it. Without `files` it is about none, and it survives a failed session. */
export function signalFrom(trace: Trace, { from, evidence, ...parts }: SignalParts): Signal {
  const last = from.at(-1);
  return {
    session: trace.session,
    agentId: from[0]?.agentId ?? null,
    files: [],
    seqs: from.map(({ seq }) => seq).sort((a, b) => a - b),
    isTainted: last?.isTainted ?? false,
    survivesFailure: true,
    evidence: [{ ...evidence, session: trace.session, atMs: last?.atMs ?? 0 }],
    ...parts,
  };
}

interface CountedParts
  extends Pick<SignalParts, "type" | "subject" | "agentId" | "files" | "from"> {
  readonly detail: string;
}

/** Creates a count-only signal: it has no text, and its score is the certainty of what it counts. */
export function counted(trace: Trace, { detail, ...parts }: CountedParts): Signal {
  const evidence = { kind: "reobserved", detail } as const;
  return signalFrom(trace, {
    score: 1,
    minSessions: 1,
    isTainted: false,
    draft: null,
    evidence,
    ...parts,
  });
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
