/** How a store is opened for one project. */
import type { ProjectIdentity } from "@tacit-memory/project";
import type { DriverName } from "@tacit-memory/sqlite";
import type { TrustChoice } from "./options.ts";

export interface TacitOptions {
  /** Folder of the store; made when it is not there. */
  readonly home: string;
  /** Any folder of the project. */
  readonly cwd: string;
  /** Options of the environment, and values of secret-named variables, which are redacted; default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly driver?: DriverName | undefined;
  readonly url?: string | undefined;
  readonly authToken?: string | undefined;
  /** Of a server: ms from opening on, after which nothing is waited for. Default: none. */
  readonly serverLimitMs?: number | undefined;
  readonly busyTimeoutMs?: number | undefined;
  /** A larger store of an older version is refused with "store_outdated". Default: any size is updated. */
  readonly maxBytesToMigrate?: number | undefined;
  /** Called before a store of an older version is backed up and updated, with its size: for progress. */
  readonly onMigration?: ((bytes: number) => void) | undefined;
  readonly isStrict?: boolean | undefined;
  /** What is only counted (usual commands, pairs of files, orders of work) becomes memories too: for measurements. */
  readonly promotesStatistics?: boolean | undefined;
  readonly usePriors?: boolean | undefined;
  /** Secret memories are shown to agents too. */
  readonly showsSecrets?: boolean | undefined;
  /** How far inferred memories are trusted. */
  readonly trust?: TrustChoice | undefined;
  /** False: code is never parsed here; what memories say of symbols is looked up by the next process that may. */
  readonly readsCode?: boolean | undefined;
  /** True: for many recalls, words come into memory. False: for one, the store is mapped, and read as it lies if need be. */
  readonly isLongLived?: boolean | undefined;
  /** False: through no map all the same, since a person may think meanwhile, whatever becomes of the file. */
  readonly mayMap?: boolean | undefined;
  /** Known already; saves looking again. */
  readonly identity?: ProjectIdentity | undefined;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly clock?: (() => number) | undefined;
}
