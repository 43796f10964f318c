/**
 * Detects a failed run followed by a successful run of the same program: the change in between is the fix. Either the command
 * line was extended (`REGION=eu npm test`, `ulimit -n 4096 && go test`, `cd packages/core && npm test`, another installer),
 * or a command ran between them (`docker compose up -d`, `git lfs pull`). If several things changed, the last is named, the
 * others are listed, and further sessions decide.
 */

import { draft, titleOf, titleOfFix } from "../../../domain/draft.ts";
import type { Fix as PayloadFix } from "../../../domain/payload.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { editedFiles, isSameRun, signalFrom, stepsBefore, touchedNames } from "../detector.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { addedSetting, overridesGuard, type Setting, settingOf } from "./command-setting.ts";
import {
  canonicalCommand,
  isNotRun,
  isPresentable,
  isReadOnly,
  isScratch,
  purposeOf,
} from "./command-shape.ts";
import { isNotEntered } from "./missing-place.ts";
import { isObviousInstall } from "./obvious-install.ts";

/** Matches temporary errors: only starting a service, or an addition to the run itself, counts as their fix. */
const FLEETING =
  /timed? ?out|ECONNRE|ETIMEDOUT|EADDRINUSE|address already in use|rate limit|\b429\b|\b50[234]\b|network|SIGTERM|SIGKILL|killed|interrupted|index\.lock|nothing to commit|would be overwritten|merge conflict/i;
const PORT_IN_USE = /EADDRINUSE|address already in use|port\b.{0,40}\b(?:in use|taken)/i;
const STARTS = /\b(?:up|start|restart|serve|db)\b|^(?:docker|podman) run\b|\bpg_ctl\b|-server\b/;
/** Matches commands that cannot be the fix: they change nothing a run depends on, undo work, or edit files. */
const NO_FIX =
  /^(?:git (?!lfs\b|submodule\b)|gh |glab |hg |svn |kill|pkill|mv |touch |sed |perl |patch |tee |rm (?!.*(?:cache|dist|build|target|\.next|node_modules))|curl |wget |ssh |scp |sleep |timeout \/|start-sleep |taskkill|stop-process |history |man |(?:npm|pnpm|yarn) (?:view|ls|list|outdated|audit|why)\b|(?:node|bun|deno|ruby|php) -(?:e|p)\b|python3? -c\b|tacit\b|claude\b|codex\b)/i;
const CHECKS = new Set(["test", "lint", "typecheck", "format"]);
/** Purposes of commands that prepare nothing when run before another command in one line. */
const IS_NO_SETUP = new Set([...CHECKS, "build"]);
/** Rejected commits are handled by `refused-commit.ts`. */
const GIT_COMMAND = /(?:^|&&\s*|;\s*)git /;
const INSTALLERS = /^(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|pipenv|bundle|cargo|go|composer)\b/;

interface PassedRun {
  readonly failure: Step;
  readonly passed: Step;
  readonly error: string;
  readonly fingerprint: string;
}

interface Fix {
  readonly subject: string;
  readonly title: string;
  readonly content: string;
  readonly fix: PayloadFix;
  readonly tags: readonly string[];
  readonly isTainted: boolean;
  /** Other changes in between. */
  readonly otherChanges: readonly Step[];
}

type FixAlone = Omit<Fix, "isTainted" | "otherChanges">;

/** `covered`: failures whose fix is known from stronger evidence. */
export function changedRuns(
  trace: Trace,
  steps: readonly Step[],
  covered: ReadonlySet<number>,
): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, failure] of steps.entries()) {
    const { line: error, fingerprint } = errorOf(failure);
    if (
      isNotEntered(failure) ||
      !isLesson(failure, error) ||
      fingerprint === null ||
      covered.has(failure.seq)
    )
      continue;
    if (isOwnScript(failure, stepsBefore(steps, i))) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const signal = fixedIn(trace, { failure, error, fingerprint }, window);
    if (signal !== null && !found.has(signal.subject)) found.set(signal.subject, signal);
  }
  return [...found.values()];
}

