/**
 * Describes a step in a form that is equal for the same step in another session: a command without its files, an edit by the
 * kind of its file. Reading, searching and listing are not actions: every session does that, in any order.
 */
import {
  commandStem,
  isPresentable,
  isReadOnly,
  isScratch,
  purposeOf,
} from "./commands/command-shape.ts";
import { isConfigFile } from "./counts/config-file.ts";
import { stepsByAgent } from "./detector.ts";
import { remembered } from "./statements/remembered.ts";
import type { Step, Trace } from "./trace.ts";

export interface Action {
  /** `edit code`, `bun run test`, `git commit`. */
  readonly name: string;
  /** True if the last repetition succeeded. */
  readonly isOk: boolean;
  /** Numbers of its first and last step. */
  readonly seqs: readonly [number, number];
  /** True if the last repetition was tainted. */
  readonly isTainted: boolean;
}

/** Returns the actions of each agent in order; consecutive equal actions count once. */
export function actionsOf(trace: Trace): Action[][] {
  return stepsByAgent(trace).map(collapsed);
}

function collapsed(steps: readonly Step[]): Action[] {
  const actions: Action[] = [];
  for (const step of steps) {
    const name = actionName(step);
    if (name === null) continue;
    const { seq, isOk, isTainted } = step;
    const last = actions.at(-1);
    if (last?.name === name)
      actions[actions.length - 1] = { name, isOk, seqs: [last.seqs[0], seq], isTainted };
    else actions.push({ name, isOk, seqs: [seq, seq], isTainted });
  }
  return actions;
}

function actionName(step: Step): string | null {
  if (step.tool === "edit" || step.tool === "write") {
    const [file] = step.files;
    return file === undefined || isScratch(file) ? null : `edit ${fileClass(file)}`;
  }
  return step.command === null ? null : commandName(step.command);
}

/** Subcommands of git and gh that change something visible to others. */
const GIT = /\bgit\s+(?:-C\s+\S+\s+)?(commit|push|tag|merge|rebase|cherry-pick|revert)\b/g;
const GH = /\bgh\s+(pr|issue|release)\s+(create|edit|merge|close|comment)\b/;

const commandName = remembered((command): string | null => {
  const git = [...command.slice(0, 2000).matchAll(GIT)].at(-1)?.[1];
  if (git !== undefined) return `git ${git}`;
  const gh = GH.exec(command);
  if (gh !== null) return `gh ${gh[1]} ${gh[2]}`;
  if (!isPresentable(command) || isReadOnly(command) || purposeOf(command) === null) return null;
  const stem = commandStem(command);
  return stem.split(" ").length >= 2 && !/&&|\|/.test(stem) ? stem : null;
});

/** Returns the purpose of a file, judged by its name. */
function fileClass(path: string): "tests" | "documents" | "configuration" | "styles" | "code" {
  if (isTestFile(path)) return "tests";
  if (/\.(?:md|mdx|rst|adoc|txt)$/i.test(path)) return "documents";
  if (isConfigFile(path)) return "configuration";
  return /\.(?:css|scss|sass|less)$/i.test(path) ? "styles" : "code";
}

function isTestFile(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|spec|e2e)\//i.test(path) ||
    /(?:[._-](?:test|spec)\.\w+|_test\.\w+|(?:^|\/)test_\w+\.py|Tests?\.(?:java|kt|cs))$/.test(path)
  );
}
