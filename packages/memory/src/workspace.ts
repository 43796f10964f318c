/** State shared by all operations of an open engine: the store, the project, the clock, and what must be hidden. */

import { randomBytes } from "node:crypto";
import type { ProjectIdentity } from "@tacit-memory/project";
import type { RedactOptions } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import type { Trust } from "./config/trust.ts";
import { MemoryError } from "./domain/errors.ts";
import type { ProjectId } from "./domain/ids.ts";
import { uuidv7 } from "./domain/ids.ts";
import type { Moment } from "./domain/moment.ts";
import type { FreshnessCheck } from "./domain/ports/freshness.ts";
import type { Meaning } from "./domain/ports/meaning.ts";
import type { Rerank } from "./domain/ports/rerank.ts";
import type { Retention } from "./domain/retention.ts";

export interface Workspace {
  readonly db: Database;
  readonly home: string;
  readonly identity: ProjectIdentity;
  /** The project's id after alias resolution. */
  readonly projectId: ProjectId;
  readonly redaction: RedactOptions;
  readonly ignore: readonly string[];
  readonly isStrict: boolean;
  readonly promotesStatistics: boolean;
  readonly usePriors: boolean;
  /** Secret memories are shown to agents, too. */
  readonly showsSecrets: boolean;
  readonly trust: Trust;
  readonly retention: Retention;
  readonly moment: () => Moment;
  readonly meaning: Meaning;
  readonly rerank: Rerank;
  readonly freshness: FreshnessCheck;
}

/** Hooks around every write: `open.ts` creates them, and use cases pass their writes through them. */
export interface Writes {
  /** Runs after a write: updates the vectors and symbols of what was written, and the commands with triggers. */
  readonly written: <T>(write: Promise<T>, mayGoOn?: () => boolean) => Promise<T>;
  /**
   * Runs a change that only removes memories, then updates the commands with triggers and the files that Tacit wrote into every known
   * checkout.
   */
  readonly removing: <T>(work: () => Promise<T>) => Promise<T>;
  /** Throws "config_malformed" if a file with rules for what is never stored cannot be read. `touch` calls it. */
  readonly refuseUnread: () => void;
  /** Runs before a write: creates the project's row if it is missing. */
  readonly touch: () => Promise<void>;
}

export function momentAt(nowMs: number): Moment {
  return { nowMs, newId: () => uuidv7(nowMs, randomBytes(10)) };
}

/**
 * Ignores an error of deferred work when the store is busy, full, unwritable or unreachable: the next process finds the same
 * work again. Throws any other error.
 */
export function ignoreUnavailableStore(error: unknown): void {
  const codes = ["store_busy", "store_full", "store_unwritable", "server_unreachable"] as const;
  if (!codes.some((code) => MemoryError.is(error, code))) throw error;
}
