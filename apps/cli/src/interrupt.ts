/** Ctrl-C for work that can stop between two steps: the first lets the step finish, the second ends at once. */
import { MemoryError, WIRE } from "@tacit-memory/memory";
import type { CommandContext } from "./command-context.ts";

/** Milliseconds without a model's answer after which the command names the server it waits for. */
const SILENT_MS = 2000;

/**
 * Runs work that can be interrupted. Throws "interrupted" for any failure after an interrupt. `waitsFor`: the server named
 * when the answer takes long.
 */
export async function withInterrupt<T>(
  context: CommandContext,
  body: (signal: AbortSignal) => Promise<T>,
  waitsFor?: string,
): Promise<T> {
  const takeBackWord = waitsFor === undefined ? undefined : sayWaiting(context, waitsFor);
  const controller = new AbortController();
  const takeBack = context.machine.onInterrupt?.(() => {
    context.out.say("tacit: stopping; completed work is stored");
    controller.abort();
  });
  try {
    return await body(controller.signal);
  } catch (cause) {
    if (controller.signal.aborted) throw new MemoryError("interrupted", { cause });
    throw cause;
  } finally {
    takeBack?.();
    takeBackWord?.();
  }
}

/** Announces the server and the maximum wait, so that the user need not guess whether the command hangs. */
function sayWaiting(context: CommandContext, waitsFor: string): () => void {
  const mostSeconds = Math.round(WIRE.timeoutMs / 1000);
  const say = () =>
    context.out.say(
      `tacit: waiting for ${waitsFor} to answer, at most ${mostSeconds} s per answer; press Ctrl-C to stop`,
    );
  const timer = setTimeout(say, SILENT_MS);
  return () => clearTimeout(timer);
}
