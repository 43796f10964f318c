/**
 * Opens a store: folder and file for the owner only, then one connection with the same pragmas on every driver. Every hook
 * pays for this, so nothing here takes a lock unless the file is new.
 */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "./database-error.ts";
import type { Database, DriverName } from "./driver.ts";
import { translated } from "./engine-error.ts";
import { watchFile } from "./file-in-place.ts";
import { type Engine, LocalDatabase } from "./local-database.ts";
import { untilFree } from "./patience.ts";

export interface OpenOptions {
  /** A file, or ":memory:". */
  readonly path?: string;
  /** A libSQL server: `http:`, `https:`, `ws:`, `wss:` or `libsql:`. */
  readonly url?: string;
  /** Default: "node-sqlite" for a path, "libsql-client" for a URL. */
  readonly driver?: DriverName;
  readonly busyTimeoutMs?: number;
  readonly readOnly?: boolean;
  /**
   * Reads pages through a map of the file: for a process that reads a few pages and ends. A process that lives long should
   * not use it: if another process truncates the mapped file, the reader is killed by a signal.
   */
  readonly isMapped?: boolean;
  /**
   * If nothing can be written, not even the shared-memory file, opens the file to read it unlocked: in a read-only home, on a
   * full disk. Only for short use: nothing locks the file, and concurrent writes are not seen.
   */
  readonly readsUnlocked?: boolean | undefined;
  /** Whether this is the only copy: nothing may be written to a file that has lost its name. */
  readonly isOnly?: boolean;
  readonly authToken?: string;
  /** For a server: maximum wait in ms since opening. Default: none; one request takes ten seconds at most. */
  readonly serverLimitMs?: number | undefined;
}

const MEMORY = ":memory:";
/** First release in which several connections cannot corrupt a write-ahead log: sqlite.org/wal.html#walresetbug */
const FIRST_SAFE_WAL = [3, 51, 3] as const;
const CACHE_KIB = 32_000;
/** Bytes that are mapped; the rest is read as usual. */
const MAPPED_BYTES = 2 ** 30;

/**
 * Opens the database. Throws "driver_missing" with the command that installs it; "store_busy", "store_unwritable",
 * "store_corrupt" and "store_full" with the path and the engine's code.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { path, url, busyTimeoutMs = 5000, readOnly = false } = options;
  // Windows does not allow truncating a mapped file.
  const isMapped = options.isMapped === true && process.platform !== "win32";
  const driver = options.driver ?? (url === undefined ? "node-sqlite" : "libsql-client");
  if (driver === "libsql-client") {
    if (url === undefined) throw new DatabaseError("usage", { driver, reason: "it needs a url" });
    const { openLibsqlClient } = await import("./libsql-client.ts");
    const { authToken, serverLimitMs } = options;
    return openLibsqlClient({ url, authToken, serverLimitMs, busyTimeoutMs, readOnly });
  }
  if (path === undefined) throw new DatabaseError("usage", { driver, reason: "it needs a path" });
  try {
    prepareFile(path, readOnly);
    const manner = { busyTimeoutMs, readOnly, isMapped, isOnly: options.isOnly };
    return await untilFree(() => openLocal(driver, path, manner), busyTimeoutMs);
  } catch (error) {
    const translatedError = translated(error, path);
    const mayReadUnlocked = options.readsUnlocked === true && driver === "node-sqlite";
    if (
      !mayReadUnlocked ||
      !DatabaseError.is(translatedError, "store_unwritable") ||
      !isAtRest(path)
    )
      throw translatedError;
    const unlocked = await openUnlocked(path);
    if (unlocked === null) throw translatedError;
    return unlocked;
  }
}

/**
 * Returns whether no log or journal is beside the file. With one, the file is open elsewhere or was when a process was
 * killed: it is incomplete, or contains uncommitted data.
 */
function isAtRest(path: string): boolean {
  const sizeOf = (item: string) => statSync(item, { throwIfNoEntry: false })?.size ?? 0;
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && sizeOf(path) > 0 && sizeOf(`${path}-wal`) + sizeOf(`${path}-journal`) === 0;
}

/** Opens the file unlocked; null if it cannot be read either. */
async function openUnlocked(path: string): Promise<Database | null> {
  const manner = { busyTimeoutMs: 0, readOnly: true, isMapped: false };
  const { openNodeSqliteAsItLies } = await import("./node-sqlite.ts");
  let engine: Engine | undefined;
  try {
    engine = await openNodeSqliteAsItLies(path);
    return new LocalDatabase(configured(engine, path, manner));
  } catch {
    engine?.close();
    return null;
  }
}

