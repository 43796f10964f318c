/**
 * What does the store ask of a database? Five verbs, named parameters, and transactions that take turns.
 * Every driver answers the same way; `driver.contract.ts` holds them to it.
 */

/** Whole numbers beyond ±(2^53 - 1) are read as bigint, all others as number, on every driver. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * Named parameters without the colon: `{ id }` for `:id`. Every name of the statement, and no other. A NUL
 * character in text becomes U+FFFD.
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
  /** Several statements, no parameters. No BEGIN, COMMIT or ROLLBACK: that is `transaction`. */
  exec(sql: string): Promise<void>;
  /**
   * BEGIN IMMEDIATE, the body, COMMIT; ROLLBACK when the body throws. Transactions of one connection take
   * turns, and statements on the outer database wait until the running one ended, so a body uses only
   * its `tx`: waiting there for the outer database gives "store_busy" after half a minute.
   * On `tx` itself the call joins: one COMMIT, by the outermost.
   * Throws "store_busy", before the body ran, when another connection keeps the write lock.
   */
  transaction<T>(body: (tx: Database) => Promise<T>): Promise<T>;
  /** Waits for the running transaction. Closing twice is the same as closing once. */
  close(): Promise<void>;
}
