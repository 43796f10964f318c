/**
 * read_abandon: a search returned several files, one was opened without result, and another of them was the right one: the
 * first misleads this search. Only counted.
 */
import type { Signal } from "../../../domain/signal.ts";
import { counted, type Detector, isEdit, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const READ_ABANDON: Detector = {
  type: "read_abandon",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const edited = new Set(steps.filter(isEdit).flatMap(({ files }) => files));
  const uses = countUses(steps);
  const found = new Map<string, Signal>();
  for (const [i, search] of steps.entries()) {
    if (!search.isOk || search.query === null) continue;
    const next = openedNext(steps, i).filter(({ file }) => search.output.includes(file));
    const [first, second] = next;
    if (first === undefined || second === undefined || first.file === second.file) continue;
    const isLeft = uses.get(first.file) === 1 && !edited.has(first.file);
    if (!isLeft || !edited.has(second.file)) continue;
    if (!found.has(first.file)) found.set(first.file, abandoned(trace, search, first, second));
  }
  return [...found.values()];
}

interface Opened {
  readonly file: string;
  readonly step: Step;
}

function openedNext(steps: readonly Step[], at: number): Opened[] {
  return steps.slice(at + 1, at + 1 + DETECT.readAbandonWindow).flatMap((step) => {
    const [file] = step.files;
    return step.tool === "read" && step.isOk && file !== undefined ? [{ file, step }] : [];
  });
}

/** Returns the number of steps at which each file was opened or edited. */
function countUses(steps: readonly Step[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { files } of steps) {
    for (const file of new Set(files)) uses.set(file, (uses.get(file) ?? 0) + 1);
  }
  return uses;
}

function abandoned(trace: Trace, search: Step, first: Opened, second: Opened): Signal {
  return counted(trace, {
    type: "read_abandon",
    from: [search, first.step, second.step],
    files: [first.file, second.file],
    subject: `astray:${first.file}:${second.file}`,
    detail: `\`${first.file}\` was opened for \`${search.query}\`, but \`${second.file}\` was edited`,
  });
}
