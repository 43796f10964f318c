/** Ctrl-C on work that can stop between two steps: the first lets it finish the step, the second ends at once. */
import { MemoryError } from "@tacit-memory/memory";
import type { World } from "./world.ts";

/** Throws "interrupted" for whatever failed after it. */
export async function withInterrupt<T>(
  world: World,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const takeBack = world.machine.onInterrupt?.(() => {
    world.out.say("tacit: stopping; what is done stays done");
    controller.abort();
  });
  try {
    return await body(controller.signal);
  } catch (cause) {
    if (controller.signal.aborted) throw new MemoryError("interrupted", { cause });
    throw cause;
  } finally {
    takeBack?.();
  }
}
