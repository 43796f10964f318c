/**
 * Reads another program's SQLite database without the program noticing: it opens a copy of the file and of its write-ahead
 * log, never the original, which is neither locked nor given a `-shm` file. Tables and columns are looked up before they are
 * queried, because the schema is not ours.
 */
import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isFile, readStartAt } from "@tacit-memory/files";
import { DatabaseError } from "./database-error.ts";
import type { SqlValue } from "./driver.ts";
import { removeLeftCopies } from "./left-copies.ts";
import { loadQuietly } from "./node-sqlite.ts";

export type ForeignRow = Readonly<Record<string, SqlValue>>;

export interface ForeignDatabase {
  /** Columns by table, views and virtual tables left out. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Returns rows in the order of creation, whole numbers as bigint. A missing column is null; a missing table has no rows.
   * Throws "source_unreadable" if the file is damaged.
   */
  readonly rows: (table: string, columns: readonly string[]) => Iterable<ForeignRow>;
  /** Removes the copy. */
  readonly close: () => void;
}

const TABLES = /* sql */ `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
const COLUMNS = /* sql */ `SELECT name FROM pragma_table_info(:table)`;
/** Maximum attempts. A checkpoint between the two copies makes them inconsistent; then both are copied again. */
const MOST_COPIES = 5;
const WAL_HEADER_BYTES = 32;

/** Throws "source_unreadable" for a file that is no database, is damaged, or changes faster than it can be copied. */
export async function openForeign(path: string): Promise<ForeignDatabase> {
  const { DatabaseSync } = loadQuietly();
  const folder = mkdtempSync(join(tmpdir(), "tacit-foreign-"));
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    removeLeftCopies(folder);
    const copy = join(folder, "copy.db");
    copyTogether(path, copy);
    // Writable, so that SQLite ingests the log into the copy.
    const db = new DatabaseSync(copy);
    try {
      db.exec("PRAGMA journal_mode = DELETE");
      // The copy may contain what its owner does not want twice on a disk, so it is deleted with this process, however that
      // ends. Windows keeps an open file; there it is deleted when it is closed.
      if (process.platform !== "win32") discard();
      const names = db.prepare(TABLES).all() as unknown as readonly { readonly name: string }[];
      const tables = new Map(
        names.map(({ name }) => {
          const columns = db.prepare(COLUMNS).all({ table: name }) as unknown as {
            readonly name: string;
          }[];
          return [name, new Set(columns.map((column) => column.name))] as const;
        }),
      );
      return {
        tables,
        *rows(table, columns) {
          const there = tables.get(table);
          if (there === undefined) return;
          const wanted = columns.map((name) =>
            there.has(name) ? quoted(name) : `NULL AS ${quoted(name)}`,
          );
          const select = `SELECT ${wanted.join(", ")} FROM ${quoted(table)}`;
          const statement = ordered(db, select);
          // Node refuses to read a whole number that it cannot represent.
          statement.setReadBigInts(true);
          try {
            for (const row of statement.iterate()) yield row as ForeignRow;
          } catch (cause) {
            throw unreadable(path, cause);
          }
        },
        close: () => {
          db.close();
          discard();
        },
      };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (cause) {
    discard();
    throw DatabaseError.is(cause) ? cause : unreadable(path, cause);
  }
}

/** Returns whether the file begins like a SQLite database; false for an empty or missing file. */
export function isSqliteFile(path: string): boolean {
  return firstBytes(path, 16)?.toString("latin1") === "SQLite format 3\0";
}

function copyTogether(path: string, copy: string): void {
  const [log, journal] = [`${path}-wal`, `${path}-journal`];
  for (let attempt = 0; attempt < MOST_COPIES; attempt++) {
    const before = stamp(path, log);
    for (const suffix of ["-wal", "-journal", "-shm"]) rmSync(`${copy}${suffix}`, { force: true });
    // Makes a clone if the file system can, which costs nothing for a file of any size.
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    if (isFile(log)) copyFileSync(log, `${copy}-wal`);
    if (isFile(journal)) copyFileSync(journal, `${copy}-journal`);
    if (stamp(path, log) === before) return;
  }
  throw new DatabaseError("source_unreadable", {
    path,
    reason: `it changed during each of ${MOST_COPIES} attempts to copy it`,
  });
}

/**
 * Returns a stamp that changes with every write to the file, when another file replaces it, and when the log restarts; not
 * when the log only grows.
 */
function stamp(path: string, log: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs} ${size} ${ino} ${firstBytes(log, WAL_HEADER_BYTES)?.toString("hex") ?? ""}`;
}

/** Returns at most `count` bytes; null for a file that cannot be read. */
export function firstBytes(path: string, count: number): Buffer | null {
  return readStartAt(path, count);
}

/** Orders rows by rowid; a table without rowids has the order of its key. */
function ordered(db: DatabaseSync, select: string): StatementSync {
  try {
    return db.prepare(`${select} ORDER BY rowid`);
  } catch {
    return db.prepare(select);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function unreadable(path: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseError("source_unreadable", { path, reason, cause });
}
