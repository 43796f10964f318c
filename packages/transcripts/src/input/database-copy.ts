/**
 * Reads the SQLite database of another program while that program may be writing. It copies the database and its
 * write-ahead log or journal to a temporary folder. The original is never opened as a database, so nothing is locked, no
 * file appears beside it, and the other program can write its log back at any time.
 */
import { constants } from "node:fs";
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { removeLeftCopies } from "@tacit-memory/sqlite";
import { TranscriptError } from "../transcript-error.ts";
import { openTranscript } from "./file-bytes.ts";

const MAGIC = "SQLite format 3\0";
/** The header of the log. Its salts change whenever the log is restarted. */
const LOG_HEADER_BYTES = 32;
const MAX_ATTEMPTS = 5;

export async function isDatabase(path: string): Promise<boolean> {
  return (await firstBytes(path, MAGIC.length)).toString("latin1") === MAGIC;
}

type Copy = (from: string, to: string, mode?: number) => Promise<void>;

/**
 * Calls `act` with the opened copy, and deletes the copy afterwards. `copy` copies one file. Throws errors of the file
 * system, and a `TranscriptError` "BUSY_DATABASE" if the log was written back during every attempt.
 */
export async function* withDatabaseCopy<T>(
  path: string,
  act: (db: DatabaseSync) => Iterable<T>,
  copy: Copy = copyFile,
): AsyncGenerator<T> {
  const folder = await mkdtemp(join(tmpdir(), "tacit-database-"));
  try {
    removeLeftCopies(folder);
    const copied = join(folder, "copy.db");
    await copyConsistently(path, copied, copy);
    const { DatabaseSync } = await import("node:sqlite");
    // Opened for writing, so that SQLite applies the log to the copy.
    const db = new DatabaseSync(copied, { enableForeignKeyConstraints: false });
    try {
      // The copy may contain what its owner does not want twice on a disk, so it is deleted with this process, however that
      // ends. Windows keeps an open file; there it is deleted when it is closed.
      if (isOneFile(db) && process.platform !== "win32") await discard(folder);
      yield* act(db);
    } finally {
      db.close();
    }
  } finally {
    await discard(folder);
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

async function discard(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * A log only grows, and SQLite ignores an incomplete transaction at its end. But writing the log back changes both files,
 * and then the two copies do not fit together.
 */
async function copyConsistently(path: string, target: string, copy: Copy): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const before = await stampOf(path);
    for (const suffix of ["-wal", "-journal", "-shm"])
      await rm(`${target}${suffix}`, { force: true });
    // A clone if the file system supports it, which takes no time for any size.
    await copy(path, target, constants.COPYFILE_FICLONE);
    // The journal contains what SQLite needs to roll back an interrupted transaction.
    for (const suffix of ["-wal", "-journal"])
      await copy(`${path}${suffix}`, `${target}${suffix}`).catch(unlessMissing);
    if ((await stampOf(path)) === before) return;
  }
  const reason = "it is being written to without a pause; close the program, or try again";
  throw new TranscriptError("BUSY_DATABASE", path, reason);
}

/** Changes whenever the log is written back. */
async function stampOf(path: string): Promise<string> {
  const { size, mtimeNs, ino } = await stat(path, { bigint: true });
  const header = await firstBytes(`${path}-wal`, LOG_HEADER_BYTES).catch(unlessMissing);
  return [size, mtimeNs, ino, header?.toString("hex")].join(" ");
}

function unlessMissing(cause: unknown): undefined {
  if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
}

async function firstBytes(path: string, byteCount: number): Promise<Buffer> {
  const file = await openTranscript(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(byteCount), 0, byteCount, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
