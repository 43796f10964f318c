/** Tests that every failure of the SQLite package becomes a `MemoryError` with the same code. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "@tacit-memory/sqlite";
import { afterAll, expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { openDatabase, openForeign, translated } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-open-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const damaged = join(folder, "damaged.db");
writeFileSync(damaged, "no database at all, but longer than the header of one".repeat(50));
const shortened = join(folder, "shortened.db");
makeShortened(shortened);

test.each<[string, string, () => unknown]>([
  ["opening a damaged file", "store_corrupt", () => openDatabase({ path: damaged })],
  ["opening without a path", "usage", () => openDatabase({})],
  ["a query without its table", "store_incomplete", () => queried("SELECT a FROM gone")],
  ["a missing parameter", "internal", () => queried("SELECT :a")],
  ["a query in a transaction", "store_incomplete", () => inTransaction("SELECT a FROM gone")],
  ["copying what is no database", "source_unreadable", () => openForeign(damaged)],
  ["reading rows of a damaged copy", "source_unreadable", () => foreignRows(shortened)],
])("throws for %s: %s", async (_name, code, work) => {
  const error = await Promise.resolve()
    .then(work)
    .catch((cause: unknown) => cause);
  expect(MemoryError.is(error), String(error)).toBe(true);
  expect(error).toMatchObject({ code });
});

test("passes on an error of the transaction's body unchanged, whatever its cause", async () => {
  const db = await openDatabase({ path: ":memory:" });
  const cause = Object.assign(new Error("no"), { errcode: 11 });
  const own = new MemoryError("source_unreadable", { cause });
  await expect(db.transaction(() => Promise.reject(own))).rejects.toBe(own);
  await db.close();
});

test("keeps the facts and the cause of a failure", () => {
  const cause = Object.assign(new Error("no"), { code: "ENOSPC" });
  const error = translated(cause, "/somewhere.db") as MemoryError;
  expect(error).toMatchObject({ code: "store_full", facts: { path: "/somewhere.db" }, cause });
  expect(DatabaseError.is(error)).toBe(false);
});

async function queried(sql: string): Promise<unknown> {
  const db = await openDatabase({ path: ":memory:" });
  return db.get(sql).finally(() => db.close());
}

async function inTransaction(sql: string): Promise<unknown> {
  const db = await openDatabase({ path: ":memory:" });
  return db
    .transaction(async (tx) => {
      const error = await tx.get(sql).catch((cause: unknown) => cause);
      // Code in the body also checks the error.
      expect(MemoryError.is(error)).toBe(true);
      throw error;
    })
    .finally(() => db.close());
}

async function foreignRows(path: string): Promise<unknown> {
  const db = await openForeign(path);
  try {
    return [...db.rows("t", ["a"])];
  } finally {
    db.close();
  }
}

/** Creates a database whose pages of rows are overwritten. */
function makeShortened(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE t (a)");
  for (let i = 0; i < 50; i++) db.exec("INSERT INTO t VALUES (hex(randomblob(500)))");
  const [row] = db.prepare("PRAGMA page_size").all() as { page_size: number }[];
  db.exec("VACUUM");
  const pages = db.prepare("PRAGMA page_count").all() as { page_count: number }[];
  const bytes = (row?.page_size ?? 0) * ((pages[0]?.page_count ?? 1) - 1);
  db.close();
  overwriteEnd(path, bytes);
}

function overwriteEnd(path: string, bytes: number): void {
  const file = readFileSync(path);
  file.fill(0xff, file.length - bytes);
  writeFileSync(path, file);
}
