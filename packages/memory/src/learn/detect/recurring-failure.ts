/**
 * Detects a failure that several sessions have in common: a folder or file in an unexpected place (`missing-place.ts`), a linter
 * rule that code violates repeatedly (`broken-rule.ts`), or a call that a program rejects. A memory is stored from the second session
 * on, together with the call that worked after the failure.
 */

import { draft, titleOfFix } from "../../domain/draft.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import {
  canonicalCommand,
  isPresentable,
  isReadOnly,
  purposeOf,
} from "./commands/command-shape.ts";
import { missingPlaces } from "./commands/missing-place.ts";
import { signalFrom } from "./detector.ts";
import type { Recurring } from "./recurring.ts";
import { brokenRules } from "./statements/broken-rule.ts";
import { errorOf, type Step, type Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

/** Minimum number of sessions with the failure. */
const SESSIONS = 2;

/**
 * Returns each failure once per session. `covered` contains failures for which another detector has a more certain lesson.
 */
export function recurringFailures(
  trace: Trace,
  steps: readonly Step[],
  covered: ReadonlySet<number>,
): Signal[] {
  const open = steps.filter(({ isOk, seq }) => isOk || !covered.has(seq));
  const all = [...missingPlaces(trace, open), ...brokenRules(open), ...refusedCalls(open)];
  const found = new Map<string, Recurring>();
  for (const recurring of all)
    if (!found.has(recurring.subject)) found.set(recurring.subject, recurring);
  return [...found.values()].map((recurring) => toSignal(trace, recurring));
}

/** Errors about the form of the call, not about its purpose. */
const REFUSED =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|invalid|unsupported|no such)\b.{0,30}\b(?:field|option|flag|argument|subcommand|command|parameter|key|value|format|property)\b/i;
/** The number of later steps in which the same program must succeed. */
const ASKED_AGAIN_WITHIN = 8;

/** Rejected calls, such as `gh pr view --json FIELD` with an unknown field. Checks and builds have their own detectors. */
function refusedCalls(steps: readonly Step[]): Recurring[] {
  return steps.flatMap((failed, i): Recurring[] => {
    const { command } = failed;
    const { line: error, fingerprint } = errorOf(failed);
    if (failed.isOk || command === null || fingerprint === null || !isCall(command)) return [];
    const program = programOf(command);
    if (program === null || !REFUSED.test(error)) return [];
    const window = steps.slice(i + 1, i + 1 + ASKED_AGAIN_WITHIN);
    const worked = window.find(
      (step) => step.isOk && step.command !== null && programOf(step.command) === program,
    );
    if (worked?.command == null || !isPresentable(worked.command)) return [];
    const good = clip(canonicalCommand(worked.command), 120);
    return [
      {
        subject: `refused-call:${program}:${fingerprint}`,
        title: titleOfFix(program, error, good),
        content: `When \`${program}\` fails with “${clip(error, 120)}”, use a call such as \`${good}\`: it worked right after the error.`,
        payload: { command: program, error: clip(error, 300), worked: good },
        files: [],
        failed,
        worked,
      },
    ];
  });
}

function isCall(command: string): boolean {
  return isPresentable(command) && purposeOf(command) === null && !isReadOnly(command);
}

/** A program with its subcommands: `gh pr view`. Null for a program without subcommands, because it differs between machines. */
function programOf(command: string): string | null {
  const words = canonicalCommand(command).split(" ");
  const plain = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  const names = words.slice(0, Math.min(plain < 0 ? words.length : plain, 3));
  return names.length >= 2 ? names.join(" ") : null;
}

function toSignal(trace: Trace, recurring: Recurring): Signal {
  const { subject, title, content, payload, files, failed, worked } = recurring;
  return signalFrom(trace, {
    type: "error_retry",
    subject,
    score: DETECT.errorRetryScore,
    minSessions: SESSIONS,
    files,
    from: [failed, worked],
    evidence: {
      kind: "reobserved",
      detail: sentenceOf("other_call_worked", { title }),
    },
    draft: draft({
      type: "error_pattern",
      title,
      content,
      payload,
      files,
      tags: ["error", "recurring"],
      errorFingerprint: errorOf(failed).fingerprint,
    }),
  });
}
