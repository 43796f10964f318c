/**
 * Replaces a damaged store with the newest sound backup, completed with every row that the damaged file still contains. The
 * damaged files are moved to a folder first, so that a restore loses nothing.
 */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import {
  type DamagedDatabase,
  type Database,
  openDamaged,
  queryNumber,
} from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import { vectorFilesIn, wordFileIn } from "../index-file-paths.ts";
import { checkIntegrity } from "../maintenance.ts";
import { MIGRATIONS, migrate, refuseNewer } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { STORE_FILE } from "../open-store.ts";
import { makeHomeFolder } from "../resolve-project.ts";
import { rebuildPassages } from "../sessions/passages.ts";
import { setStoreMark } from "../store-mark.ts";
import { missingParts, repairSchema } from "../whole-schema.ts";
import { check } from "./back-up.ts";
import { type BackupFile, listBackups, replacedFolder } from "./backup-files.ts";
import { changesLost, countChangesOn } from "./changes-lost.ts";
import { copyRows, type SavedTable } from "./copy-rows.ts";

export interface RestoreRequest {
  /** Tacit's home folder. */
  readonly home: string;
  /** A backup to return to. Without it: the newest sound backup, completed from the damaged store. */
  readonly from?: string | undefined;
  readonly nowMs: number;
  readonly onStep?: ((step: RestoreStep) => void) | undefined;
}

export interface RestoreReport {
  /** Null if no sound backup exists. */
  readonly backup: { readonly path: string; readonly atMs: number } | null;
  /** Backups that are also damaged. */
  readonly unusable: readonly string[];
  /** The folder with the files that were replaced; null if there were none. */
  readonly keptAt: string | null;
  /** Tables of the replaced store, as far as they could be read; empty if `from` was given. */
  readonly tables: readonly SavedTable[];
  /** Number of memories in the store that is now in place. */
  readonly memories: number;
}

/** Steps that take long with a large store; each is reported when it begins. */
export type RestoreStep = "check" | "copy" | "read" | "index";

const SIDE_FILE_SUFFIXES = ["-wal", "-shm", "-journal"];
const COUNT_MEMORIES = /* sql */ `SELECT count(*) AS count FROM memory`;

/**
 * Restores a store. Returns null for a store without damage, unless `from` names a backup to return to. Other processes that
 * have the old store open notice that it was replaced. Throws "input_missing" for an unknown backup, "store_corrupt" for a
 * damaged one, "store_newer" for a store of a newer version, and "input_missing" if there is neither a store nor a backup.
 */
export async function restoreStore({
  home,
  from,
  nowMs,
  onStep = () => undefined,
}: RestoreRequest): Promise<RestoreReport | null> {
  const path = join(home, STORE_FILE);
  onStep("check");
  if (from === undefined && (await isWhole(path, home))) return null;
  const { backup, unusable } = await chosenBackup(home, from);
  if (backup === null && !existsSync(path)) throw new MemoryError("input_missing", { path });
  if (backup === null && (await isForeign(path))) throw new MemoryError("store_foreign", { path });
  // An uninstall that kept a backup elsewhere deleted the folder.
  makeHomeFolder(home);
  const work = join(home, `restoring-${process.pid}.db`);
  const removeWork = () => {
    for (const suffix of ["", ...SIDE_FILE_SUFFIXES]) rmSync(`${work}${suffix}`, { force: true });
  };
  try {
    removeWork();
    onStep("copy");
    if (backup !== null) copyStore(backup.path, work);
    onStep("read");
    const damaged = from === undefined && existsSync(path) ? openOurs(path) : null;
    const isCompleted = from === undefined && existsSync(path);
    const filled = await fill(work, damaged, { home, nowMs, isCompleted, onStep }).finally(() =>
      damaged?.close(),
    );
    const keptAt = setAside(path, replacedFolder(home, nowMs));
    putInPlace(work, path);
    setStoreMark(home);
    for (const index of [wordFileIn(home), ...vectorFilesIn(home)]) rmSync(index, { force: true });
    return { backup, unusable, keptAt, ...filled };
  } finally {
    removeWork();
  }
}

/** Copies the store with its write-ahead log. */
function copyStore(from: string, to: string): void {
  for (const suffix of ["", "-wal"]) {
    if (!existsSync(`${from}${suffix}`)) continue;
    copyFileSync(`${from}${suffix}`, `${to}${suffix}`, constants.COPYFILE_FICLONE);
    chmodSync(`${to}${suffix}`, 0o600);
  }
}

