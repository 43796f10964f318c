/**
 * Reads a damaged database as far as it can be read: the rows before, after and between its damaged pages, and the rows of
 * pages that SQLite no longer finds. The file itself is never opened, only a copy of it.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isFile } from "@tacit-memory/files";
import type { SqlValue } from "../driver.ts";
import type { ForeignRow } from "../foreign-database.ts";
import { loadQuietly } from "../node-sqlite.ts";
import { type LeafRow, leafRows } from "./leaf-pages.ts";
import { type Column, named, tableOf } from "./row-shape.ts";

export interface DamagedDatabase {
  /** Columns by table, without virtual tables and the tables that belong to them. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  /** Returns the readable rows of a table, in no particular order; a row may occur twice. Whole numbers are bigint. */
  readonly rows: (table: string) => Generator<ForeignRow, Readability>;
  /** Removes the copy. */
  readonly close: () => void;
}

/** `isWhole`: whether every row was read. */
interface Readability {
  readonly isWhole: boolean;
}

const TABLES = /* sql */ `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND NOT EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL%'
    AND substr(sqlite_schema.name, 1, length(v.name) + 1) = v.name || '_')`;
/** With the tables of full-text indexes and SQLite's own, except the list of tables. */
const TABLES_WITH_ROWIDS = /* sql */ `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'shadow') AND wr = 0 AND name <> 'sqlite_schema'`;
const COLUMNS = /* sql */ `SELECT name, type, "notnull", dflt_value AS initial, pk FROM pragma_table_info(:table)
  ORDER BY cid`;
/** Alias that no column of a table has. */
const ROWID = "rowid at read";
const MIN_ROWID = -(2n ** 63n);
const MAX_ROWID = 2n ** 63n - 1n;
/** Attempts to find a readable row behind a damaged page of one table. */
const MAX_PROBES = 2000;

/**
 * Opens a copy; null if not even the list of tables can be read with or without the write-ahead log and with a new file
 * header. With `schema`, the statements that create the tables, rows are then read from the pages alone.
 */
export function openDamaged(path: string, schema?: string): DamagedDatabase | null {
  for (const withHeader of [false, true]) {
    for (const withLog of [true, false]) {
      const opened = openCopy(path, { withLog, withHeader });
      if (opened !== null) return opened;
    }
  }
  return schema === undefined ? null : openPages(path, schema);
}

/** Reads pages only. A table that is empty here may have had rows in the file, so none is whole. */
function openPages(path: string, schema: string): DamagedDatabase {
  const { DatabaseSync } = loadQuietly();
  const model = new DatabaseSync(":memory:");
  try {
    model.exec(schema);
    const columns = columnsByTable(model);
    const onPages = rowsOnPages(path, model);
    return {
      tables: namesOf(columns),
      *rows(table) {
        for (const row of onPages.get(table) ?? []) yield named(row, columns.get(table) ?? []);
        return { isWhole: false };
      },
      close: () => undefined,
    };
  } finally {
    model.close();
  }
}

interface CopyRequest {
  readonly withLog: boolean;
  /** Whether the header of the copy is rewritten: the first bytes of the file may be the only damaged bytes. */
  readonly withHeader: boolean;
}

function openCopy(path: string, { withLog, withHeader }: CopyRequest): DamagedDatabase | null {
  const { DatabaseSync } = loadQuietly();
  const folder = mkdtempSync(join(tmpdir(), "tacit-damaged-"));
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  let db: DatabaseSync | undefined;
  try {
    const copy = join(folder, "copy.db");
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    if (withLog && isFile(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    if (withHeader) writeHeader(copy);
    const opened = new DatabaseSync(copy);
    db = opened;
    return readerOf(opened, copy, () => {
      opened.close();
      discard();
    });
  } catch {
    db?.close();
    discard();
    return null;
  }
}

/** `file`: where the rows are that `db` cannot reach. Throws if the list of tables cannot be read. */
function readerOf(db: DatabaseSync, file: string, close: () => void): DamagedDatabase {
  const columns = columnsByTable(db);
  let onPages: RowsByTable | undefined;
  const pagesOf = (table: string) => {
    if (onPages === undefined) {
      ingestLog(db);
      onPages = rowsOnPages(file, db);
    }
    return onPages.get(table) ?? [];
  };
  return {
    tables: namesOf(columns),
    rows: (table) => readableRows(db, table, columns.get(table) ?? [], () => pagesOf(table)),
    close,
  };
}

type ColumnsByTable = ReadonlyMap<string, readonly Column[]>;
type RowsByTable = ReadonlyMap<string, readonly LeafRow[]>;

function columnsByTable(db: DatabaseSync, select = TABLES): ColumnsByTable {
  const names = db.prepare(select).all() as unknown as readonly { readonly name: string }[];
  return new Map(names.map(({ name }) => [name, columnsOf(db, name)] as const));
}

function namesOf(columns: ColumnsByTable): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(columns, ([name, all]) => [name, all.map((column) => column.name)]));
}

/** Takes the write-ahead log into the file, as far as the damage allows it. */
function ingestLog(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The pages of the file are read as they are.
  }
}

/** A file that is too large to be read whole has no such rows. */
function rowsOnPages(path: string, db: DatabaseSync): RowsByTable {
  const found = new Map<string, LeafRow[]>();
  const tables = columnsByTable(db, TABLES_WITH_ROWIDS);
  if (statSync(path).size > MAX_BYTES_READ_WHOLE) return found;
  for (const row of leafRows(readFileSync(path))) {
    const table = tableOf(row, tables);
    if (table === null) continue;
    const rows = found.get(table);
    if (rows === undefined) found.set(table, [row]);
    else rows.push(row);
  }
  return found;
}

