/**
 * Interface of a database for the store: five verbs, named parameters, and transactions that take turns; and two functions for
 * queries of one column. Every driver behaves the same; `driver.contract.ts` tests it.
 */

/** Whole numbers beyond ±(2^53 - 1) are read as bigint, all others as number, on every driver. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * Named parameters without the colon: `{ id }` for `:id`. Contains exactly the names of the statement. A NUL character in
 * text becomes U+FFFD.
 */
export type SqlParams = Readonly<Record<string, SqlValue>>;

export type DriverName = "node-sqlite" | "libsql" | "libsql-client";

export interface Database {
  readonly driver: DriverName;
  /** What `sqlite_version()` says. */
  readonly engineVersion: string;
  readonly journalMode: "wal" | "delete" | "memory" | "remote";
  get<Row>(sql: string, params?: SqlParams): Promise<Row | undefined>;
  all<Row>(sql: string, params?: SqlParams): Promise<Row[]>;
  run(sql: string, params?: SqlParams): Promise<{ readonly changes: number }>;
  /** Runs several statements without parameters. No BEGIN, COMMIT or ROLLBACK: use `transaction`. */
  exec(sql: string): Promise<void>;
  /**
   * Runs BEGIN IMMEDIATE, the body, COMMIT; ROLLBACK if the body throws. Transactions of one connection take turns, and
   * statements on the outer database wait until the running one ended, so a body uses only its `tx`: waiting there for the
   * outer database gives "store_busy" after half a minute. On `tx` itself the call joins: one COMMIT, by the outermost.
   * Throws "store_busy", before the body ran, if another connection holds the write lock.
   */
  transaction<T>(body: (tx: Database) => Promise<T>): Promise<T>;
  /** Whether another file has the name of the open one now, so that this connection no longer writes. Always false on a server. */
  isReplaced(): boolean;
  /** Waits for the running transaction. Closing twice equals closing once. */
  close(): Promise<void>;
}

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
