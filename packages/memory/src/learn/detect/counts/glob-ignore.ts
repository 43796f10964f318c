/**
 * glob_ignore: a listing or search returned many files, hardly any of them was opened, and the search continued: the pattern
 * is useless here. Only counted.
 */
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const GLOB_IGNORE: Detector = {
  type: "glob_ignore",
  isStatistic: true,
  detect: perAgent(detectIn),
};

const PATH = /(?:^|\s)((?:[\w@.-]+\/)+[\w@.-]+\.\w{1,6})(?=$|[\s:])/gm;

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, search] of steps.entries()) {
    if (!search.isOk || !isSearch(search)) continue;
    const input = new Set([...search.output.matchAll(PATH)].map((match) => match[1] ?? ""));
    if (input.size < DETECT.globMinFiles) continue;
    const next = steps.slice(i + 1, i + 1 + DETECT.globWindow);
    // A first overview searches several things at once; a continued search comes after the result was seen.
    if (!next.slice(0, DETECT.globGoesOn).some(isSearch)) continue;
    const opened = new Set(next.flatMap(({ files }) => files).filter((file) => isIn(input, file)));
    if (opened.size / input.size >= DETECT.globMaxOpened) continue;
    const subject = `listing:${clip(search.query ?? search.command ?? search.hostTool, 120)}`;
    if (!found.has(subject))
      found.set(subject, ignored(trace, search, subject, input.size, opened.size));
  }
  return [...found.values()];
}

function isSearch(step: Step): boolean {
  return step.tool === "glob" || step.tool === "search" || step.query !== null;
}

/** Returns whether a file is in a listing. Listings use paths relative to their folder, sessions use paths from the root. */
function isIn(input: ReadonlySet<string>, file: string): boolean {
  return (
    input.has(file) ||
    [...input].some((item) => item.endsWith(`/${file}`) || file.endsWith(`/${item}`))
  );
}

function ignored(
  trace: Trace,
  search: Step,
  subject: string,
  input: number,
  opened: number,
): Signal {
  return counted(trace, {
    type: "glob_ignore",
    from: [search],
    subject,
    detail: `${opened} of ${input} listed files were opened, and the search continued`,
  });
}
