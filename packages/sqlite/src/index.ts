/** One small interface to SQLite over three drivers, and copies of databases that another program owns. */

export { type DamagedDatabase, openDamaged } from "./damaged/damaged-database.ts";
export { openDatabaseCopy } from "./database-copy.ts";
export { DatabaseError, type DatabaseErrorCode } from "./database-error.ts";
export {
  type Database,
  type DriverName,
  queryColumn,
  queryNumber,
  type SqlParams,
  type SqlValue,
} from "./driver.ts";
export { translated } from "./engine-error.ts";
export {
  type ForeignDatabase,
  type ForeignRow,
  firstBytes,
  isSqliteFile,
  openForeign,
} from "./foreign-database.ts";
export { removeLeftCopies } from "./left-copies.ts";
export { type OpenOptions, openDatabase } from "./open-database.ts";
export { hasCredentials, withoutCredentials } from "./server-address.ts";