interface Manner {
  readonly busyTimeoutMs: number;
  readonly readOnly: boolean;
  readonly isMapped: boolean;
  readonly isOnly?: boolean | undefined;
}

/**
 * Creates the file for its owner only. The engine would make it readable for all users; its -wal and -shm get the same mode.
 */
function prepareFile(path: string, readOnly: boolean): void {
  if (path === MEMORY || existsSync(path)) return;
  if (readOnly) throw new DatabaseError("input_missing", { path });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Opens a local file. Rejects at once while another process opens the same new file: SQLite does not wait for the lock that a
 * change of the journal mode takes.
 */
async function openLocal(
  driver: "node-sqlite" | "libsql",
  path: string,
  manner: Manner,
): Promise<LocalDatabase> {
  const engine = await connect(driver, path, manner);
  try {
    return new LocalDatabase(configured(engine, path, manner));
  } catch (error) {
    engine.close();
    throw error;
  }
}

async function connect(
  driver: "node-sqlite" | "libsql",
  path: string,
  manner: Manner,
): Promise<Engine> {
  if (driver === "node-sqlite") {
    const { openNodeSqlite } = await import("./node-sqlite.ts");
    return openNodeSqlite(path, manner.readOnly);
  }
  const { openLibsql } = await import("./libsql.ts");
  return openLibsql(path, manner.busyTimeoutMs, (engine) => configured(engine, path, manner));
}

function configured(engine: Engine, path: string, manner: Manner) {
  engine.exec(
    `PRAGMA busy_timeout = ${manner.busyTimeoutMs};
     PRAGMA foreign_keys = ON;
     PRAGMA recursive_triggers = OFF;
     PRAGMA trusted_schema = OFF;
     PRAGMA secure_delete = ON;
     PRAGMA temp_store = MEMORY;
     PRAGMA cache_size = -${CACHE_KIB};
     PRAGMA mmap_size = ${manner.isMapped ? MAPPED_BYTES : 0};`,
  );
  const { version } = engine.get("SELECT sqlite_version() AS version", {}) as { version: string };
  const journalMode = chooseJournal(engine, path, version, manner);
  engine.exec(`PRAGMA synchronous = ${journalMode === "wal" ? "NORMAL" : "FULL"};`);
  if (manner.readOnly) engine.exec("PRAGMA query_only = ON");
  return {
    engine,
    path,
    engineVersion: version,
    journalMode,
    busyTimeoutMs: manner.busyTimeoutMs,
    file: manner.isOnly === true ? watchFile(path, () => checkpointLog(engine)) : undefined,
  };
}

/** Writes the log into the file as far as no other connection reads from it and no transaction is open. */
function checkpointLog(engine: Engine): void {
  try {
    engine.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The rest stays in the log.
  }
}

/** Reads the journal mode and changes it only if it differs: the change takes a lock, reading does not. */
function chooseJournal(
  engine: Engine,
  path: string,
  version: string,
  { readOnly }: Manner,
): "wal" | "delete" | "memory" {
  const present = journalOf(engine, "PRAGMA journal_mode");
  if (path === MEMORY) return "memory";
  const wanted = isSafeForWal(version) ? "wal" : "delete";
  if (present === wanted) return wanted;
  if (readOnly) {
    if (present !== "wal") return "delete";
    throw new DatabaseError("store_unwritable", {
      path,
      engineVersion: version,
      reason: "the file has a write-ahead log, which this engine cannot be trusted with",
    });
  }
  const actual = journalOf(engine, `PRAGMA journal_mode = ${wanted}`);
  if (actual === wanted) return wanted;
  // A file system without shared memory keeps the rollback journal, which is safe but slower.
  if (wanted === "wal") return "delete";
  throw new DatabaseError("store_busy", {
    path,
    engineVersion: version,
    reason: "the file has a write-ahead log, and another process holds it open",
  });
}

function journalOf(engine: Engine, pragma: string): string {
  return (engine.get(pragma, {}) as { journal_mode: string }).journal_mode;
}

export function isSafeForWal(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, floor] of FIRST_SAFE_WAL.entries()) {
    const part = parts[index] ?? 0;
    if (part !== floor) return part > floor;
  }
  return true;
}
