/**
 * Detects a failed check that passes after the project's own fixer ran: `bun run lint`, `bun run lint:fix`, `bun run lint`.
 * Without the memory, agents fix such reports line by line in every session.
 */

import { draft, titleOfFix } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { editedFiles, isSameRun, signalFrom } from "../detector.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import {
  commandStem,
  isNotRun,
  isPresentable,
  type Purpose,
  purposePart,
} from "./command-shape.ts";

const CHECKS: ReadonlySet<Purpose> = new Set(["lint", "format"]);
/** Commands that change files. */
const FIXES =
  /\b(?:lint|format|check|style)[:_-]fix\b|\bfix[:_-](?:lint|format|style)\b|\s--(?:fix|write|autofix|in-place)\b(?!-)|\bgofmt\b.*\s-w\b|\b(?<!check[:_-])(?:fmt|format|black|isort|rustfmt|prettier)\b(?!.*(?:[-:_]check\b|--(?:diff|list-different|verify|dry-run|lint|test)\b|\s-[lc]\b))/;

/** At most one signal per check and fixer in a session. It has the first error; later errors become its triggers. */
export function fixingCommands(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, failure] of steps.entries()) {
    if (failure.isOk || !isCheck(failure)) continue;
    const { fingerprint, line: error } = errorOf(failure);
    if (fingerprint === null || isNotRun(error)) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const passedAt = window.findIndex((step) => step.isOk && isSameRun(failure, step));
    const fixedAt = window.slice(0, passedAt).findLastIndex((step) => step.isOk && isFix(step));
    const [fix, passed] = [window[fixedAt], window[passedAt]];
    if (fix === undefined || passed === undefined) continue;
    if (isFixedByHand(failure, window.slice(0, fixedAt), window.slice(fixedAt, passedAt))) continue;
    const signal = toSignal(trace, { failure, fix, passed, fingerprint, error });
    const before = found.get(signal.subject);
    found.set(signal.subject, before === undefined ? signal : withTriggers(before, signal));
  }
  return [...found.values()];
}

/** An edit after the fixer may be the fix, and so may an earlier edit of a file that the error names. */
function isFixedByHand(failure: Step, before: readonly Step[], after: readonly Step[]): boolean {
  const isNamed = (file: string) => failure.output.includes(file.split("/").at(-1) ?? file);
  return editedFiles(after).length > 0 || editedFiles(before).some(isNamed);
}

function withTriggers(first: Signal, more: Signal): Signal {
  if (first.draft === null || more.draft === null) return first;
  const triggers = [...new Set([...first.draft.triggers, ...more.draft.triggers])];
  return { ...first, draft: { ...first.draft, triggers } };
}

function isCheck(step: Step): boolean {
  const part = checking(step);
  return part !== null && !FIXES.test(part);
}

function isFix(step: Step): boolean {
  const part = checking(step);
  return part !== null && FIXES.test(part);
}

/** The part of the command that checks or formats. Null if no part does. */
function checking({ command }: Step): string | null {
  if (command === null || !isPresentable(command)) return null;
  const found = purposePart(command);
  return found !== null && CHECKS.has(found.purpose) ? found.part : null;
}

interface Fixed {
  readonly failure: Step;
  readonly fix: Step;
  readonly passed: Step;
  readonly fingerprint: string;
  readonly error: string;
}

function toSignal(trace: Trace, { failure, fix, passed, fingerprint, error }: Fixed): Signal {
  const check = clip(commandStem(failure.command ?? ""), 100);
  // The options show that the command fixes files. The file names belong to one session only.
  const fixing = clip(withoutFiles(checking(fix) ?? ""), 140);
  return signalFrom(trace, {
    type: "error_retry",
    subject: `fixed-by:${check}:${fixing}`,
    score: DETECT.errorRetryScore,
    minSessions: DETECT.fixingCommandMinSessions,
    from: [failure, passed],
    isTainted: fix.isTainted,
    evidence: {
      kind: "exit_code",
      detail: sentenceOf("passed_after", { command: check, fix: fixing }),
    },
    draft: draft({
      type: "error_pattern",
      title: titleOfFix(check, "", fixing),
      content: `When \`${check}\` reports errors (“${clip(error, 120)}”), run \`${fixing}\` before you fix anything by hand: the check passed right after it.`,
      payload: {
        command: check,
        error: clip(error, 300),
        fix: { kind: "command", command: fixing },
      },
      triggers: longestPlain(error),
      tags: ["error", "fix"],
      errorFingerprint: fingerprint,
    }),
  });
}

function withoutFiles(part: string): string {
  return part
    .split(" ")
    .filter((word, i) => i === 0 || word.startsWith("-") || !/[/*]|\.\w{1,5}$/.test(word))
    .join(" ");
}

/** The longest part of an error without names, paths and numbers. Empty if that part is short. */
function longestPlain(error: string): readonly string[] {
  const parts = error
    .split(/[\d"'`“”(){}[\]<>]+|\S*[/\\]\S*|\S+\.\w{1,4}\b/)
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), "");
  return longest.length < DETECT.triggerChars ? [] : [longest];
}
