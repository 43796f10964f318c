/** Databases as other programs leave them, for the tests of what reads them. */
import { DatabaseSync } from "node:sqlite";

/** Made by these statements, and closed. */
export function makeForeignDatabase(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}
