/** Opens `memory.db` in a home folder: driver, schema, device. The one way in for every process. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database, OpenOptions } from "@tacit-memory/sqlite";
import type { Moment } from "../domain/moment.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { hasStoreMark, removeStoreMark, setStoreMark } from "./store-mark.ts";

export const STORE_FILE = "memory.db";

type Given = Pick<
  OpenOptions,
  "driver" | "busyTimeoutMs" | "authToken" | "serverLimitMs" | "isMapped" | "orAsItLies"
>;

export interface StoreOptions extends Readonly<{ [K in keyof Given]: Given[K] | undefined }> {
  /** `$TACIT_HOME`: holds the file, the spool and the backups. It must exist. */
  readonly home: string;
  /** A libSQL server instead of the local file. */
  readonly url?: string | undefined;
}

/**
 * Throws "store_unwritable", "store_corrupt", "store_newer", "store_emptied", "store_foreign", "store_busy",
 * "server_unreachable", "driver_missing".
 */
export async function openStore(options: StoreOptions, moment: Moment): Promise<Database> {
  const where =
    options.url === undefined ? { path: join(options.home, STORE_FILE) } : { url: options.url };
  const { home } = options;
  const isLocal = options.url === undefined;
  // In this order: who makes the file at the same time makes the mark after the schema.
  if (isLocal && !existsSync(join(home, STORE_FILE))) removeStoreMark(home);
  const db = await openDatabase({
    ...where,
    ...(options.driver === undefined ? {} : { driver: options.driver }),
    ...(options.busyTimeoutMs === undefined ? {} : { busyTimeoutMs: options.busyTimeoutMs }),
    ...(options.isMapped === undefined ? {} : { isMapped: options.isMapped }),
    orAsItLies: options.orAsItLies,
    serverLimitMs: options.serverLimitMs,
    isOnly: true,
    ...(options.authToken === undefined ? {} : { authToken: options.authToken }),
  });
  try {
    await migrate(db, moment.nowMs, () => isLocal && hasStoreMark(home));
    if (isLocal) setStoreMark(home);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
