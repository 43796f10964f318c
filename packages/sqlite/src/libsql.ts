/**
 * Driver for libSQL on a local file, with these guards, each for a defect seen in libsql 0.5.29:
 * - parameters always as one object: a lone Buffer argument aborts the process;
 * - never `get`: it leaves the statement running, and COMMIT then fails with "SQL statements in progress";
 * - a connection that was refused a lock is dropped, because it may continue to hold the write lock;
 * - the lock timeout is set when opening, not by pragma alone;
 * - never on a file that this process also has open through node:sqlite: POSIX file locks belong to the process, so two
 *   engines in it would not see each other's.
 */
import type LibsqlConnection from "libsql";
import type { SqlParams } from "./driver.ts";
import type { Engine } from "./local-database.ts";
import { missingDriver } from "./missing-driver.ts";
import { bindable, parameterNames } from "./parameters.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { plainRows } from "./rows.ts";

type Connection = LibsqlConnection.Database;
type Statement = ReturnType<Connection["prepare"]>;

interface Prepared {
  readonly statement: Statement;
  readonly names: readonly string[];
}

const STATEMENT_LIMIT = 200;

/** Opens a file. `configure` sets the pragmas, also on every connection that replaces a dropped one. */
export async function openLibsql(
  path: string,
  busyTimeoutMs: number,
  configure: (engine: Engine) => unknown,
): Promise<Engine> {
  const { default: Libsql } = await import("libsql").catch((cause: unknown) => {
    throw missingDriver("libsql", cause);
  });
  const connect = () => {
    try {
      return new Libsql(path, { timeout: busyTimeoutMs });
    } catch (error) {
      throw withRawCode(error);
    }
  };
  return new LibsqlEngine(connect, path === ":memory:", configure);
}

class LibsqlEngine implements Engine {
  readonly driver = "libsql";
  readonly #connect: () => Connection;
  readonly #isInMemory: boolean;
  readonly #configure: (engine: Engine) => unknown;
  readonly #statements: RecentlyUsed<Prepared>;
  #db: Connection;

  constructor(
    connect: () => Connection,
    isInMemory: boolean,
    configure: (engine: Engine) => unknown,
  ) {
    this.#connect = connect;
    this.#isInMemory = isInMemory;
    this.#configure = configure;
    this.#db = connect();
    this.#statements = new RecentlyUsed(STATEMENT_LIMIT, (sql) => ({
      statement: this.#db.prepare(sql).safeIntegers(true),
      names: parameterNames(sql),
    }));
  }

  get(sql: string, params: SqlParams): unknown {
    return this.all(sql, params)[0];
  }

  all(sql: string, params: SqlParams): unknown[] {
    const { statement, names } = this.#statements.get(sql);
    return plainRows(statement.all(bindable(sql, names, params)));
  }

  run(sql: string, params: SqlParams): number {
    const { statement, names } = this.#statements.get(sql);
    return Number(statement.run(bindable(sql, names, params)).changes);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  recover(): void {
    if (this.#isInMemory) return;
    this.close();
    this.#db = this.#connect();
    this.#configure(this);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

/** Adds SQLite's code to the error of a file that cannot be opened; the engine states it only at the end of the message. */
function withRawCode(error: unknown): unknown {
  const code = /: (\d+)"\)$/.exec(String(error))?.[1];
  return code === undefined ? error : Object.assign(error as Error, { rawCode: Number(code) });
}
