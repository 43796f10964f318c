/** Decides to which table a row belongs that was found on a page without a way to it from its table. */
import type { SqlValue } from "../driver.ts";
import type { LeafRow } from "./leaf-pages.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  /** Position in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
  /** The value of rows that were stored before the column was added; null if there is none. */
  readonly initial: SqlValue;
}

/** The only table whose columns these values fit; null if there are several, because a wrong guess would invent rows. */
export function tableOf(
  row: LeafRow,
  tables: ReadonlyMap<string, readonly Column[]>,
): string | null {
  if (isOfSchema(row)) return null;
  let found: string | null = null;
  for (const [table, columns] of tables) {
    if (!fits(row, columns)) continue;
    if (found !== null) return null;
    found = table;
  }
  return found;
}

/** The row by column, with the rowid and the initial values of columns that it does not have. */
export function named(row: LeafRow, columns: readonly Column[]): Record<string, SqlValue> {
  return Object.fromEntries(
    columns.map((column, i) => {
      if (isRowid(column, columns)) return [column.name, row.rowid];
      const value = i < row.values.length ? (row.values[i] ?? null) : column.initial;
      // SQLite stores a whole number of a REAL column as an integer.
      const isReal = column.type === "REAL" && typeof value === "bigint";
      return [column.name, isReal ? Number(value) : value];
    }),
  );
}

const SCHEMA_TYPES: readonly SqlValue[] = ["table", "index", "view", "trigger"];

/** Whether the row is of SQLite's list of tables. */
function isOfSchema({ values }: LeafRow): boolean {
  const [type = null, , , root] = values;
  return values.length === 5 && SCHEMA_TYPES.includes(type) && typeof root === "bigint";
}

function fits({ values }: LeafRow, columns: readonly Column[]): boolean {
  return (
    values.length <= columns.length &&
    columns.every((column, i) => {
      const value = i < values.length ? (values[i] ?? null) : column.initial;
      if (isRowid(column, columns)) return value === null;
      return value === null ? column.notnull === 0 : hasType(value, column.type);
    })
  );
}

/** `INTEGER PRIMARY KEY` names the rowid, and is stored as null. */
function isRowid({ type, pk }: Column, columns: readonly Column[]): boolean {
  return type === "INTEGER" && pk === 1 && columns.every((other) => other.pk <= 1);
}

/** Whether a STRICT table stores the value in a column of this type. */
function hasType(value: NonNullable<SqlValue>, type: string): boolean {
  if (type === "TEXT") return typeof value === "string";
  if (type === "INTEGER") return typeof value === "bigint";
  if (type === "REAL") return typeof value === "number" || typeof value === "bigint";
  return type !== "BLOB" || value instanceof Uint8Array;
}