function isLesson({ isOk, command }: Step, error: string): boolean {
  return (
    !isOk &&
    command !== null &&
    isPresentable(command) &&
    !GIT_COMMAND.test(command) &&
    !isReadOnly(command) &&
    error !== ""
  );
}

/** Returns whether the failed script was written by the session to try something: its errors are the author's. */
function isOwnScript({ command }: Step, before: readonly Step[]): boolean {
  const words = (command ?? "").split(/\s+/);
  return touchedNames(before).some((name) => command?.includes(name)) || words.some(isScratch);
}

function fixedIn(
  trace: Trace,
  seen: Omit<PassedRun, "passed">,
  window: readonly Step[],
): Signal | null {
  const { failure } = seen;
  const changes: Step[] = [];
  for (const step of window) {
    // An edit in between is the fix, which `error-retry.ts` handles.
    if (editedFiles([step]).length > 0) return null;
    if (step.command === null || !isPresentable(step.command)) continue;
    const fix = step.isOk ? fixBy({ ...seen, passed: step }, changes) : null;
    if (fix !== null) return toSignal(trace, { ...seen, passed: step }, fix);
    // The same run again: if it failed, the later failure has its own fix; if it passed, no change is known.
    if (isSameRun(failure, step) && withMoreSettings(failure, step) === null) return null;
    if (isChange(step)) changes.push(step);
  }
  return null;
}

/** Returns what made the later run pass; null if it is a different run or nothing is known to have helped. */
function fixBy(found: PassedRun, changes: readonly Step[]): Fix | null {
  const { failure, passed } = found;
  const input = withMoreSettings(failure, passed);
  const byRun = input === null ? otherInstaller(found) : bySettings(found, input);
  if (byRun !== null) return { ...byRun, isTainted: passed.isTainted, otherChanges: changes };
  const last = changes.at(-1);
  if (last === undefined || !isSameRun(failure, passed)) return null;
  const byLast = byCommand(found, last);
  // The output of the fix came after it was chosen.
  return byLast === null
    ? null
    : { ...byLast, isTainted: last.isTainted, otherChanges: changes.slice(0, -1) };
}

function withMoreSettings(failure: Step, later: Step): Setting | null {
  const [one, other] = [stepSetting(failure), stepSetting(later)];
  return one === null || other === null ? null : addedSetting(one, other);
}

const SETTINGS = new WeakMap<Step, Setting>();

function stepSetting(step: Step): Setting | null {
  if (step.command === null) return null;
  const setting = SETTINGS.get(step) ?? settingOf(step.command);
  SETTINGS.set(step, setting);
  return setting;
}

function programOf(step: Step): string {
  return stepSetting(step)?.program ?? "";
}

/** Returns whether a command that passed may have changed what a later run depends on. */
export function isChange(step: Step): boolean {
  const { command, isOk } = step;
  if (!isOk || command === null || isReadOnly(command)) return false;
  const program = programOf(step);
  const purpose = purposeOf(command);
  return program !== "" && !NO_FIX.test(program) && (purpose === null || !CHECKS.has(purpose));
}

function bySettings({ failure, error }: PassedRun, input: Setting): FixAlone | null {
  const { variables, before, folder } = input;
  const program = clip(input.program, 120);
  const setting = [...variables, ...before].join(" && ");
  if (!/^[\w./~@-]/.test(program)) return null;
  if (before.some((part) => NO_FIX.test(part) || IS_NO_SETUP.has(purposeOf(part) ?? "")))
    return null;
  if (isNotRun(error) && folder === null && before.length === 0) return null;
  if (variables.some(overridesGuard)) return null;
  // Another process used the port just then.
  if (PORT_IN_USE.test(error) && variables.some((variable) => /PORT/i.test(variable))) return null;
  const line = [...before, [...variables, program].join(" ")].join(" && ");
  const place = folder === null ? "" : ` in \`${clip(folder, 100)}\``;
  const how = setting === "" ? "run it" : `use \`${clip(line, 200)}\``;
  const failedBecause = [
    ...(setting === "" ? [] : [`without \`${clip(setting, 120)}\``]),
    ...(folder === null ? [] : ["in the folder where the session started"]),
  ].join(" and ");
  return {
    subject: `given:${program}:${[...variables, ...before, folder ?? ""].sort().join(" ")}`,
    title: `To run ${program}: ${setting === "" ? "run it" : `use ${setting}`}${place.replaceAll("`", "")}`,
    content: `To run \`${program}\` in this project, ${how}${place}: the command failed ${failedBecause} (“${clip(error, 160)}”) and passed this way.`,
    fix: { kind: "setting", setting, folder, run: canonicalCommand(failure.command ?? "") },
    tags: ["command"],
  };
}

