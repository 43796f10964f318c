/**
 * Detects a linter rule that code violates repeatedly: the agent writes the code, the linter rejects it, and the agent edits
 * it until the same check passes. Violations that a fixer repairs by itself are handled by `fixing-command.ts`.
 */
import { titleOf } from "../../../domain/draft.ts";
import { clip } from "../../../domain/text/text.ts";
import { commandStem, isPresentable, purposeOf } from "../commands/command-shape.ts";
import { isEdit, isSameRun } from "../detector.ts";
import type { Recurring } from "../recurring.ts";
import type { Step } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { wordChange } from "./edit-words.ts";

/**
 * Formats in which Biome, Ruff and pylint, Clippy, ESLint and its plugins, golangci-lint and RuboCop name rules in a report.
 */
const RULES: readonly RegExp[] = [
  /\b(lint\/[a-z]\w*\/[a-z]\w*)\b/g,
  /:\d+:(?:\d+:)? (?:\[?[EWCR]\]?:? )?\[?([A-Z]{1,4}\d{3,4})\b/g,
  /\b(clippy::[a-z]\w*)/g,
  /^\s*\d+:\d+\s+(?:error|warning)\s[^\n]{1,300}?\s((?:@?[a-z][\w-]*\/)?[a-z]+(?:-[a-z]+)*)\s*$/gm,
  /^\S{1,200}:\d+:\d+: [^\n]{1,300}? \(([a-z]{3,20})\)\s*$/gm,
  /:\d+:\d+: [CWEF]: (?:\[Corrected\] )?([A-Z]\w+\/[A-Z]\w+):/g,
];
const MAX_RULES = 6;
const LOOKED_AT_CHARS = 8000;

export function brokenRules(steps: readonly Step[]): Recurring[] {
  return steps.flatMap((failed, i): Recurring[] => {
    const { isOk, command, output } = failed;
    if (isOk || command === null || !isPresentable(command) || purposeOf(command) !== "lint")
      return [];
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const passedAt = window.findIndex((step) => step.isOk && isSameRun(failed, step));
    const passed = window[passedAt];
    if (passed === undefined) return [];
    const between = window.slice(0, passedAt);
    return rulesIn(output).flatMap((rule) => broken(rule, failed, between, passed) ?? []);
  });
}

function rulesIn(output: string): string[] {
  const seen = output.slice(0, LOOKED_AT_CHARS);
  const named = RULES.flatMap((rule) =>
    [...seen.matchAll(rule)].flatMap((match) => match[1] ?? []),
  );
  const all = [...new Set(named)];
  // A truncated report can end in the middle of a rule name, so a name that is a prefix of another is dropped.
  return all
    .filter((item) => !all.some((other) => other !== item && other.startsWith(item)))
    .slice(0, MAX_RULES);
}

/** Builds the failure from the last edit of the reported file before the check passed; null without such an edit. */
function broken(
  rule: string,
  failed: Step,
  between: readonly Step[],
  passed: Step,
): Recurring | null {
  const edit = between.findLast(
    (step) => isEdit(step) && step.files.some((file) => isNamedNear(failed.output, rule, file)),
  );
  if (edit?.edit == null) return null;
  const check = clip(commandStem(failed.command ?? ""), 60);
  const change = wordChange(edit.edit.before, edit.edit.after).replace(/^ \((.*)\)$/, "$1");
  const satisfied = change === "" ? "" : ` Example of a fix: ${change}.`;
  return {
    subject: `broken-rule:${rule}`,
    title: titleOf(`When you write code: follow ${clip(rule, 50)}`),
    content: `When you write code in this project, follow the rule \`${clip(rule, 60)}\` from the start: \`${check}\` reports it.${satisfied}`,
    payload: { command: check, error: rule, rule },
    files: [],
    failed,
    worked: passed,
  };
}

/** Maximum distance in characters between a rule's name and the file it is reported for. */
const NEAR_CHARS = 400;

function isNamedNear(output: string, rule: string, file: string): boolean {
  const at = output.indexOf(rule);
  const near = output.slice(Math.max(0, at - NEAR_CHARS), at + NEAR_CHARS);
  return (
    near.includes(file) || near.includes(file.split("/").at(-1) ?? file) || output.includes(file)
  );
}
