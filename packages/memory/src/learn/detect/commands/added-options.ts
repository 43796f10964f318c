/**
 * Detects a failed run that passed with additional options and no other change: `mvn test -Dmaven.compiler.source=8`. The machine
 * or the project requires these options, so every session meets the same failure.
 */

import { draft, titleOf } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { editedFiles, signalFrom } from "../detector.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { overridesGuard } from "./command-setting.ts";
import { commandStem, isNotRun, isPresentable, purposePart } from "./command-shape.ts";

/** Options that cannot be the fix: they change the output, select tests, stop earlier, ignore failures or update expectations. */
const IDLE =
  /^-{1,2}(?:v+|verbose|q+|quiet|silent|s|x|l|k|X|e|U|bail|(?:test\.)?count(?:=.*)?|reruns?.*|retries.*|retry.*|flaky.*|(?:test\.)?run(?:=.*)?|tb=.*|no-header|colou?r.*|no-colou?r|reporter.*|log.*|stacktrace|debug|info|help|version|h|V|collect-only|co|list|n|dry-run|passWithNoTests|no-fail|maxfail.*|ff|lf|Dtest=.*|DfailIfNoTests.*|t|testNamePattern.*|grep.*|(?:D?skip|exclude|ignore(?!-scripts)|deselect|testPath|update|snapshot-update|continue|cov-fail|no-cov|fail-never|no-verify).*|Dmaven\.test\..*|u|fn|fae|f|force|w|exit-zero|keep-going|max-warnings.*)$/;

/** At most one signal per error in a session. */
export function addedOptions(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, failure] of steps.entries()) {
    const fingerprint = failure.isOk ? null : errorOf(failure).fingerprint;
    if (fingerprint === null || found.has(fingerprint) || isNotRun(errorOf(failure).line)) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const passedAt = window.findIndex((step) => step.isOk && added(failure, step).length > 0);
    const passed = window[passedAt];
    // An edit in between may be the fix.
    if (passed === undefined || editedFiles(window.slice(0, passedAt)).length > 0) continue;
    found.set(fingerprint, toSignal(trace, { failure, passed, fingerprint }));
  }
  return [...found.values()];
}

/** The options that a later run has in addition to those of the first run. Empty if it is a different run. */
function added(failure: Step, later: Step): readonly string[] {
  const [before, after] = [wordsOf(failure), wordsOf(later)];
  if (before === null || after === null || before[0] !== after[0]) return [];
  const news = after.filter((word) => !before.includes(word));
  const hasAll = before.every((word) => after.includes(word) || IDLE.test(word));
  const isOptions = news.every((word) => word.startsWith("-"));
  if (!hasAll || !isOptions || news.some(overridesGuard)) return [];
  return news.filter((word) => !IDLE.test(word));
}

function wordsOf({ command }: Step): readonly string[] | null {
  if (command === null || !isPresentable(command)) return null;
  return purposePart(command)?.part.split(" ") ?? null;
}

interface Passed {
  readonly failure: Step;
  readonly passed: Step;
  readonly fingerprint: string;
}

function toSignal(trace: Trace, { failure, passed, fingerprint }: Passed): Signal {
  const error = clip(errorOf(failure).line, 200);
  const stem = clip(commandStem(failure.command ?? ""), 100);
  const options = clip(added(failure, passed).join(" "), 160);
  return signalFrom(trace, {
    type: "error_retry",
    // The subject contains the options, because another session may have passed with other options.
    subject: `options:${fingerprint}:${options.split(" ").sort().join(" ")}`,
    score: DETECT.errorRetryScore,
    minSessions: DETECT.addedOptionsMinSessions,
    from: [failure, passed],
    evidence: {
      kind: "exit_code",
      detail: sentenceOf("passed_with", { command: stem, options }),
    },
    draft: draft({
      type: "error_pattern",
      title: titleOf(`To run ${stem}: add ${options}`),
      content: `To run \`${stem}\` in this project, add \`${options}\`: the command failed without it (“${error}”) and passed with it.`,
      payload: { command: stem, error, fix: { kind: "options", options } },
      tags: ["error", "fix"],
      errorFingerprint: fingerprint,
    }),
  });
}
