/**
 * parallel_conflict: agents interfered with each other. Two agents of one session edited a file at the same time, or an edit
 * was rejected because the file had been changed by another. Only counted. For two concurrent sessions see
 * synthesize/side-by-side.ts.
 */
import type { Signal } from "../../../domain/signal.ts";
import { counted, type Detector, isEdit, stepsBefore, stepsByAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const PARALLEL_CONFLICT: Detector = {
  type: "parallel_conflict",
  isStatistic: true,
  detect: (trace) => [...bothEdited(trace), ...changedMeanwhile(trace)],
};

interface Span {
  readonly from: number;
  readonly to: number;
  readonly edits: readonly Step[];
}

function bothEdited(trace: Trace): Signal[] {
  const spans = stepsByAgent(trace).slice(0, DETECT.conflictAgents).map(spanOf);
  const found = new Map<string, Signal>();
  for (const [i, one] of spans.entries()) {
    for (const other of spans.slice(i + 1)) {
      if (one.from > other.to || other.from > one.to) continue;
      for (const [mine, theirs] of meetings(one, other)) {
        const file = mine.files.find((path) => theirs.files.includes(path)) ?? "";
        if (!found.has(file))
          found.set(file, conflict(trace, file, [mine, theirs], "two agents edited it"));
      }
    }
  }
  return [...found.values()];
}

function spanOf(steps: readonly Step[]): Span {
  return {
    from: steps[0]?.seq ?? 0,
    to: steps.at(-1)?.seq ?? 0,
    edits: steps.filter((step) => isEdit(step) && step.files.length > 0),
  };
}

/** Returns edits of one file by both agents while both were working. */
function meetings(one: Span, other: Span): [Step, Step][] {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  const within = ({ edits }: Span) => edits.filter(({ seq }) => seq >= from && seq <= to);
  const theirs = new Map(within(other).flatMap((step) => step.files.map((file) => [file, step])));
  return within(one).flatMap((step): [Step, Step][] => {
    const met = step.files.map((file) => theirs.get(file)).find((found) => found !== undefined);
    return met === undefined ? [] : [[step, met]];
  });
}

const CHANGED_MEANWHILE =
  /has been (?:unexpectedly )?modified since (?:it was )?(?:last )?read|has been unexpectedly modified|content has changed since|CONFLICT \(content\): Merge conflict in/i;
/** Matches formatters: one that ran since may have changed the file instead of another agent. */
const FORMATS = /\b(?:lint(?:-staged)?|format|fmt|prettier|biome|ruff|black|gofmt|eslint)\b/i;
/** Characters of an output that show why a call was rejected. */
const HEAD = 2000;

function changedMeanwhile(trace: Trace): Signal[] {
  const found = new Map<string, Signal>();
  for (const steps of stepsByAgent(trace)) {
    for (const [i, step] of steps.entries()) {
      if (step.isOk || !CHANGED_MEANWHILE.test(step.output.slice(0, HEAD))) continue;
      const [file = ""] = step.files;
      if (found.has(file) || isOwnDoing(stepsBefore(steps, i), file)) continue;
      found.set(file, conflict(trace, file, [step], "another process had changed it"));
    }
  }
  return [...found.values()];
}

/**
 * Returns whether the session itself changed the file: since it was last opened or edited, a command that rewrites files ran,
 * or it was just edited and hooks format.
 */
function isOwnDoing(before: readonly Step[], file: string): boolean {
  const last = before.findLastIndex((step) => step.isOk && step.files.includes(file));
  const isJustEdited = before[last] !== undefined && isEdit(before[last]);
  return isJustEdited || before.slice(last + 1).some((step) => FORMATS.test(step.command ?? ""));
}

function conflict(trace: Trace, file: string, steps: readonly Step[], how: string): Signal {
  return counted(trace, {
    type: "parallel_conflict",
    from: steps,
    files: file === "" ? [] : [file],
    subject: `conflict:${file}`,
    detail: file === "" ? how : `\`${file}\`: ${how}`,
  });
}
