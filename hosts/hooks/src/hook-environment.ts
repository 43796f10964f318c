/** Environment of a hook's process. */
import type { Env } from "./host.ts";
import type { Job } from "./worker.ts";

export interface HookEnvironment {
  readonly env: Env;
  /** Tacit's home folder. */
  readonly home: string;
  /** When the hook's process began, for its deadline; Unix time in ms. */
  readonly startedAtMs: number;
  /** Starts a worker for the project of this folder, which does what the hook had no time for. Default: no worker. */
  readonly handOver?: (folder: string, job: Job) => void;
  /** Default: the version of this process. */
  readonly nodeVersion?: string;
}
