/**
 * Decides whether a command succeeded. The exit status shows it unless a pipe, a `;` or `|| true` hides it; then the output
 * decides. "To run the tests use X" must not be learned from an X whose rejection went through `tail`.
 */
import { isReadOnly, purposeOf } from "./command-shape.ts";

/** Matches a call that the shell or the program rejected, not a failure of what it ran. */
const REFUSAL =
  /^(?:error: )?(?:unrecognized|unexpected|unknown|invalid) (?:sub-?command|command|argument|option|flag)\b|\bcommand not found\s*$|: No module named \S+\s*$|\bno such file or directory(?:: \S+)?\s*$|^(?:npm (?:ERR!|error) )?missing script\b/im;
/** Runners' messages of a failed result, each at its position in a line. */
const RED =
  /^error: (?:script "[^"]*" exited|process exited) with code [1-9]|\berror TS\d+:|^(?:=+ )?(?:.*, )?[1-9]\d* failed\b|^[ \t]*[1-9]\d* fail$|^(?:--- )?FAIL(?:ED)?\b|^Tests:\s+[1-9]\d* failed|^test result: FAILED|^npm (?:ERR!|error) |^Found [1-9]\d* errors?\b|script failed \(code [1-9]|^\[ERROR\] |^BUILD FAIL(?:ED|URE)\b|^FAILURE: Build failed/m;
/** A runner's message about the script it ran, which takes precedence over the status of its wrapper. */
const SCRIPT_FAILED =
  /^error: script "[^"]*" exited with code [1-9]|^npm (?:ERR!|error) code ELIFECYCLE$/m;
const LONG_OUTPUT = 1500;

/** Returns whether the exit status is that of another program than the relevant one. */
function hidesStatus(command: string): boolean {
  const bare = command.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return /[^|]\|[^|]|;|\|\| *(?:true|:|echo)\b/.test(bare);
}

/** Decides success. `output` must not contain terminal colours. */
export function isSuccess(
  command: string | null,
  output: string,
  status: { readonly isError: boolean; readonly exitCode: number | null },
): boolean {
  if (status.isError || (status.exitCode ?? 0) !== 0) return false;
  if (command === null || isReadOnly(command)) return true;
  if (SCRIPT_FAILED.test(output) && purposeOf(command) !== null) return false;
  if (!hidesStatus(command)) return true;
  if (isRefusal(output)) return false;
  return purposeOf(command) === null || !RED.test(output);
}

/** Returns whether a short output reports a rejected call; a long one may only mention a rejection. */
export function isRefusal(output: string): boolean {
  return output.length <= LONG_OUTPUT && REFUSAL.test(output);
}

/** Returns whether the output was filtered to matching lines, which hides all others. */
export function isFiltered(command: string): boolean {
  return /\|\s*(?:grep|rg|egrep|ag|awk|sed)\b/.test(command);
}
