/**
 * command_success: how this project is tested, built and linted. Two kinds of evidence: a command of the same purpose worked
 * after the shell had rejected others (one session is enough), or the same command succeeded session after session.
 */

import { draft, titleOf } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { type Detector, runOf, signalFrom, stepsByAgent } from "../detector.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { isChange } from "./changed-run.ts";
import { hasMoreSettings, settingOf } from "./command-setting.ts";
import {
  canonicalCommand,
  commandStem,
  folderOf,
  isPresentable,
  isWholeCommand,
  type Purpose,
  purposeOf,
  purposePart,
  statedCommand,
} from "./command-shape.ts";
import { refusedOptions } from "./refused-option.ts";

export const COMMAND_SUCCESS: Detector = {
  type: "command_success",
  isStatistic: false,
  detect: (trace) =>
    stepsByAgent(trace).flatMap((steps) => [
      ...refusedThenWorked(trace, steps),
      ...refusedOptions(trace, steps),
      ...habits(trace, steps),
    ]),
};

/** Matches errors of a rejected call; failed tests are none. */
const REFUSED =
  /command not found|not recognized as|missing script|script not found|unknown (option|command|argument|flag)|unrecognized (option|argument|subcommand)|no module named|cannot find module|no such (file or directory|command|option)|could not (find|determine)|is not installed|usage:|invalid (option|choice)|module not found|error: unexpected argument|not a (valid )?command|permission denied|externally-managed/i;
/** Matches a missing program or script. An unsupported option or path is a slip of one call. */
const NOT_THERE =
  /command not found|not recognized as|missing script|script not found|no module named|no such command|is not installed|not a (valid )?command|externally-managed/i;

const DOES: Readonly<Record<Purpose, string>> = {
  test: "run the tests",
  lint: "lint",
  typecheck: "check the types",
  format: "format",
  build: "build",
  install: "install dependencies",
  generate: "generate code",
  migrate: "run migrations",
  run: "start the application",
};

function refusedThenWorked(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  const working = new Set(steps.flatMap((step) => (step.isOk ? [runOf(step)] : [])));
  const rejected = firstRejections(steps);
  for (const [i, refused] of steps.entries()) {
    if (refused.isOk || refused.command === null) continue;
    const error = errorOf(refused).line;
    const purpose = REFUSED.test(error) ? purposeOf(refused.command) : null;
    if (purpose === null || !isPresentable(refused.command)) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow / 2);
    const wasRejected = (stem: string) => (rejected.get(stem) ?? i) < i;
    const worked = answerTo(refused, purpose, { wasRejected, window });
    // The rejected command works after another fix, which error_retry handles.
    if (worked === null || working.has(runOf(refused))) continue;
    const [bad, good] = [statedCommand(refused.command), statedCommand(worked.command)];
    const why = clip(error, 160);
    const subject = subjectOf(purpose, commandStem(worked.command));
    if (found.has(subject)) continue;
    const signal = signalFrom(trace, {
      type: "command_success",
      subject,
      score: DETECT.commandSuccessScore,
      minSessions: 1,
      isCountedOnly: !NOT_THERE.test(error),
      from: [refused, worked],
      evidence: endedWell(worked),
      draft: draft({
        type: "workflow_recipe",
        title: titleOf(`To ${DOES[purpose]}: ${good}, not ${bad}`),
        // States only what was observed: there may be a third, more common way.
        content: `To ${DOES[purpose]} in this project, use \`${clip(good, 150)}\`, not \`${clip(bad, 150)}\`: \`${clip(bad, 80)}\` fails with “${why}”, and \`${clip(good, 80)}\` passed right after.`,
        payload: { purpose, command: good, refused: [bad], steps: [good] },
        tags: ["command", purpose],
      }),
    });
    found.set(subject, signal);
  }
  return [...found.values()];
}

/** Returns the position of the first rejected call of each command, by its stem. */
function firstRejections(steps: readonly Step[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [i, step] of steps.entries()) {
    if (step.isOk || step.command === null || !REFUSED.test(errorOf(step).line)) continue;
    const stem = commandStem(step.command);
    if (!found.has(stem)) found.set(stem, i);
  }
  return found;
}

interface AfterRejection {
  /** Whether a command was rejected before, by its stem. */
  readonly wasRejected: (stem: string) => boolean;
  readonly window: readonly Step[];
}

/**
 * Returns the answer to a rejected call; null if the working command had failed by its name or had been rejected too, or if
 * something else ran between, because then the folder, an argument, an installation or something else was fixed.
 */
