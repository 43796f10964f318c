/** Driver for the SQLite inside Node. The default: nothing to install. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DatabaseError } from "./database-error.ts";
import type { SqlParams } from "./driver.ts";
import type { Engine } from "./local-database.ts";
import { bindable, parameterNames } from "./parameters.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { plainRows } from "./rows.ts";

interface Prepared {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

const STATEMENT_LIMIT = 200;

export async function openNodeSqlite(path: string, isReadOnly: boolean): Promise<Engine> {
  const { DatabaseSync } = loadQuietly();
  return new NodeSqliteEngine(new DatabaseSync(path, { readOnly: isReadOnly }));
}

/**
 * Opens the file to read without locks and without the shared-memory file of a write-ahead log. Throws if Node is too old for
 * it.
 */
export async function openNodeSqliteAsItLies(path: string): Promise<Engine> {
  const { DatabaseSync } = loadQuietly();
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return new NodeSqliteEngine(new DatabaseSync(url, { readOnly: true }));
}

class NodeSqliteEngine implements Engine {
  readonly driver = "node-sqlite";
  readonly #db: DatabaseSync;
  readonly #statements: RecentlyUsed<Prepared>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#statements = new RecentlyUsed(STATEMENT_LIMIT, (sql) => ({
      statement: db.prepare(sql),
      names: parameterNames(sql),
    }));
  }

  get(sql: string, params: SqlParams): unknown {
    const { statement, names } = this.#statements.get(sql);
    const bound = bindable(sql, names, params);
    return exactly(statement, () => [statement.get(bound)])[0];
  }

  all(sql: string, params: SqlParams): unknown[] {
    const { statement, names } = this.#statements.get(sql);
    const bound = bindable(sql, names, params);
    return exactly(statement, () => statement.all(bound));
  }

  run(sql: string, params: SqlParams): number {
    const { statement, names } = this.#statements.get(sql);
    return Number(statement.run(bindable(sql, names, params)).changes);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  recover(): void {
    // Node resets a statement that was refused, so the connection remains usable.
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

/**
 * Reads again with bigints if Node refuses a whole number that it cannot represent. Bigints everywhere would slow down every
 * row, so only the statement that met such a number is read again, then narrowed.
 */
function exactly<Row>(statement: StatementSync, read: () => Row[]): Row[] {
  try {
    return read();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_OUT_OF_RANGE") throw error;
  }
  statement.setReadBigInts(true);
  try {
    return plainRows(read());
  } finally {
    statement.setReadBigInts(false);
  }
}

let loaded: typeof import("node:sqlite") | undefined;

/**
 * Loads node:sqlite without its warning: Node 22 announces on stderr that its SQLite is experimental, and a hook must print
 * nothing there. Not imported: a script's first import waits for Node's module loader, which takes as long as opening the
 * store. Throws "driver_missing" if this Node has no SQLite: it is too old, or built or started without it.
 */
export function loadQuietly(): typeof import("node:sqlite") {
  if (loaded !== undefined) return loaded;
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite is an experimental feature")) {
      Reflect.apply(emitWarning, process, [warning, ...rest]);
    }
  }) as typeof process.emitWarning;
  try {
    // The function itself exists since Node 20.16, and a host runs hooks with any Node it finds.
    loaded = process.getBuiltinModule?.("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
  if (loaded === undefined) {
    throw new DatabaseError("driver_missing", {
      driver: "node-sqlite",
      reason: "this Node has no SQLite of its own: it is too old, or built or started without",
      node: `${process.versions.node} (${process.execPath})`,
      needed: "Node 22.13 or newer, with SQLite",
    });
  }
  return loaded;
}
