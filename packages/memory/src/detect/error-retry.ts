/**
 * error_retry: a command failed, something was changed, the same command passed. What is kept is the error
 * with its fix, so that the next session meets both together.
 *
 * Not every red run is a lesson. An error about code that this very session had just written is the
 * ordinary back and forth of work: it waits until a second session meets it.
 */

import { draft } from "../domain/draft.ts";
import { errorFingerprint, tellingLine } from "../domain/error-fingerprint.ts";
import type { Evidence } from "../domain/memory.ts";
import type { Signal } from "../domain/signal.ts";
import { clip } from "../domain/text.ts";
import { canonicalCommand, isPresentable, onlyLooks, purposeOf } from "./command-shape.ts";
import { type Detector, editedFiles, stepsByAgent } from "./detector.ts";
import type { Step, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export const ERROR_RETRY: Detector = {
  type: "error_retry",
  isStatistic: false,
  detect: (trace) => stepsByAgent(trace).flatMap((steps) => detectIn(trace, steps)),
};

/** Errors of the moment: nothing that a later session could use. */
const PASSING =
  /timed? ?out|ECONNRE|ETIMEDOUT|EADDRINUSE|address already in use|rate limit|429|50[234]|network|SIGTERM|SIGKILL|killed|interrupted|lock file|index\.lock|no matches found|nothing to commit|working tree clean|would be overwritten|merge conflict|not staged/i;
const ENVIRONMENT =
  /command not found|not recognized|cannot find module|no module named|modulenotfound|missing script|unknown (option|command|argument|flag)|unrecognized|permission denied|no such file or directory|could not resolve|not installed|version|requires|peer dep|incompatible|EACCES|ENOENT|config|deprecated/i;

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, failure] of steps.entries()) {
    if (failure.isOk || failure.command === null || !isPresentable(failure.command)) continue;
    const fingerprint = errorFingerprint(failure.output);
    const error = tellingLine(failure.output);
    if (fingerprint === null || PASSING.test(error) || found.has(fingerprint)) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow.value);
    const passedAt = window.findIndex((step) => step.isOk && isSameRun(failure, step));
    const passed = window[passedAt];
    if (passed === undefined) continue;
    const signal = describe(trace, failure, window.slice(0, passedAt), passed, {
      fingerprint,
      error,
      before: steps.slice(0, i),
    });
    if (signal !== null) found.set(fingerprint, signal);
  }
  return [...found.values()];
}

function isSameRun(failure: Step, later: Step): boolean {
  if (failure.command === null || later.command === null) return false;
  const [a, b] = [canonicalCommand(failure.command), canonicalCommand(later.command)];
  return a === b && a !== "";
}

function describe(
  trace: Trace,
  failure: Step,
  between: readonly Step[],
  passed: Step,
  seen: { readonly fingerprint: string; readonly error: string; readonly before: readonly Step[] },
): Signal | null {
  const command = canonicalCommand(failure.command ?? "");
  const error = clip(seen.error, 220);
  const edits = between.filter((step) => step.isOk && step.edit !== null && step.files.length > 0);
  const commands = between.filter(
    (step) =>
      step.isOk &&
      step.command !== null &&
      isPresentable(step.command) &&
      !onlyLooks(step.command) &&
      !/\bgit (add|commit|push|checkout|switch|pull)\b/.test(step.command),
  );
  const files = editedFiles(between);
  const evidence: Evidence[] = [
    {
      kind: purposeOf(command) === "test" ? "test" : "exit_code",
      detail: `\`${clip(command, 120)}\` failed, then passed`,
      session: trace.session,
      atMs: passed.atMs,
    },
  ];
  const base = {
    type: "error_retry" as const,
    session: trace.session,
    agentId: failure.agentId,
    subject: `error:${seen.fingerprint}`,
    seqs: [failure.seq, passed.seq],
    isTainted: passed.isTainted,
    survivesFailure: true,
    evidence,
  };
  const cure = commands.findLast((step) => purposeOf(step.command ?? "") !== purposeOf(command));
  if (edits.length === 0) {
    if (cure?.command == null || !ENVIRONMENT.test(failure.output)) return null;
    const fix = canonicalCommand(cure.command);
    return {
      ...base,
      score: DETECT.errorRetryScore.value,
      minSessions: 1,
      files: [],
      draft: draft({
        type: "error_pattern",
        title: clip(`${error}`, 80),
        content: `\`${clip(command, 160)}\` fails with “${error}” until \`${clip(fix, 160)}\` has been run; then it passes.`,
        payload: { command, error, fix: { kind: "command", command: fix } },
        tags: ["error", "fix"],
        errorFingerprint: seen.fingerprint,
      }),
    };
  }
  const edit =
    edits.findLast((step) => step.files.some((file) => failure.output.includes(file))) ??
    edits.at(-1);
  const isOwnDoing = files.some((file) => editedFiles(seen.before).includes(file));
  return {
    ...base,
    score: DETECT.errorRetryScore.value * (isOwnDoing ? 0.7 : 1),
    minSessions: isOwnDoing || !ENVIRONMENT.test(seen.error) ? 2 : 1,
    files,
    draft: draft({
      type: "error_pattern",
      title: clip(`${error}`, 80),
      content: wordEdit(command, error, files, edit),
      payload: {
        command,
        error,
        fix: {
          kind: "edit",
          files,
          before: clip(edit?.edit?.before ?? "", 600),
          after: clip(edit?.edit?.after ?? "", 600),
        },
      },
      files: files.slice(0, 6),
      tags: ["error", "fix"],
      errorFingerprint: seen.fingerprint,
    }),
  };
}

function wordEdit(
  command: string,
  error: string,
  files: readonly string[],
  edit: Step | undefined,
): string {
  const where = files
    .slice(0, 3)
    .map((file) => `\`${file}\``)
    .join(", ");
  const change = edit?.edit ? wordChange(edit.edit.before, edit.edit.after) : "";
  return `\`${clip(command, 140)}\` failed with “${error}”. Fixed by editing ${where}${change}.`;
}

/** The first line that differs, when both sides are short enough to read. */
function wordChange(before: string, after: string): string {
  const old = before.split("\n").map((line) => line.trim());
  const lines = after.split("\n").map((line) => line.trim());
  const gone = old.filter((line) => line !== "" && !lines.includes(line));
  const added = lines.filter((line) => line !== "" && !old.includes(line));
  const [from, to] = [gone[0], added[0]];
  if (to === undefined) return from === undefined ? "" : ` (removed \`${clip(from, 110)}\`)`;
  if (from === undefined) return ` (added \`${clip(to, 110)}\`)`;
  return ` (\`${clip(from, 110)}\` became \`${clip(to, 110)}\`)`;
}
