/**
 * file_access: a file that this session used at three steps or more. Only counted; over sessions, the statistics of its
 * module show which files a task there needs.
 */
import type { Signal } from "../../../domain/signal.ts";
import { isScratch } from "../commands/command-shape.ts";
import { counted, type Detector, perAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const FILE_ACCESS: Detector = {
  type: "file_access",
  isStatistic: true,
  detect: perAgent(detectIn),
};

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const uses = new Map<string, Step[]>();
  for (const step of steps) {
    if (!isUse(step)) continue;
    for (const file of new Set(step.files)) {
      if (isScratch(file)) continue;
      const own = uses.get(file);
      if (own) own.push(step);
      else uses.set(file, [step]);
    }
  }
  return [...uses].flatMap(([file, own]) =>
    own.length < DETECT.fileAccessMinSteps ? [] : [accessed(trace, file, own)],
  );
}

function isUse(step: Step): boolean {
  return step.isOk && (step.tool === "read" || step.tool === "edit" || step.tool === "write");
}

function accessed(trace: Trace, file: string, own: readonly Step[]): Signal {
  const edits = own.filter(({ tool }) => tool !== "read").length;
  return counted(trace, {
    type: "file_access",
    from: own,
    files: [file],
    subject: `file:${file}`,
    detail: `\`${file}\` was opened ${own.length - edits} times and edited ${edits} times`,
  });
}
