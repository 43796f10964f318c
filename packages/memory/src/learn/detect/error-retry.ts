/**
 * error_retry: a command failed, something was changed, and the same command passed or got further. The error is stored with
 * its fix, so that the next session gets both together. Not every failed run is a lesson. An error in code that this session
 * had just written is normal work: it waits until another session meets it.
 */

import { draft, titleOfFix } from "../../domain/draft.ts";
import type { Fix as PayloadFix } from "../../domain/payload.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import { addedOptions } from "./commands/added-options.ts";
import { changedRuns } from "./commands/changed-run.ts";
import {
  canonicalCommand,
  isPresentable,
  purposeOf,
  purposePart,
} from "./commands/command-shape.ts";
import { fixingCommands } from "./commands/fixing-command.ts";
import { missedEdits } from "./commands/missed-edit.ts";
import { isObviousInstall } from "./commands/obvious-install.ts";
import { refusedCommits } from "./commands/refused-commit.ts";
import { refusedOptions } from "./commands/refused-option.ts";
import {
  type Detector,
  editedFiles,
  isSameRun,
  signalFrom,
  stepsBefore,
  stepsByAgent,
  touchedNames,
} from "./detector.ts";
import { recurringFailures } from "./recurring-failure.ts";
import { informativeLines, wordChange } from "./statements/edit-words.ts";
import { errorOf, type Step, type Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export const ERROR_RETRY: Detector = {
  type: "error_retry",
  isStatistic: false,
  detect: (trace) =>
    stepsByAgent(trace).flatMap((steps) => {
      const fixed = fixingCommands(trace, steps);
      const sure = [
        ...detectIn(trace, steps),
        ...missedEdits(trace, steps),
        ...refusedCommits(trace, steps),
        ...fixed,
        ...addedOptions(trace, steps).filter((addedOption) => !isStatedOf(addedOption, fixed)),
      ];
      const covered = new Set(sure.flatMap(({ seqs: [failed] }) => failed ?? []));
      const changed = changedRuns(trace, steps, covered);
      const named = [...sure, ...changed, ...refusedOptions(trace, steps)];
      const knownSeqs = new Set(named.flatMap(({ seqs: [failed] }) => failed ?? []));
      return [...sure, ...changed, ...recurringFailures(trace, steps, knownSeqs)];
    }),
};

/** Returns whether the failure has a fixer (`ruff check`, then with `--fix`), which is not a missing option. */
function isStatedOf({ seqs: [failed] }: Signal, fixed: readonly Signal[]): boolean {
  return fixed.some(({ seqs }) => seqs[0] === failed);
}

/** Matches temporary errors, which are useless for later sessions. */
const PASSING =
  /timed? ?out|ECONNRE|ETIMEDOUT|EADDRINUSE|address already in use|rate limit|\b429\b|\b50[234]\b|network|SIGTERM|SIGKILL|killed|interrupted|index\.lock|no matches found|nothing to commit|working tree clean|would be overwritten|merge conflict|not staged|tool_use_error|would have printed|were emitted|No such file or directory/i;
/** Matches errors of the machine, the tools and their configuration, not of the code being written. */
const ENVIRONMENT =
  /command not found|not recognized|cannot find (?:module|package)|no module named|modulenotfound|missing script|unknown (?:option|command|argument|flag)|unrecognized|permission denied|could not resolve|not installed|unsupported|requires|peer dep|incompatible|EACCES|config(?:uration)?\b|deprecated|migration|no such table|environment variable|not set\b/i;
/** Matches something that is not installed; captures the program's name if there is one. */
const NOT_INSTALLED =
  /([\w.+-]+): (?:command )?not found|["'`]?([\w.+-]+)["'`]? is not recognized|cannot find (?:module|package)|no module named|modulenotfound|not installed/i;
/** Purposes of commands that fix an environment. */
const CURES = new Set(["install", "generate", "migrate"]);
/** Matches errors about missing build results, the only ones fixed by building. */
const UNBUILT = /\b(?:dist|build|built|compiled|generated)\b/i;
const CONFIG_FILE =
  /(?:^|\/)(?:[\w.-]*config[\w.-]*|[\w.-]*rc(?:\.\w+)?|package\.json|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|Cargo\.toml|go\.mod|Dockerfile|docker-compose\.\w+|Makefile|tsconfig[\w.-]*|\.env\.example|.*\.(?:ya?ml|json|toml|ini|cfg|conf|env|properties)|conftest\.py)$/;

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, failure] of steps.entries()) {
    if (failure.isOk || failure.command === null || !isPresentable(failure.command)) continue;
    const { fingerprint, line: error } = errorOf(failure);
    if (fingerprint === null || PASSING.test(error) || found.has(fingerprint)) continue;
    const before = stepsBefore(steps, i);
    // A script written a moment ago to try something: its errors come from its author.
    if (touchedNames(before).some((name) => failure.command?.includes(name))) continue;
    const seen = { fingerprint, error, before };
    const resolution = findResolution(
      failure,
      steps.slice(i + 1, i + 1 + DETECT.retryWindow),
      seen,
    );
    if (resolution !== null) found.set(fingerprint, describe(trace, failure, resolution, seen));
  }
  return [...found.values()];
}

