/**
 * Opens a copy of another program's database while that program may be writing: of the file and of its write-ahead log or
 * journal. The original is never opened as a database, so nothing is locked, no file appears beside it, and the other program
 * can write its log back at any time.
 */
import { constants, rmSync } from "node:fs";
import { copyFile, mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isFile, readStartAt } from "@tacit-memory/files";
import { DatabaseError } from "./database-error.ts";
import { removeLeftCopies } from "./left-copies.ts";
import { loadQuietly } from "./node-sqlite.ts";

/** The header of the log. Its salts change whenever the log is restarted. */
const LOG_HEADER_BYTES = 32;
const MAX_ATTEMPTS = 5;

export interface DatabaseCopy {
  readonly db: DatabaseSync;
  /** Removes the copy. */
  readonly close: () => void;
}

type CopyFile = (from: string, to: string, mode?: number) => Promise<void>;

/**
 * `copy` copies one file. Throws errors of the file system, and "source_unreadable" if the database changed during every
 * attempt.
 */
export async function openDatabaseCopy(
  path: string,
  copy: CopyFile = copyFile,
): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), "tacit-database-"));
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    removeLeftCopies(folder);
    const copied = join(folder, "copy.db");
    await copyTogether(path, copied, copy);
    const { DatabaseSync } = loadQuietly();
    // Opened for writing, so that SQLite applies the log to the copy.
    const db = new DatabaseSync(copied, { enableForeignKeyConstraints: false });
    // The copy may contain what its owner does not want twice on a disk, so it is deleted with this process, however that
    // ends. Windows keeps an open file; there it is deleted when it is closed.
    if (isOneFile(db) && process.platform !== "win32") discard();
    return {
      db,
      close: () => {
        db.close();
        discard();
      },
    };
  } catch (error) {
    discard();
    throw error;
  }
}

/**
 * Returns whether the log was applied and is no longer needed. A damaged copy keeps its log: what can be read of both is
 * read.
 */
function isOneFile(db: DatabaseSync): boolean {
  try {
    db.exec("PRAGMA journal_mode = DELETE");
    return true;
  } catch {
    return false;
  }
}

/**
 * A log only grows, and SQLite ignores an incomplete transaction at its end. But writing the log back changes both files,
 * and then the two copies do not fit together.
 */
async function copyTogether(path: string, target: string, copy: CopyFile): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const before = await stampOf(path);
    for (const suffix of ["-wal", "-journal", "-shm"]) rmSync(target + suffix, { force: true });
    // A clone if the file system supports it, which takes no time for any size.
    await copy(path, target, constants.COPYFILE_FICLONE);
    // The journal contains what SQLite needs to roll back an interrupted transaction.
    for (const suffix of ["-wal", "-journal"])
      if (isFile(path + suffix)) await copy(path + suffix, target + suffix).catch(unlessMissing);
    if ((await stampOf(path)) === before) return;
  }
  throw new DatabaseError("source_unreadable", {
    path,
    reason: `it changed during each of ${MAX_ATTEMPTS} attempts to copy it`,
  });
}

/** Changes whenever the log is written back, and when another file replaces the database. */
async function stampOf(path: string): Promise<string> {
  const { size, mtimeNs, ino } = await stat(path, { bigint: true });
  const header = readStartAt(`${path}-wal`, LOG_HEADER_BYTES);
  return [size, mtimeNs, ino, header?.toString("hex")].join(" ");
}

function unlessMissing(cause: unknown): void {
  if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
}
