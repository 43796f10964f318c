/**
 * backtrack: the agent reverted or corrected its own recent edit because it was wrong. Only counted: a file where this
 * happens repeatedly is harder than it looks. Extending an earlier edit is not backtracking, nor is an edit that the user
 * asked to change.
 */
import type { Signal } from "../../../domain/signal.ts";
import { oneLine } from "../../../domain/text/text.ts";
import { isScratch } from "../commands/command-shape.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const BACKTRACK: Detector = {
  type: "backtrack",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  return steps.flatMap((later, i) => {
    const file = editedFile(later);
    if (file === null) return [];
    const window = steps.slice(Math.max(0, i - DETECT.backtrackWindow), i);
    const at = window.findLastIndex(
      (step) => editedFile(step) === file && takesBack(trace, step, later, window),
    );
    const earlier = window[at];
    if (earlier === undefined) return [];
    return [
      counted(trace, {
        type: "backtrack",
        from: [earlier, later],
        files: [file],
        subject: `backtrack:${file}`,
        detail: `changed \`${file}\` again and replaced text written just before`,
      }),
    ];
  });
}

function editedFile(step: Step): string | null {
  const file = step.files[0];
  if (file === undefined || step.edit === null || !step.isOk || isScratch(file)) return null;
  return file;
}

function takesBack(trace: Trace, earlier: Step, later: Step, window: readonly Step[]): boolean {
  if (isLayout(later)) return false;
  const removed = removedLines(later);
  if (!addedLines(earlier).some((line) => removed.has(line))) return false;
  if (isUndone(earlier, later)) return true;
  const isAsked = trace.messages.some(
    (message) => message.by === "user" && message.seq > earlier.seq && message.seq < later.seq,
  );
  return !isAsked && window.some((step) => step.seq > earlier.seq && isRedRun(step));
}

function isRedRun(step: Step): boolean {
  return step.command !== null && !step.isOk;
}

/** Returns whether the text is again what it was before the earlier edit. */
function isUndone(earlier: Step, later: Step): boolean {
  const [was, is] = [oneLine(earlier.edit?.before ?? ""), oneLine(later.edit?.after ?? "")];
  return was.length >= MIN_TEXT && was === is;
}

const MIN_TEXT = 12;

function addedLines(step: Step): string[] {
  const before = new Set(lines(step.edit?.before ?? ""));
  return lines(step.edit?.after ?? "").filter((line) => !before.has(line));
}

/** Returns the removed lines; a line with which a later line begins was extended, not removed. */
function removedLines(step: Step): Set<string> {
  const after = lines(step.edit?.after ?? "");
  const isStillThere = (line: string) =>
    after.some((item) => item.startsWith(line.replace(/\W+$/, "")));
  return new Set(lines(step.edit?.before ?? "").filter((line) => !isStillThere(line)));
}

/** Returns whether only line breaks and their commas changed, as a formatter does. */
function isLayout(step: Step): boolean {
  const squeeze = (text: string) => text.replace(/[\s,]+/g, "");
  return squeeze(step.edit?.before ?? "") === squeeze(step.edit?.after ?? "");
}

/** Returns lines long enough not to be equal by chance. */
function lines(text: string): string[] {
  return text
    .split("\n")
    .map(oneLine)
    .filter((line) => line.length >= MIN_TEXT);
}
