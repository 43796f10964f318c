/** What a hook's process knows of its surroundings. */
import type { Env } from "./host.ts";
import type { Job } from "./worker.ts";

export interface HookEnvironment {
  readonly env: Env;
  /** Tacit's home folder. */
  readonly home: string;
  /** When the hook's process began, for its deadline; Unix time in ms. */
  readonly startedAtMs: number;
  /** Starts a worker for the project of this folder; it does what the hook had no time for. Default: nobody does. */
  readonly handOver?: (folder: string, job: Job) => void;
  /** Of this process where it is not given. */
  readonly nodeVersion?: string;
}
