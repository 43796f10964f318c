/** Ctrl-C on work that can stop between two steps: the first lets it finish the step, the second ends at once. */
import { MemoryError, WIRE } from "@tacit-memory/memory";
import type { CommandContext } from "./command-context.ts";

/** Milliseconds without a model's answer, after which the command names the server it waits for. */
const SILENT_MS = 2000;

/** Throws "interrupted" for whatever failed after it. `waitsFor`: who is asked, told when the answer takes a while. */
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

/** Nobody should have to guess whether it hangs, nor for how long it may. */
function sayWaiting(context: CommandContext, waitsFor: string): () => void {
  const mostSeconds = Math.round(WIRE.timeoutMs / 1000);
  const say = () =>
    context.out.say(
      `tacit: waiting for ${waitsFor} to answer, at most ${mostSeconds} s per answer; press Ctrl-C to stop`,
    );
  const timer = setTimeout(say, SILENT_MS);
  return () => clearTimeout(timer);
}