/**
 * Returns what fixed a failure. An environment is fixed once its error is gone, even if the run then fails with another
 * error; an edit is a fix only if the run passes.
 */
function findResolution(
  failure: Step,
  window: readonly Step[],
  seen: FailedRun,
): FixedFailure | null {
  const goneAt = window.findIndex((step) => isSameRun(failure, step) && isGone(step, seen));
  const gone = window[goneAt];
  // A fix after which the same error came again is none.
  const lastSeenAt = window.slice(0, goneAt).findLastIndex((step) => isSameRun(failure, step));
  const remedy = gone === undefined ? null : fixedBy(failure, window.slice(lastSeenAt + 1, goneAt));
  if (gone !== undefined && remedy !== null) return { cure: remedy, last: gone };
  const passedAt = window.findIndex((step) => step.isOk && isSameRun(failure, step));
  const passed = window[passedAt];
  const fix = passed === undefined ? null : repairedBy(failure, window.slice(0, passedAt), seen);
  return passed === undefined || fix === null ? null : { cure: fix, last: passed };
}

interface FixedFailure {
  readonly cure: Fix;
  readonly last: Step;
}

function isGone(step: Step, seen: FailedRun): boolean {
  if (step.isOk) return true;
  const next = errorOf(step).fingerprint;
  return next !== null && next !== seen.fingerprint;
}

interface FailedRun {
  readonly fingerprint: string;
  readonly error: string;
  readonly before: readonly Step[];
}

function describe(trace: Trace, failure: Step, resolution: FixedFailure, seen: FailedRun): Signal {
  const { cure: remedy, last } = resolution;
  const command = canonicalCommand(failure.command ?? "");
  return signalFrom(trace, {
    type: "error_retry",
    // Includes the file: the same error fixed elsewhere is another lesson, or none.
    subject: `error:${seen.fingerprint}${remedy.files[0] === undefined ? "" : `:${remedy.files[0]}`}`,
    from: [failure, last],
    // The output of the fix came after it was chosen.
    isTainted: remedy.isTainted,
    evidence: {
      kind: purposeOf(command) === "test" ? "test" : "exit_code",
      detail: sentenceOf(last.isOk ? "failed_then_passed" : "failed_then_otherwise", {
        command: clip(command, 120),
      }),
    },
    score: DETECT.errorRetryScore * (remedy.minSessions > 1 ? 0.7 : 1),
    minSessions: remedy.minSessions,
    files: remedy.files,
    draft: draft({
      type: "error_pattern",
      title: titleOfFix(clip(command, 40), seen.error, remedy.title),
      content: remedy.wording(clip(command, 140), clip(seen.error, 220)),
      payload: { command, error: clip(seen.error, 300), fix: remedy.fix },
      files: remedy.files.slice(0, 6),
      tags: ["error", "fix"],
      errorFingerprint: seen.fingerprint,
    }),
  });
}

interface Fix {
  readonly files: readonly string[];
  /** More than one if the error may only come from the session's own work. */
  readonly minSessions: number;
  readonly fix: PayloadFix;
  readonly isTainted: boolean;
  /** What to do, in a few words. */
  readonly title: string;
  readonly wording: (command: string, error: string) => string;
}