/** Returns another installer used for the same request, without named packages. */
function otherInstaller({ failure, passed, error }: PassedRun): FixAlone | null {
  const [bad, good] = [programOf(failure), programOf(passed)];
  const isOther = bad.split(" ")[0] !== good.split(" ")[0];
  const isInstall = [failure, passed].every(
    ({ command }) => purposeOf(command ?? "") === "install",
  );
  const areBare = [bad, good].every((item) => INSTALLERS.test(item) && item.split(" ").length <= 2);
  if (!isOther || !isInstall || !areBare || FLEETING.test(error)) return null;
  return {
    subject: `installer:${good}:${bad}`,
    title: `To install dependencies: ${good}, not ${bad}`,
    content: `To install the dependencies of this project, use \`${good}\`, not \`${bad}\`: \`${bad}\` failed with “${clip(error, 200)}”, and \`${good}\` passed.`,
    fix: { kind: "command", command: good },
    tags: ["command", "install"],
  };
}

function byCommand({ failure, error }: PassedRun, change: Step): FixAlone | null {
  const command = programOf(change);
  if (FLEETING.test(error) && !STARTS.test(command)) return null;
  // The same program with other options, or another run of the same kind.
  const purpose = purposeOf(command);
  if (purpose !== null && purpose === purposeOf(failure.command ?? "")) return null;
  if (isObviousInstall(command, error)) return null;
  const failed = clip(canonicalCommand(failure.command ?? ""), 120);
  return {
    subject: `cured:${errorOf(failure).fingerprint}:${command}`,
    title: titleOfFix(failed, "", command),
    content: `When \`${failed}\` fails with “${clip(error, 200)}”, run \`${clip(command, 160)}\` and then \`${failed}\` again: it passed after that`,
    fix: { kind: "command", command },
    tags: [],
  };
}

function toSignal(
  trace: Trace,
  { failure, passed, error, fingerprint }: PassedRun,
  { subject, title, content, fix, tags, isTainted, otherChanges: others }: Fix,
): Signal {
  const failed = clip(canonicalCommand(failure.command ?? ""), 120);
  const otherChanges = others.map((step) => clip(programOf(step), 60));
  const isAlone = otherChanges.length === 0;
  const whole = content.endsWith(".") ? content : `${content}, with no other change in between.`;
  const doubted = `${content.replace(/\.$/, "")}; \`${otherChanges.slice(-2).join("`, `")}\` also ran before it and may have helped.`;
  return signalFrom(trace, {
    type: "error_retry",
    subject,
    score: DETECT.errorRetryScore * (isAlone ? 1 : 0.7),
    minSessions: isAlone ? 1 : 2,
    from: [failure, passed],
    isTainted,
    evidence: {
      kind: purposeOf(failure.command ?? "") === "test" ? "test" : "exit_code",
      detail: sentenceOf("failed_then_passed", { command: failed }),
    },
    draft: draft({
      type: "error_pattern",
      title: titleOf(title),
      content: isAlone ? whole : doubted,
      payload: { command: failed, error: clip(error, 300), fix },
      tags: ["error", "fix", ...tags],
      errorFingerprint: fingerprint,
    }),
  });
}
