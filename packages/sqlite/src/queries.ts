/** Reads the result of a query that has one column. */
import type { Database, SqlParams, SqlValue } from "./driver.ts";

/** Returns the values of the only column, in the order of the rows. */
export async function queryColumn<Value extends SqlValue>(
  db: Database,
  sql: string,
  params?: SqlParams,
): Promise<Value[]> {
  const rows = await db.all<Record<string, Value>>(sql, params);
  const [name = ""] = Object.keys(rows[0] ?? {});
  return rows.map((row) => row[name] as Value);
}

/** Returns the number in the first row's only column; 0 if it is NULL or there is no row. */
export async function queryNumber(db: Database, sql: string, params?: SqlParams): Promise<number> {
  const row = await db.get<Record<string, number | null>>(sql, params);
  return Object.values(row ?? {})[0] ?? 0;
}