async function chosenBackup(home: string, from: string | undefined) {
  const all = listBackups(home);
  if (from !== undefined) {
    const named = all.find(({ path }) => path === from || basename(path) === from);
    if (named === undefined && !existsSync(from))
      throw new MemoryError("input_missing", { path: from });
    const backup = named ?? { path: from, atMs: 0 };
    await check(backup.path);
    return { backup, unusable: [] };
  }
  const unusable: string[] = [];
  for (const backup of all) {
    if (await isSound(backup)) return { backup, unusable };
    unusable.push(backup.path);
  }
  return { backup: null, unusable };
}

/** Whether a store opens, is sound, has all its tables, and has not lost changes that a backup contains. */
async function isWhole(path: string, home: string): Promise<boolean> {
  try {
    if (!existsSync(path)) return false;
    const db = await openDatabase({ path });
    try {
      const { version } = await refuseNewer(db);
      if (version === 0) return false;
      if ((await checkIntegrity(db)).length > 0 || (await missingParts(db)).length > 0)
        return false;
      return (await changesLost(db, home)) === 0;
    } finally {
      await db.close();
    }
  } catch (error) {
    if (KEEPS_OUT.some((code) => MemoryError.is(error, code))) throw error;
    return false;
  }
}

/** Errors that prevent access but do not indicate damage. */
const KEEPS_OUT = ["store_busy", "store_unwritable", "store_newer"] as const;

/** Whether the file is another program's database, put in the store's place by mistake. */
async function isForeign(path: string): Promise<boolean> {
  const db = openDamaged(path);
  db?.close();
  return db !== null && db.tables.size > 0 && !isOurs(db);
}

function isOurs({ tables }: DamagedDatabase): boolean {
  return tables.has("schema_version") || (tables.has("memory") && tables.has("memory_version"));
}

/** Opens the damaged store; null if nothing can be read, or if it belongs to another program. */
function openOurs(path: string): DamagedDatabase | null {
  const db = openDamaged(path, MIGRATIONS.map(({ sql }) => sql).join("\n"));
  if (db === null || isOurs(db)) return db;
  db.close();
  return null;
}

async function isSound({ path }: BackupFile): Promise<boolean> {
  try {
    await check(path);
    return true;
  } catch {
    return false;
  }
}

interface Filling {
  readonly home: string;
  readonly nowMs: number;
  /** Whether rows of the damaged store are added to those of the backup. */
  readonly isCompleted: boolean;
  readonly onStep: (step: RestoreStep) => void;
}

/** Migrates the copy of the backup, or an empty store, to this version and adds the rows of the damaged store. */
async function fill(
  work: string,
  damaged: DamagedDatabase | null,
  { home, nowMs, isCompleted, onStep }: Filling,
): Promise<Pick<RestoreReport, "tables" | "memories">> {
  const db = await openDatabase({ path: work });
  try {
    await migrate(db, nowMs);
    const tables = isCompleted ? await copyRows(damaged, db) : [];
    onStep("index");
    await repairSchema(db);
    // Passages are indexed again from the events.
    if (tables.some(({ table, isWhole }) => table === "passage" && !isWhole)) {
      await db.run("DELETE FROM passage");
      await rebuildPassages(db, true);
    }
    await refuseDamage(db, work);
    await countChangesOn(db, home);
    const memories = await queryNumber(db, COUNT_MEMORIES);
    return { tables, memories };
  } finally {
    await db.close();
  }
}

async function refuseDamage(db: Database, path: string): Promise<void> {
  const problems = await checkIntegrity(db);
  if (problems.length > 0)
    throw new MemoryError("store_corrupt", { path, problems: problems.slice(0, 3).join("; ") });
}

/** Copies the files to a folder, so that a crash at any moment leaves a store in place. */
function setAside(path: string, folder: string): string | null {
  if (!existsSync(path)) return null;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const suffix of ["", "-wal", "-journal"]) {
    if (existsSync(`${path}${suffix}`))
      copyFileSync(
        `${path}${suffix}`,
        join(folder, `${STORE_FILE}${suffix}`),
        constants.COPYFILE_FICLONE,
      );
  }
  return folder;
}

function putInPlace(work: string, path: string): void {
  const file = openSync(work, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // SQLite would use the log of the old store for the new one.
  for (const suffix of SIDE_FILE_SUFFIXES) rmSync(`${path}${suffix}`, { force: true });
  renameSync(work, path);
}
