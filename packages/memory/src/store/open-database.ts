/**
 * Opens databases with `@tacit-memory/sqlite` and converts every failure of that package to a `MemoryError` with the same
 * code and facts.
 */
import {
  type Database,
  DatabaseError,
  type ForeignDatabase,
  type OpenOptions,
  openDatabase as openSqlite,
  openForeign as openSqliteCopy,
  type SqlParams,
  translated as sqliteFailure,
} from "@tacit-memory/sqlite";
import { memoryErrorOf } from "../domain/errors.ts";

/**
 * Opens a database. Throws a `MemoryError` where the package throws a `DatabaseError`; so does every method of the result.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return withMemoryErrors(await openSqlite(options).catch(rethrow));
}

/** Opens a copy of another program's database. Throws "source_unreadable" when it cannot be read or copied. */
export async function openForeign(path: string): Promise<ForeignDatabase> {
  const db = await openSqliteCopy(path).catch(rethrow);
  return {
    tables: db.tables,
    close: db.close,
    *rows(table, columns) {
      try {
        yield* db.rows(table, columns);
      } catch (error) {
        throw asMemoryError(error);
      }
    },
  };
}

/** Converts an error of an engine or the system for the store at `where`; returns other errors unchanged. */
export function translated(error: unknown, where: string): unknown {
  return asMemoryError(sqliteFailure(error, where));
}

function withMemoryErrors(db: Database): Database {
  return {
    driver: db.driver,
    engineVersion: db.engineVersion,
    journalMode: db.journalMode,
    get: <Row>(sql: string, params?: SqlParams) => db.get<Row>(sql, params).catch(rethrow),
    all: <Row>(sql: string, params?: SqlParams) => db.all<Row>(sql, params).catch(rethrow),
    run: (sql, params) => db.run(sql, params).catch(rethrow),
    exec: (sql) => db.exec(sql).catch(rethrow),
    transaction: (body) => db.transaction((tx) => body(withMemoryErrors(tx))).catch(rethrow),
    isReplaced: () => db.isReplaced(),
    close: () => db.close().catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw asMemoryError(error);
}

/** Converts a failure of `@tacit-memory/sqlite` to an error of the library; returns other errors unchanged. */
export function asMemoryError(error: unknown): unknown {
  return DatabaseError.is(error) ? memoryErrorOf(error) : error;
}
