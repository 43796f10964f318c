/**
 * Runs a hook's whole process: read standard input, run the hook, write the answer, end. Every part has a limit, so the
 * process ends in time whatever its host, its repository or its store does.
 */

import type { HookEnvironment } from "./hook-environment.ts";
import { logFailure } from "./hook-log.ts";
import { readInput } from "./read-input.ts";
import { runHook } from "./run-hook.ts";

/** Limit from the start of the process to the end of reading. */
const INPUT_MS = 1000;
/** Minimum time to read, for a machine on which starting the process took most of the limit. */
const MIN_INPUT_MS = 300;
/** Time after which the process ends although something (an open pipe, a stuck request) still holds it. */
const LINGER_MS = 100;

/** Runs the hook and never rejects; failures are logged. */
export async function runHookProcess(
  host: string,
  event: string,
  hookEnvironment: HookEnvironment,
  {
    stdin,
    write,
  }: {
    readonly stdin: NodeJS.ReadableStream;
    readonly write: (answer: string) => void;
  },
): Promise<void> {
  try {
    const left = hookEnvironment.startedAtMs + INPUT_MS - Date.now();
    const input = await readInput(stdin, Math.max(left, MIN_INPUT_MS));
    if ("problem" in input) throw new Error(input.problem);
    const answer = await runHook(host, event, input.text, hookEnvironment);
    if (answer !== "") write(answer);
  } catch (error) {
    logFailure(hookEnvironment.home, `${host} ${event}`, error);
  }
}

/** Ends the process soon, even if something still holds it. For the last line of a program that is only a hook. */
export function endSoon(): void {
  setTimeout(() => process.exit(0), LINGER_MS).unref();
}
