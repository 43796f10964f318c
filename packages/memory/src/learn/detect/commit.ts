/**
 * commit: what was committed, and with which files. Only counted: the files of a commit are related more closely than those
 * of a session, and a commit ends a piece of work.
 */
import type { Signal } from "../../domain/signal.ts";
import { isRefusal } from "./commands/run-result.ts";
import { counted, type Detector, editedFiles, stepsBefore } from "./detector.ts";
import type { Step, Trace } from "./trace.ts";

export const COMMIT: Detector = {
  type: "commit",
  isStatistic: true,
  detect: (trace) => [...announced(trace), ...typed(trace)],
};

const COMMITS =
  /(?:^|[;&|]\s*|\n\s*)(?:(?!echo\b|printf\b)\w+ )?git (?:-\S+ \S+ )*commit\b(?!.*--dry-run)/;
const NO_COMMIT_MADE =
  /nothing (?:added )?to commit|no changes added to commit|working tree clean/i;

/** Returns commits reported by git, as the reader of the host's records found them in the output. */
function announced(trace: Trace): Signal[] {
  return trace.commits.map((commit) =>
    counted(trace, {
      type: "commit",
      from: [
        {
          agentId: commit.agentId ?? null,
          seq: commit.seq ?? 0,
          isTainted: false,
          atMs: Date.parse(commit.ts),
        },
      ],
      files: commit.files,
      subject: `commit:${commit.sha}`,
      detail: `committed ${commit.sha.slice(0, 8)}`,
    }),
  );
}

/** Returns commits whose output does not mention them, because a wrapper or `-q` removed it. */
function typed(trace: Trace): Signal[] {
  return trace.steps.flatMap((step, i) => {
    if (!isSilentCommit(step) || isAnnounced(trace, step, trace.steps[i + 1])) return [];
    const before = stepsBefore(trace.steps, i);
    const last = before.findLastIndex((item) => COMMITS.test(item.command ?? "") && item.isOk);
    return [
      counted(trace, {
        type: "commit",
        from: [step],
        files: editedFiles(before.slice(last + 1)),
        subject: `commit:${trace.session}:${step.seq}`,
        detail: "committed",
      }),
    ];
  });
}

function isSilentCommit(step: Step): boolean {
  if (step.command === null || !step.isOk || !COMMITS.test(step.command)) return false;
  return !NO_COMMIT_MADE.test(step.output) && !isRefusal(step.output);
}

function isAnnounced(trace: Trace, step: Step, next: Step | undefined): boolean {
  return trace.commits.some((commit) => {
    const seq = commit.seq ?? 0;
    return seq > step.seq && seq < (next?.seq ?? Number.POSITIVE_INFINITY);
  });
}
