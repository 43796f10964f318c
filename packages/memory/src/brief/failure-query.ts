/**
 * Builds the query for a failed call: the command, the line that best describes the error, and the beginning and end of the
 * output. That line alone is rarely enough: `error: 3 problems` is printed by every linter.
 */

import type { RedactOptions } from "@tacit-memory/redact";
import { keptCommand, keptOutput } from "../capture/digest.ts";
import type { Hit } from "../domain/hit.ts";
import { errorFingerprints, errorLineOf } from "../domain/text/error-fingerprint.ts";
import { canonicalCommand, commandStem } from "../learn/detect/commands/command-shape.ts";
import { failureKeys } from "../learn/detect/failure-keys.ts";
import { FAILURE } from "./tuning.ts";

export interface Failure {
  /** Output of the call. */
  readonly error: string;
  /** The command, if the tool was a shell; null otherwise or if unknown. */
  readonly command?: string | null | undefined;
}

export interface FailureQuestion {
  readonly query: string;
  /**
   * Fingerprint of the error, as learned errors have it, first; then of each line that a person may have stored as an error.
   */
  readonly fingerprints: readonly string[];
  /** What a run with the same failure in another session has in common with it. */
  readonly keys: readonly string[];
  /** The command; "" if unknown. */
  readonly command: string;
}

/** Builds the query from the text as the event log stores it; otherwise the fingerprint would differ from the learned one. */
export function questionOf(failure: Failure, redaction: RedactOptions): FailureQuestion {
  const output = keptOutput(failure.error, redaction);
  const command = keptCommand(failure.command ?? "", redaction);
  const line = errorLineOf(output);
  const stem = commandStem(command);
  return {
    command,
    query: [stem, line, ...endsOf(output)].filter((part) => part !== "").join("\n"),
    fingerprints: errorFingerprints(output),
    keys: failureKeys(output, command),
  };
}

/**
 * Returns whether a recipe contains only what was just run and failed, so that showing it would suggest running it again.
 * Memories found by the error itself or by a trigger are meant for this case.
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
  const maxChars = FAILURE.outputChars.value;
  if (output.length <= 2 * maxChars) return [output];
  return [output.slice(0, maxChars), output.slice(-maxChars)];
}
