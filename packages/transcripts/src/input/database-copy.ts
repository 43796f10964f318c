/** Reads the SQLite database of another program while that program may be writing, from a copy. */
import { DatabaseError, openDatabaseCopy } from "@tacit-memory/sqlite";
import { TranscriptError } from "../transcript-error.ts";
import { openTranscript } from "./file-bytes.ts";

const MAGIC = "SQLite format 3\0";

export async function isDatabase(path: string): Promise<boolean> {
  const file = await openTranscript(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length));
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}

type Opened = Awaited<ReturnType<typeof openDatabaseCopy>>;

/**
 * Calls `act` with the opened copy, and deletes the copy afterwards. `copy` copies one file. Throws errors of the file
 * system, and a `TranscriptError` "BUSY_DATABASE" if the log was written back during every attempt.
 */
export async function* withDatabaseCopy<T>(
  path: string,
  act: (db: Opened["db"]) => Iterable<T>,
  copy?: Parameters<typeof openDatabaseCopy>[1],
): AsyncGenerator<T> {
  const { db, close } = await openDatabaseCopy(path, copy).catch((cause: unknown) => {
    if (!DatabaseError.is(cause)) throw cause;
    const reason = "it is being written to without a pause; close the program, or try again";
    throw new TranscriptError("BUSY_DATABASE", path, reason);
  });
  try {
    yield* act(db);
  } finally {
    close();
  }
}
