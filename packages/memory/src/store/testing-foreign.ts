/** Databases as other programs write them, for the tests of their readers. */
import { DatabaseSync } from "node:sqlite";

/** Creates a database with these statements and closes it. */
export function makeForeignDatabase(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}
