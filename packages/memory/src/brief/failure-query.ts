/**
 * A failed call → what memory is asked: which command it was, the line that tells what went wrong, and how the output
 * begins and ends. The line alone says little of what helps: `error: 3 problems` is every linter's.
 */

import type { RedactOptions } from "@tacit-memory/redact";
import { keptCommand, keptOutput } from "../capture/digest.ts";
import type { Hit } from "../domain/hit.ts";
import { errorFingerprints, tellingLine } from "../domain/text/error-fingerprint.ts";
import { canonicalCommand, commandStem } from "../learn/detect/commands/command-shape.ts";
import { FAILURE } from "./tuning.ts";

export interface Failure {
  /** What the call printed. */
  readonly error: string;
  /** What was run, where it was a shell; null where it was not, or nobody knows. */
  readonly command?: string | null | undefined;
}

export interface FailureQuestion {
  readonly query: string;
  /** Of the error, as one that was learned has it, first; then of each line that a person may have named as one. */
  readonly fingerprints: readonly string[];
  /** What was run; "" where nobody knows. */
  readonly command: string;
}

/** Read as the event log keeps it, or the fingerprint would be of another line than the one learned. */
export function questionOf(failure: Failure, redaction: RedactOptions): FailureQuestion {
  const output = keptOutput(failure.error, redaction);
  const command = keptCommand(failure.command ?? "", redaction);
  const line = tellingLine(output);
  const stem = commandStem(command);
  return {
    command,
    query: [stem, line, ...endsOf(output)].filter((part) => part !== "").join("\n"),
    fingerprints: errorFingerprints(output),
  };
}

/**
 * A recipe of nothing but what was just run, and failed: who is told it is told to do it again. One that the error itself, or a
 * trigger, brings up was meant for this.
 */
export function saysItAgain(
  { memory, explanation }: Hit,
  { command }: Pick<FailureQuestion, "command">,
): boolean {
  const { fingerprint, trigger } = explanation.ranks;
  if (memory.type !== "workflow_recipe" || command === "") return false;
  if (fingerprint !== undefined || trigger !== undefined) return false;
  const named = [...memory.content.matchAll(/`([^`]+)`/g)].map(([, code = ""]) =>
    canonicalCommand(code),
  );
  const run = canonicalCommand(command).split(" && ");
  return (
    named.length > 0 && named.every((item) => run.some((part) => `${part} `.startsWith(`${item} `)))
  );
}

function endsOf(output: string): string[] {
  const most = FAILURE.outputChars.value;
  if (output.length <= 2 * most) return [output];
  return [output.slice(0, most), output.slice(-most)];
}
