/** Options for opening a store for one project. */
import type { ProjectIdentity } from "@tacit-memory/project";
import type { DriverName } from "@tacit-memory/sqlite";
import type { Env, TrustChoice } from "./options.ts";

export interface TacitOptions {
  /** Folder of the store; created if missing. */
  readonly home: string;
  /** Any folder of the project. */
  readonly cwd: string;
  /** Options of the environment, and values of secret-named variables, which are redacted; default: none. */
  readonly env?: Env;
  /** True: `env` already contains the options of the files, which are not read again. */
  readonly isEnvComplete?: boolean | undefined;
  readonly driver?: DriverName | undefined;
  readonly url?: string | undefined;
  readonly authToken?: string | undefined;
  /** For a server: milliseconds after opening when all waiting ends. Default: none. */
  readonly serverLimitMs?: number | undefined;
  readonly busyTimeoutMs?: number | undefined;
  /** A larger store of an older version is rejected with "store_outdated". Default: any size is updated. */
  readonly maxBytesToMigrate?: number | undefined;
  /** Called with the store's size before a store of an older version is backed up and updated, to show progress. */
  readonly onMigration?: ((bytes: number) => void) | undefined;
  readonly isStrict?: boolean | undefined;
  /** Also stores statistics (usual commands, pairs of files, orders of work) as memories: for measurements. */
  readonly promotesStatistics?: boolean | undefined;
  readonly usePriors?: boolean | undefined;
  /** Shows secret memories to agents too. */
  readonly showsSecrets?: boolean | undefined;
  /** How far inferred memories are trusted. */
  readonly trust?: TrustChoice | undefined;
  /** False: code is never parsed here; symbols in memories are resolved by the next process that may. */
  readonly readsCode?: boolean | undefined;
  /**
   * True: for many recalls, words are loaded into memory. False: for a single recall, the store is memory-mapped and read as
   * it is if necessary.
   */
  readonly isLongLived?: boolean | undefined;
  /** False: never memory-maps the store, because the process may wait for a person while the file changes. */
  readonly mayMap?: boolean | undefined;
  /** Already resolved identity of the project; avoids resolving it again. */
  readonly identity?: ProjectIdentity | undefined;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly clock?: (() => number) | undefined;
}