function answerTo(
  refused: Step,
  purpose: Purpose,
  { wasRejected, window }: AfterRejection,
): (Step & { readonly command: string }) | null {
  const at = window.findIndex((step) => isAnswer(refused, step, purpose));
  const worked = window[at];
  if (worked?.command == null) return null;
  const { command } = worked;
  const stem = commandStem(command);
  const between = window.slice(0, at);
  const isFixed =
    wasRejected(stem) ||
    between.some((step) => failedAs(step, stem) || (purpose !== "install" && isChange(step)));
  return isFixed ? null : { ...worked, command };
}

function failedAs({ isOk, command }: Step, stem: string): boolean {
  return !isOk && command !== null && commandStem(command) === stem;
}

function isAnswer(refused: Step, later: Step, purpose: Purpose): boolean {
  if (!later.isOk || later.command === null || !isPresentable(later.command)) return false;
  if (purposeOf(later.command) !== purpose || REFUSED.test(errorOf(later).line)) return false;
  const [bad, good] = [commandStem(refused.command ?? ""), commandStem(later.command)];
  if (purpose === "install" && packagesOf(bad) !== packagesOf(good)) return false;
  return bad !== good && good.split(" ").length >= 2;
}

/** Returns what an installer should install; "" for everything the project requires. Another package is not an answer. */
function packagesOf(stem: string): string {
  const packages = stem.replace(/^.*?\b(?:ci|i|install|add|get|sync|tidy)\b\s*/, "");
  return packages
    .split(" ")
    .map((name) => name.replace(/(?<=.)(?:@|[=<>~^]=?).*$/, ""))
    .sort()
    .join(" ");
}

function habits(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  const folders = foldersOf(trace, steps);
  const failed = failedRuns(steps);
  const atRoot = passedAtRoot(trace, steps);
  for (const step of steps) {
    if (!step.isOk || step.command === null || !isPresentable(step.command)) continue;
    const purpose = purposeOf(step.command);
    const stem = commandStem(step.command);
    if (purpose === null || !mayBeHabit(step.command, purpose, failed)) continue;
    const folder = folders.get(stem) ?? "";
    const place = { purpose, stem, folder };
    if (isOfAFolder(place) && (!isWholeCommand(step.command, stem) || atRoot.has(purpose)))
      continue;
    const signal = habit(trace, step, place);
    if (!found.has(signal.subject)) found.set(signal.subject, signal);
  }
  return [...found.values()];
}

/** Matches an interpreter with a script, whose path a stem leaves out: the rest of the stem would be another command. */
const LOST_SCRIPT =
  /^(?:bun|node|deno|tsx|python3?|ruby|php|perl|(?:ba|z)?sh)(?: run)? (?:-\S+ )*[^\s-][^\s/.]*[/.]\S*/;

function mayBeHabit(
  command: string,
  purpose: Purpose,
  failed: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const stem = commandStem(command);
  if (LOST_SCRIPT.test(purposePart(command)?.part ?? "")) return false;
  return isHabitual(purpose, stem) && !isSetUp(command) && !needsMore(command, failed.get(stem));
}

interface Habit {
  readonly purpose: Purpose;
  readonly stem: string;
  /** "" for the folder in which sessions begin. */
  readonly folder: string;
}

/**
 * Returns whether it is worth a memory that a command is run in its folder. Scripts are listed in a manifest there. A run with
 * further arguments is no evidence for the bare command, and neither is one whose purpose the root serves too.
 */
function isOfAFolder({ folder, stem }: Habit): boolean {
  return folder !== "" && !/^(?:npm|pnpm|yarn|bun) (?:run )?/.test(stem);
}

function habit(trace: Trace, step: Step, seen: Habit): Signal {
  const { purpose, stem, folder } = seen;
  const [where, at] = folder === "" ? ["", ""] : [` in \`${clip(folder, 100)}\``, `@${folder}`];
  const isOfOtherFolder = isOfAFolder(seen);
  return signalFrom(trace, {
    type: "command_success",
    subject: `${subjectOf(purpose, stem)}${at}`,
    score: DETECT.commandSuccessScore,
    from: [step],
    evidence: endedWell(step),
    minSessions: DETECT.commandHabitMinSessions,
    // Everyone tries the bare command first, and a manifest lists its scripts: only another folder is worth a memory.
    isCountedOnly: !isOfOtherFolder,
    draft: draft({
      type: "workflow_recipe",
      title: titleOf(`To ${doing(purpose, stem)}: ${stem}${folder === "" ? "" : ` in ${folder}`}`),
      content: isOfOtherFolder
        ? `To ${doing(purpose, stem)} in this project, run \`${clip(stem, 150)}\`${where}: it passed there.`
        : `To ${doing(purpose, stem)} in this project, use \`${clip(stem, 150)}\`${where}.`,
      payload: { purpose, command: stem, ...(folder === "" ? {} : { folder }), steps: [stem] },
      tags: ["command", purpose],
    }),
  });
}

