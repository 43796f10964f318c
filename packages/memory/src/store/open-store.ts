/** Opens `memory.db` in a home folder: driver, schema, device. Every process opens the store here. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database, OpenOptions } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { Moment } from "../domain/moment.ts";
import { listBackups } from "./backups/backup-files.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { hasStoreMark, removeStoreMark, setStoreMark } from "./store-mark.ts";

export const STORE_FILE = "memory.db";

type StoreInput = Pick<
  OpenOptions,
  "driver" | "busyTimeoutMs" | "authToken" | "serverLimitMs" | "isMapped" | "readsUnlocked"
>;

export interface StoreOptions
  extends Readonly<{ [K in keyof StoreInput]: StoreInput[K] | undefined }> {
  /** `$TACIT_HOME`: contains the file, the spool and the backups. It must exist. */
  readonly home: string;
  /** Address of a libSQL server to use instead of the local file. */
  readonly url?: string | undefined;
  /**
   * Maximum bytes of an older store that is updated; a larger one is not opened, because the update takes too long here.
   * Default: no limit.
   */
  readonly maxBytesToMigrate?: number | undefined;
  /** Called before a store of an older version is backed up and updated, with its size. */
  readonly onMigration?: ((bytes: number) => void) | undefined;
}

/**
 * Throws "store_unwritable", "store_corrupt", "store_newer", "store_emptied", "store_foreign", "store_busy",
 * "store_outdated", "server_unreachable", "driver_missing".
 */
export async function openStore(options: StoreOptions, moment: Moment): Promise<Database> {
  const where =
    options.url === undefined ? { path: join(options.home, STORE_FILE) } : { url: options.url };
  const { home } = options;
  const isLocal = options.url === undefined;
  // In this order, because a process that creates the file at the same time writes the mark after the schema.
  if (isLocal && !existsSync(join(home, STORE_FILE))) {
    refuseLost(home);
    removeStoreMark(home);
  }
  const db = await openDatabase({
    ...where,
    ...(options.driver === undefined ? {} : { driver: options.driver }),
    ...(options.busyTimeoutMs === undefined ? {} : { busyTimeoutMs: options.busyTimeoutMs }),
    ...(options.isMapped === undefined ? {} : { isMapped: options.isMapped }),
    readsUnlocked: options.readsUnlocked,
    serverLimitMs: options.serverLimitMs,
    isOnly: true,
    ...(options.authToken === undefined ? {} : { authToken: options.authToken }),
  });
  try {
    await migrate(db, moment.nowMs, {
      hadStore: () => isLocal && hasStoreMark(home),
      prepare: async () => {
        if (isLocal) await prepareMigration(db, options, moment.nowMs);
      },
    });
    if (isLocal) setStoreMark(home);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** A new store in the place of a deleted one would hide that its backups still contain every memory. */
function refuseLost(home: string): void {
  const count = listBackups(home).length;
  if (count > 0)
    throw new MemoryError("store_emptied", { path: join(home, STORE_FILE), backups: count });
}

/** Prepares a migration. Throws "store_outdated" for a store that is too large to update now; otherwise makes a backup. */
async function prepareMigration(
  db: Database,
  { home, maxBytesToMigrate = Infinity, onMigration }: StoreOptions,
  nowMs: number,
): Promise<void> {
  const path = join(home, STORE_FILE);
  const { size } = statSync(path);
  if (size > maxBytesToMigrate) throw new MemoryError("store_outdated", { path });
  onMigration?.(size);
  const { backUp } = await import("./backups/back-up.ts");
  await backUp(db, home, nowMs);
}
