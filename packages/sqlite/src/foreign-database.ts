/**
 * Reads a copy of another program's SQLite database. Tables and columns are looked up before they are queried, because the
 * schema is not ours.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { readStartAt } from "@tacit-memory/files";
import { openDatabaseCopy } from "./database-copy.ts";
import { DatabaseError } from "./database-error.ts";
import type { SqlValue } from "./driver.ts";

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

/** Throws "source_unreadable" for a file that is no database, is damaged, or changes faster than it can be copied. */
export async function openForeign(path: string): Promise<ForeignDatabase> {
  try {
    const { db, close } = await openDatabaseCopy(path);
    try {
      const names = db.prepare(TABLES).all() as unknown as readonly { readonly name: string }[];
      const tables = new Map(
        names.map(({ name }) => {
          const columns = db.prepare(COLUMNS).all({ table: name }) as unknown as {
            readonly name: string;
          }[];
          return [name, new Set(columns.map((column) => column.name))] as const;
        }),
      );
      return { tables, rows: (table, columns) => rowsOf(db, path, table, columns, tables), close };
    } catch (error) {
      close();
      throw error;
    }
  } catch (cause) {
    throw DatabaseError.is(cause) ? cause : unreadable(path, cause);
  }
}

function* rowsOf(
  db: DatabaseSync,
  path: string,
  table: string,
  columns: readonly string[],
  tables: ForeignDatabase["tables"],
): Iterable<ForeignRow> {
  const there = tables.get(table);
  if (there === undefined) return;
  const wanted = columns.map((name) =>
    there.has(name) ? quoted(name) : `NULL AS ${quoted(name)}`,
  );
  const statement = ordered(db, `SELECT ${wanted.join(", ")} FROM ${quoted(table)}`);
  // Node refuses to read a whole number that it cannot represent.
  statement.setReadBigInts(true);
  try {
    for (const row of statement.iterate()) yield row as ForeignRow;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Returns whether the file begins like a SQLite database; false for an empty or missing file. */
export function isSqliteFile(path: string): boolean {
  return firstBytes(path, 16)?.toString("latin1") === "SQLite format 3\0";
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