/** Returns the purposes of the commands that passed at the root. */
function passedAtRoot(trace: Trace, steps: readonly Step[]): Set<Purpose> {
  // A shell stays in its folder, so a call without `cd` may be in another one, unless the record states the folders.
  const hasEntered = steps.some(({ command }) => /(?:^|&&|;)\s*(?:cd|pushd)\s/.test(command ?? ""));
  if (hasEntered && steps.every(({ folder }) => folder === null)) return new Set();
  const passed = steps.filter(
    ({ command, isOk, folder }) =>
      isOk && command !== null && folderOf(command, trace.folder, folder) === "",
  );
  return new Set(passed.flatMap(({ command }) => purposeOf(command ?? "") ?? []));
}

/**
 * Returns, by stem, the settings of commands that failed as they are. What passes only with variables, options or in a folder
 * that the failed run did not have is not described by its stem.
 */
function failedRuns(steps: readonly Step[]): ReadonlyMap<string, ReadonlySet<string>> {
  const failed = new Map<string, Set<string>>();
  for (const { isOk, command } of steps) {
    if (isOk || command === null || !isPresentable(command)) continue;
    const stem = commandStem(command);
    failed.set(stem, (failed.get(stem) ?? new Set()).add(passedTo(command)));
  }
  return failed;
}

function needsMore(command: string, failed: ReadonlySet<string> | undefined): boolean {
  const input = passedTo(command);
  return input !== BARE && failed !== undefined && [...failed].some((other) => other !== input);
}

function passedTo(command: string): string {
  const { variables, before, folder, program } = settingOf(command);
  const options = program.split(" ").filter((word) => word.startsWith("-"));
  return [...variables, ...before, folder ?? "", ...options]
    .filter((item) => item !== "")
    .join("\n");
}

const BARE = "";

/** Returns whether the run passed with a changed setup of the project, which the bare command does not show. */
function isSetUp(command: string): boolean {
  if (hasMoreSettings(command)) return true;
  return /\s-[DP](?!skip|test|fail|log|surefire|style|verbose)[\w.-]+=\S/i.test(command);
}

/** Returns whether a command can be a habit; installing and starting vary too much. */
function isHabitual(purpose: Purpose, stem: string): boolean {
  if (purpose === "install" || purpose === "run") return false;
  return stem.split(" ").length >= 2 && !/^(?:npm|yarn|pnpm|bun) run$/.test(stem);
}

/**
 * Returns, by command, the single folder in which it worked, if a session changed to it first. A shell stays in its folder,
 * so later calls without `cd` count as in the same folder, unless the record states the folder of each call. A command with
 * several folders has none.
 */
function foldersOf(trace: Trace, steps: readonly Step[]): Map<string, string> {
  const foldersByStem = new Map<string, Set<string>>();
  const recordsFolders = steps.some(({ folder }) => folder !== null);
  for (const { command, isOk, folder: start } of steps) {
    if (!isOk || command === null) continue;
    const folder = folderOf(command, trace.folder, start) ?? "";
    if (folder === "" && !recordsFolders) continue;
    const stem = commandStem(command);
    foldersByStem.set(stem, (foldersByStem.get(stem) ?? new Set()).add(folder));
  }
  return new Map(
    [...foldersByStem].map(([stem, folders]) => [
      stem,
      folders.size === 1 ? ([...folders][0] ?? "") : "",
    ]),
  );
}

/** Returns what a command does; `css:build` builds only the css. */
function doing(purpose: Purpose, stem: string): string {
  const part =
    /\b([a-z][\w-]*):(?:build|test|lint|format)$|\b(?:build|test|lint|format):([a-z][\w-]*)$/.exec(
      stem,
    );
  const name = part?.[1] ?? part?.[2] ?? "fix";
  if (MANNER_WORDS.test(name)) return DOES[purpose];
  return purpose === "test" ? `run the ${name} tests` : `${DOES[purpose]} (${name})`;
}

/** Words that describe how, not what. */
const MANNER_WORDS =
  /^(?:fix|check|all|ci|dev|prod|production|watch|run|once|quiet|verbose|coverage)$/;

/** Returns the subject; `python3` and `python` are the same program. */
function subjectOf(purpose: Purpose, stem: string): string {
  return `command:${purpose}:${stem.replace(/^python3?\b/, "python")}`;
}

/** Returns the evidence that a command passed. */
function endedWell({ command }: Step) {
  const detail = sentenceOf("ended_well", { command: clip(canonicalCommand(command ?? ""), 120) });
  return { kind: "exit_code", detail } as const;
}
