/**
 * Did a command do what it was for? The exit status says so, unless a pipe, a `;` or `|| true` hides it: then
 * the output has to tell. "To run the tests use X" must not be learnt from an X whose refusal went through `tail`.
 */
import { onlyLooks, purposeOf } from "./command-shape.ts";

/** The shell or the program refused the call itself; not: what it ran failed. */
const REFUSAL =
  /^(?:error: )?(?:unrecognized|unexpected|unknown|invalid) (?:sub-?command|command|argument|option|flag)\b|\bcommand not found\s*$|: No module named \S+\s*$|\bno such file or directory(?:: \S+)?\s*$|^(?:npm (?:ERR!|error) )?missing script\b/im;
/** Runners' own words for a red result, each at its place in a line. */
const RED =
  /^error: (?:script "[^"]*" exited|process exited) with code [1-9]|\berror TS\d+:|^(?:=+ )?(?:.*, )?[1-9]\d* failed\b|^[ \t]*[1-9]\d* fail$|^(?:--- )?FAIL(?:ED)?\b|^Tests:\s+[1-9]\d* failed|^test result: FAILED|^npm (?:ERR!|error) |^Found [1-9]\d* errors?\b|script failed \(code [1-9]|^\[ERROR\] |^BUILD FAIL(?:ED|URE)\b|^FAILURE: Build failed/m;
/** A runner's word on the very script it ran, which goes before the status of what wraps it. */
const SCRIPT_FAILED =
  /^error: script "[^"]*" exited with code [1-9]|^npm (?:ERR!|error) code ELIFECYCLE$/m;
const LONG_OUTPUT = 1500;

/** Whether the exit status of the last program is not that of the one that matters. */
function hidesStatus(command: string): boolean {
  const bare = command.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return /[^|]\|[^|]|;|\|\| *(?:true|:|echo)\b/.test(bare);
}

/** `output` without terminal colours. */
export function isSuccess(
  command: string | null,
  output: string,
  status: { readonly isError: boolean; readonly exitCode: number | null },
): boolean {
  if (status.isError || (status.exitCode ?? 0) !== 0) return false;
  if (command === null || onlyLooks(command)) return true;
  if (SCRIPT_FAILED.test(output) && purposeOf(command) !== null) return false;
  if (!hidesStatus(command)) return true;
  if (isRefusal(output)) return false;
  return purposeOf(command) === null || !RED.test(output);
}

/** A short output that says the call was refused; a long one only mentions somebody else's refusal. */
export function isRefusal(output: string): boolean {
  return output.length <= LONG_OUTPUT && REFUSAL.test(output);
}

/** Whether the result was cut down to lines that matched, which is silent about all others. */
export function isFiltered(command: string): boolean {
  return /\|\s*(?:grep|rg|egrep|ag|awk|sed)\b/.test(command);
}
