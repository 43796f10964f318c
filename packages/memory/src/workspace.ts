/** What every operation of an open engine shares: the store, the project, the clock, what must be hidden. */

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
  /** The project's id after aliases. */
  readonly projectId: ProjectId;
  readonly redaction: RedactOptions;
  readonly ignore: readonly string[];
  readonly isStrict: boolean;
  readonly promotesStatistics: boolean;
  readonly usePriors: boolean;
  /** Secret memories are shown to agents too. */
  readonly showsSecrets: boolean;
  readonly trust: Trust;
  readonly retention: Retention;
  readonly moment: () => Moment;
  readonly meaning: Meaning;
  readonly rerank: Rerank;
  readonly freshness: FreshnessCheck;
}

/** What goes with every write: `open.ts` makes it, use cases pass their writes through it. */
export interface Writes {
  /** After the write: vectors of what it wrote, the symbols it is about, the commands it has triggers for. */
  readonly written: <T>(write: Promise<T>, mayGoOn?: () => boolean) => Promise<T>;
  /** After a write that only takes away: the commands that memories have triggers for. */
  readonly marked: <T>(result: T) => Promise<T>;
  /** Before the first write: the project has a row. */
  readonly touch: () => Promise<void>;
}

export function momentAt(nowMs: number): Moment {
  return { nowMs, newId: () => uuidv7(nowMs, randomBytes(10)) };
}

/** What a recall noticed, or a write left to look up, is found again by whoever comes next. */
export function leaveToTheNext(error: unknown): void {
  const codes = ["store_busy", "store_full", "store_unwritable", "server_unreachable"] as const;
  if (!codes.some((code) => MemoryError.is(error, code))) throw error;
}
