/**
 * How does the library open databases? As `@tacit-memory/sqlite` does, and every failure of that package is a
 * `MemoryError` with the same code and facts.
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

/** Throws a `MemoryError` where the package throws a `DatabaseError`; so does every method of what it returns. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return withMemoryErrors(await openSqlite(options).catch(rethrow));
}

/** A copy of another program's database. Throws "source_unreadable" where it cannot be read or copied. */
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

/** What an error of an engine or of the system means for the store at `where`; other errors are returned unchanged. */
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
    close: () => db.close().catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw asMemoryError(error);
}

/** A failure of `@tacit-memory/sqlite` in terms of the library; other errors are returned unchanged. */
export function asMemoryError(error: unknown): unknown {
  return DatabaseError.is(error) ? memoryErrorOf(error) : error;
}
