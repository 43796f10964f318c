/**
 * Detects a folder or file that is not where the agent looked. Three causes: the shell is already in that folder, because it
 * stays where an earlier call went; the target is elsewhere; or it does not exist. What worked afterwards shows which.
 */
import { titleOf } from "../../../domain/draft.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Recurring } from "../recurring.ts";
import type { Step, Trace } from "../trace.ts";
import { settingOf } from "./command-setting.ts";
import { isPresentable, isScratch } from "./command-shape.ts";

/** Messages of bash, zsh, dash, fish and PowerShell; the folder is in one of the groups. */
const NO_FOLDER =
  /\bcd:(?:\d+:)? no such file or directory: (\S+)|\bcd: (?:line \d+: )?([^\s:]+): No such file|\bcd: (?:\d+: )?can't cd to (\S+)|\bcd: The directory '([^']+)' does not exist|Cannot find path '([^']+)' because/i;
const NO_FILE =
  /^(?:\w[\w.-]*: )+(?:cannot (?:access|open) )?['"‘]?([\w@.][\w@./-]{1,160}?)['"’]?(?:: No such file or directory|' for reading)|\bFile (?:not found|does not exist)\b/im;
/** Inspected characters of an output; the reason of a rejection is at its beginning. */
const LOOKED_AT_CHARS = 1500;
/** Maximum steps to what worked instead, and for which an earlier `cd` still counts. */
const MAX_STEPS = 10;

export function missingPlaces(trace: Trace, steps: readonly Step[]): Recurring[] {
  return steps.flatMap((failed, i): Recurring[] => {
    if (failed.isOk || failed.output.length > 20_000) return [];
    const seen = failed.output.slice(0, LOOKED_AT_CHARS);
    const [before, after] = [
      steps.slice(Math.max(0, i - MAX_STEPS), i),
      steps.slice(i + 1, i + 1 + MAX_STEPS),
    ];
    const target = folderIn(failed, seen);
    const found =
      target === null
        ? missingFile(trace, failed, seen, after)
        : missingFolder(failed, target, before, after);
    return found === null ? [] : [found];
  });
}

/** Returns whether the step's `cd` failed, so that the rest of the line never ran. */
export function isNotEntered(step: Step): boolean {
  return !step.isOk && folderIn(step, step.output.slice(0, LOOKED_AT_CHARS)) !== null;
}

function folderIn({ command }: Step, output: string): string | null {
  if (command === null || !isPresentable(command)) return null;
  const match = NO_FOLDER.exec(output);
  const named = match?.slice(1).find((item) => item !== undefined);
  return named === undefined || !isPlainPath(named) ? null : named.replace(/[/:.]+$/, "");
}

function missingFolder(
  failed: Step,
  target: string,
  before: readonly Step[],
  after: readonly Step[],
): Recurring | null {
  const { program } = settingOf(failed.command ?? "");
  const again = after.find(
    (step) => step.isOk && step.command !== null && isAnswer(step, program, target),
  );
  if (again?.command == null) return null;
  const went = settingOf(again.command).folder;
  const isThere =
    went === null && (before.some((step) => hasEntered(step, target)) || program !== "");
  if (isThere)
    return {
      subject: `cd-again:${target}`,
      title: titleOf(`When cd ${clip(target, 40)} fails: the shell is already there`),
      content: `When \`cd ${clip(target, 80)}\` fails with “no such file or directory”, the shell is probably already in that folder: it stays there between calls. Run the command without \`cd\`, or use the absolute path.`,
      payload: { command: `cd ${target}`, error: "no such file or directory" },
      files: [],
      failed,
      worked: again,
    };
  if (went === null || lastName(went) !== lastName(target) || went === target) return null;
  return {
    subject: `no-folder:${target}`,
    title: titleOf(`When cd ${clip(target, 40)} fails: use ${clip(went, 40)}`),
    content: `Use \`cd ${clip(went, 80)}\` in this project, not \`cd ${clip(target, 80)}\`: the shell's folder contains no such folder, and \`cd ${clip(went, 80)}\` worked right after the failure.`,
    payload: { command: `cd ${target}`, error: "no such file or directory", worked: `cd ${went}` },
    files: [],
    failed,
    worked: again,
  };
}

/**
 * Returns whether a later command worked instead: the same command without the folder, or one in a folder of the same name.
 */
function isAnswer({ command }: Step, program: string, target: string): boolean {
  const later = settingOf(command ?? "");
  if (later.folder === null) return program !== "" && later.program === program;
  return later.folder !== target && lastName(later.folder) === lastName(target);
}

function hasEntered({ isOk, command }: Step, target: string): boolean {
  const folder = isOk && command !== null ? settingOf(command).folder : null;
  return folder !== null && lastName(folder) === lastName(target);
}

function missingFile(
  trace: Trace,
  failed: Step,
  output: string,
  after: readonly Step[],
): Recurring | null {
  const match = NO_FILE.exec(output);
  const path = match === null ? null : inProject(match[1] ?? failed.files[0] ?? "", trace.folder);
  if (path === null || !path.includes("/") || isScratch(path)) return null;
  const worked = after.find((step) => step.isOk && elsewhere(step, path) !== null);
  const place = worked === undefined ? null : elsewhere(worked, path);
  if (worked === undefined || place === null) return null;
  // One path ends with the other: the shell may only have been in another folder, unless the call records its folder.
  const isSameFromElsewhere = `/${place}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${place}`);
  if (isSameFromElsewhere && (failed.folder === null || failed.folder !== trace.folder))
    return null;
  return {
    subject: `no-file:${path}`,
    title: titleOf(`${clip(path, 40)} does not exist: see ${clip(place, 40)}`),
    content: `\`${clip(path, 100)}\` does not exist in this project. Open the file with the same name instead: \`${clip(place, 100)}\`.`,
    payload: { error: "no such file or directory", absent: path, worked: place },
    files: [place],
    failed,
    worked,
  };
}

/** Returns a file of the same name that a step used in another place. */
function elsewhere(step: Step, path: string): string | null {
  const name = lastName(path);
  return (
    step.files.find((file) => file !== path && lastName(file) === name) ?? inCommand(step, path)
  );
}

function inCommand({ command }: Step, path: string): string | null {
  if (command === null || !isPresentable(command)) return null;
  const words = command.split(/[\s"'=]+/).map((word) => word.replace(/^\.\//, ""));
  const name = lastName(path);
  return (
    words.find(
      (word) => word !== path && word.includes("/") && isPlainPath(word) && lastName(word) === name,
    ) ?? null
  );
}

function inProject(path: string, folder: string | null): string | null {
  const plain = path.replace(/^\.\//, "");
  const own =
    folder !== null && plain.startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain;
  return own === "" || own.startsWith("/") || own.startsWith("..") || !isPlainPath(own)
    ? null
    : own;
}

function isPlainPath(path: string): boolean {
  return path.length <= 160 && !/[$*?~`{}()<>|;&]/.test(path) && /[\p{L}\p{N}]/u.test(path);
}

function lastName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .at(-1) ?? path
  );
}
