/**
 * Another program's SQLite database, to be read while that program may be writing: a copy of the file and of its
 * write-ahead log or journal, in a temporary folder. Nothing is opened where the program looks, so that nothing is
 * locked, no file appears beside it, and its log can be folded in at any time.
 */
import { constants } from "node:fs";
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { removeLeftCopies } from "@tacit-memory/sqlite";
import { openTranscript } from "./file-bytes.ts";

const MAGIC = "SQLite format 3\0";
/** The log's header: its salts are new each time it is begun anew. */
const LOG_HEADER_BYTES = 32;
const MOST_ATTEMPTS = 5;

export async function isDatabase(path: string): Promise<boolean> {
  return (await firstBytes(path, MAGIC.length)).toString("latin1") === MAGIC;
}

type Copy = (from: string, to: string, mode?: number) => Promise<void>;

/**
 * `act` with the copy opened; both are gone afterwards. `copy` copies one file. Throws what Node says of the file,
 * and an error with `code` "BUSY_DATABASE" when the log was folded in under every attempt.
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
    // Writable, so that what the log holds is taken in: it is ours.
    const db = new DatabaseSync(copied, { enableForeignKeyConstraints: false });
    try {
      // It holds what its owner may not want twice on a disk: gone with this process, however that ends. Windows
      // keeps a file that is open; there it goes when it is closed.
      if (isOneFile(db) && process.platform !== "win32") await discard(folder);
      yield* act(db);
    } finally {
      db.close();
    }
  } finally {
    await discard(folder);
  }
}

/** Its log taken in, and needed no more. A damaged one keeps it: what can be read of both is read. */
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
 * A log only grows, and a copy that ends in the middle of a transaction ends before it. But when it is folded
 * into the file, both change: then the two copies do not belong together.
 */
async function copyConsistently(path: string, target: string, copy: Copy): Promise<void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const before = await standOf(path);
    for (const suffix of ["-wal", "-journal", "-shm"])
      await rm(`${target}${suffix}`, { force: true });
    // A clone where the file system can, which costs nothing however large the file is.
    await copy(path, target, constants.COPYFILE_FICLONE);
    // What a transaction that was cut off has to take back is in the journal.
    for (const suffix of ["-wal", "-journal"])
      await copy(`${path}${suffix}`, `${target}${suffix}`).catch(unlessMissing);
    if ((await standOf(path)) === before) return;
  }
  const reason = "it is being written to without a pause; close the program, or try again";
  throw Object.assign(new Error(reason), { code: "BUSY_DATABASE" });
}

/** What changes when the log is folded in. */
async function standOf(path: string): Promise<string> {
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
