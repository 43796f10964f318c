/**
 * Opens the store for a hook. A worker updates a large store of an older version: its backup and update take too long here.
 */
import { MemoryError, openTacit, type Tacit, type TacitOptions } from "@tacit-memory/memory";
import type { HookEnvironment } from "./hook-environment.ts";
import { isWorkerRunning } from "./worker.ts";

/** Maximum size that a hook updates; backup and update of a larger store take more than 0.3 s. */
const MAX_BYTES_TO_MIGRATE = 20_000_000;

/** Opens the store; null if a worker must update it first. `isWorker`: this process may take its time. */
export async function openUpToDate(
  { home, handOver }: Pick<HookEnvironment, "home" | "handOver">,
  isWorker: boolean,
  options: TacitOptions & { readonly cwd: string },
): Promise<Tacit | null> {
  const maxBytesToMigrate = isWorker ? undefined : MAX_BYTES_TO_MIGRATE;
  try {
    return await openTacit({ ...options, maxBytesToMigrate });
  } catch (error) {
    if (!MemoryError.is(error, "store_outdated")) throw error;
    if (!isWorkerRunning(home, "catch-up")) handOver?.(options.cwd, "catch-up");
    return null;
  }
}