/** Node reads no file of 2 GiB or more into memory. */
const MAX_BYTES_READ_WHOLE = 2 ** 31 - 1;
const PAGE_BYTES = 4096;

/**
 * Writes the header as SQLite does for a database in UTF-8 with pages of the usual size:
 * sqlite.org/fileformat.html#the_database_header
 */
function writeHeader(path: string): void {
  const header = Buffer.alloc(100);
  header.write("SQLite format 3\0", "latin1");
  header.writeUInt16BE(PAGE_BYTES, 16);
  // Version 2 of both file formats means a write-ahead log.
  header.set([2, 2, 0, 64, 32, 32], 18);
  header.writeUInt32BE(1, 24);
  header.writeUInt32BE(Math.floor(statSync(path).size / PAGE_BYTES), 28);
  header.writeUInt32BE(1, 40);
  header.writeUInt32BE(4, 44);
  header.writeUInt32BE(1, 56);
  header.writeUInt32BE(1, 92);
  const file = openSync(path, "r+");
  try {
    writeSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
}

function columnsOf(db: DatabaseSync, table: string): readonly Column[] {
  const columns = db.prepare(COLUMNS).all({ table }) as unknown as readonly (Column & {
    /** SQL, as in the statement that creates the table. */
    readonly initial: string | null;
  })[];
  return columns.map((column) => ({ ...column, initial: initialValue(db, column.initial) }));
}

function initialValue(db: DatabaseSync, sql: string | null): SqlValue {
  if (sql === null) return null;
  return (prepared(db, `SELECT ${sql} AS value`).get() as { readonly value: SqlValue }).value;
}

function readableRows(
  db: DatabaseSync,
  table: string,
  columns: readonly Column[],
  onPages: () => readonly LeafRow[],
): Generator<ForeignRow, Readability> {
  const names = columns.map(({ name }) => quoted(name)).join(", ");
  try {
    const select = `SELECT rowid AS ${quoted(ROWID)}, ${names} FROM ${quoted(table)}`;
    return withPages(rowsByRowid(db, select), columns, onPages);
  } catch {
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    return rowsByKey(db, `SELECT ${names} FROM ${quoted(table)}`, key);
  }
}

/** Adds the rows that are on a page of the file, but that the table no longer leads to. */
function* withPages(
  rows: Generator<ForeignRow, Readability>,
  columns: readonly Column[],
  onPages: () => readonly LeafRow[],
): Generator<ForeignRow, Readability> {
  const seen = new Set<SqlValue | undefined>();
  let next = rows.next();
  for (; next.done !== true; next = rows.next()) {
    const { [ROWID]: rowid, ...row } = next.value;
    seen.add(rowid);
    yield row;
  }
  if (next.value.isWhole) return next.value;
  for (const row of onPages()) if (!seen.has(row.rowid)) yield named(row, columns);
  return next.value;
}

/** Reads rows by rowid, which each has as one more value. Throws for a table without rowids. */
function rowsByRowid(db: DatabaseSync, select: string): Generator<ForeignRow, Readability> {
  const between = `${select} WHERE rowid > :low AND rowid < :high ORDER BY rowid`;
  const up = prepared(db, `${between} ASC`);
  const down = prepared(db, `${between} DESC`);
  return (function* (): Generator<ForeignRow, Readability> {
    const first = yield* run(up, MIN_ROWID, MAX_ROWID);
    if (first.isWhole) return { isWhole: true };
    let low = first.last ?? MIN_ROWID;
    const high = (yield* run(down, low, MAX_ROWID)).last ?? MAX_ROWID;
    let step = 1n;
    for (let probes = 0; probes < MAX_PROBES && low + step < high; probes++) {
      const start = low + step;
      const { last } = yield* run(up, start, high);
      if (last === undefined) {
        step *= 2n;
        continue;
      }
      // Reads the rows that the last step skipped.
      yield* run(down, low, start + 1n);
      low = last;
      step = 1n;
    }
    return { isWhole: false };
  })();
}

/** Reads a table without rowids from both ends of its key. */
function* rowsByKey(
  db: DatabaseSync,
  select: string,
  key: readonly Column[],
): Generator<ForeignRow, Readability> {
  const order = (direction: string) =>
    key.map(({ name }) => `${quoted(name)} ${direction}`).join(", ");
  if ((yield* all(prepared(db, `${select} ORDER BY ${order("ASC")}`))).isWhole)
    return { isWhole: true };
  yield* all(prepared(db, `${select} ORDER BY ${order("DESC")}`));
  return { isWhole: false };
}

interface Run extends Readability {
  readonly last: bigint | undefined;
}

function* run(statement: StatementSync, low: bigint, high: bigint): Generator<ForeignRow, Run> {
  let last: bigint | undefined;
  try {
    for (const row of statement.iterate({ low, high })) {
      last = (row as ForeignRow)[ROWID] as bigint;
      yield row as ForeignRow;
    }
    return { isWhole: true, last };
  } catch {
    return { isWhole: false, last };
  }
}

function* all(statement: StatementSync): Generator<ForeignRow, Readability> {
  try {
    for (const row of statement.iterate()) yield row as ForeignRow;
    return { isWhole: true };
  } catch {
    return { isWhole: false };
  }
}

function prepared(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  // Node refuses to read a whole number that it cannot represent.
  statement.setReadBigInts(true);
  return statement;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