/** Returns the command that fixed the environment: an installation, generation, migration or build. */
function fixedBy(failure: Step, between: readonly Step[]): Fix | null {
  if (!ENVIRONMENT.test(errorOf(failure).line)) return null;
  const purpose = purposeOf(failure.command ?? "");
  const remedy = between.findLast(
    (step) =>
      step.isOk &&
      step.command !== null &&
      isPresentable(step.command) &&
      fixesOf(step.command, failure) &&
      purposeOf(step.command) !== purpose,
  );
  const command = purposePart(remedy?.command ?? "")?.part;
  if (remedy === undefined || command === undefined) return null;
  if (isObviousInstall(command, errorOf(failure).line)) return null;
  return {
    files: [],
    minSessions: 1,
    fix: { kind: "command", command },
    isTainted: remedy.isTainted,
    title: command,
    wording: (failed, error) =>
      `When \`${failed}\` fails with “${error}”, run \`${clip(command, 160)}\` and then \`${failed}\` again: the error was gone after that.`,
  };
}

function fixesOf(command: string, failure: Step): boolean {
  const purpose = purposeOf(command);
  if (purpose === null) return false;
  return CURES.has(purpose) || (purpose === "build" && UNBUILT.test(errorOf(failure).line));
}

/** Returns the edit of a file that the error names, or that configures the program that complained. */
function repairedBy(failure: Step, between: readonly Step[], seen: FailedRun): Fix | null {
  const isEnvironment = ENVIRONMENT.test(seen.error);
  const edits = between.filter(
    (step) => step.isOk && step.edit !== null && editedFiles([step]).length > 0,
  );
  const edit = edits.findLast((step) =>
    step.files.some(
      (file) =>
        failure.output.includes(file) ||
        failure.output.includes(file.split("/").at(-1) ?? file) ||
        (isEnvironment && CONFIG_FILE.test(file)),
    ),
  );
  if (edit?.edit == null || isOfTheDay(failure, edit)) return null;
  if (!mayFixMissing(seen.error, edit.edit.after, between)) return null;
  const files = editedFiles([edit]);
  const isConfigured = isEnvironment && files.some((file) => CONFIG_FILE.test(file));
  const mine = editedFiles(seen.before);
  const { before, after } = edit.edit;
  return {
    files,
    // An error in code is fixed permanently: only an error that comes again, or one of the configuration, teaches anything.
    minSessions: files.some((file) => mine.includes(file))
      ? isEnvironment
        ? 2
        : 3
      : isConfigured
        ? 1
        : 2,
    fix: { kind: "edit", files, before: clip(before, 600), after: clip(after, 600) },
    isTainted: edit.isTainted,
    title: `check ${files[0]}`,
    wording: (failed, error) =>
      `When \`${failed}\` fails with “${error}”, check ${files
        .slice(0, 3)
        .map((file) => `\`${file}\``)
        .join(", ")}: the same command passed after an edit there${wordChange(before, after)}.`,
  };
}

/**
 * Returns whether an edit can fix a missing program: it calls it in another way. An edit installs nothing, so an installation
 * in between is the fix instead.
 */
function mayFixMissing(error: string, after: string, between: readonly Step[]): boolean {
  const found = NOT_INSTALLED.exec(error);
  if (found === null) return true;
  const program = found[1] ?? found[2] ?? "";
  const isInstalled = between.some((step) => purposeOf(step.command ?? "") === "install");
  return !isInstalled && after.includes(program);
}

/**
 * Returns whether the failure is normal work: a linter's complaint fixed in the code, or a test with changed expectations. No
 * other session meets it.
 */
function isOfTheDay(failure: Step, edit: Step): boolean {
  const purpose = purposeOf(failure.command ?? "");
  const isConfig = edit.files.some((file) => CONFIG_FILE.test(file));
  if ((purpose === "lint" || purpose === "format") && !isConfig) return true;
  const [old, lines] = [
    informativeLines(edit.edit?.before ?? ""),
    informativeLines(edit.edit?.after ?? ""),
  ];
  const changed = [
    ...old.filter((line) => !lines.includes(line)),
    ...lines.filter((line) => !old.includes(line)),
  ];
  return (
    edit.files.some((file) => TEST_FILE.test(file)) && changed.some((line) => EXPECTS.test(line))
  );
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|testing)\/|(?:^|\/)test_[^/]+$|[._-](?:test|spec)\.\w+$/;
const EXPECTS = /\b(?:expect|assert\w*|test|it|describe)\s*[(.]|^\s*assert\b|\bdef test_/;
