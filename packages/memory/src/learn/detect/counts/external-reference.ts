/**
 * external_reference: a page was looked up and the next change uses its words. Only counted: which pages a project's work
 * relies on. Text from outside never becomes the text of a memory here.
 */
import type { Signal } from "../../../domain/signal.ts";
import { words } from "../../../domain/text/text.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const EXTERNAL_REFERENCE: Detector = {
  type: "external_reference",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, read] of steps.entries()) {
    if (read.tool !== "web" || !read.isOk || read.page === null) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.referenceWindow);
    const edit = window.find((step) => step.edit !== null && step.isOk && isFrom(read, step));
    const subject = `page:${read.page}`;
    if (edit === undefined || found.has(subject)) continue;
    found.set(
      subject,
      counted(trace, {
        type: "external_reference",
        from: [read, edit],
        files: edit.files.slice(0, 1),
        subject,
        detail: `looked up ${read.page}, then changed \`${edit.files[0] ?? "a file"}\``,
      }),
    );
  }
  return [...found.values()];
}

/** Returns whether the written text has names that were on the page and not in the text before. */
function isFrom(read: Step, edit: Step): boolean {
  const before = new Set(words(edit.edit?.before ?? ""));
  const fresh = new Set(words(edit.edit?.after ?? "").filter((word) => !before.has(word)));
  const page = new Set(words(read.output).filter((word) => word.length >= MIN_WORD));
  return [...fresh].filter((word) => page.has(word)).length >= DETECT.referenceMinWords;
}

const MIN_WORD = 5;
