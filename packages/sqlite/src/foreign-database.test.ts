/** Tests that another program's database is read in its current state and that the program never notices. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { isSqliteFile, openForeign } from "./foreign-database.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "tacit-foreign-test-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 3 }));
  return made;
}

/** Opens a database with a row only in the write-ahead log; closed when the test ends. */
function openWal(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note (text) VALUES ('one')",
  );
  return db;
}

test("reads what is only in the log while its program writes, and changes no file of it", async () => {
  const path = join(folder(), "theirs.db");
  const theirs = openWal(path);
  theirs.exec("BEGIN IMMEDIATE; INSERT INTO note (text) VALUES ('not committed')");
  const files = () => readdirSync(join(path, "..")).sort();
  const [before, bytes] = [files(), readFileSync(path)];
  const db = await openForeign(path);
  expect([...db.rows("note", ["id", "text", "colour"])]).toEqual([
    { id: 1n, text: "one", colour: null },
  ]);
  expect([...db.rows("nothing", ["id"])]).toEqual([]);
  theirs.exec("COMMIT");
  db.close();
  expect(files()).toEqual(before);
  expect(readFileSync(path)).toEqual(bytes);
});

test("does not read a transaction that is only half in the file", async () => {
  const path = join(folder(), "theirs.db");
  const theirs = new DatabaseSync(path);
  onTestFinished(() => theirs.close());
  theirs.exec("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)");
  const add = theirs.prepare("INSERT INTO note (text) VALUES (?)");
  for (let i = 0; i < 50; i++) add.run("a".repeat(3000));
  // The cache is so small that pages go to the file before the transaction ends.
  theirs.exec("PRAGMA cache_size = 1; BEGIN; UPDATE note SET text = replace(text, 'a', 'b')");
  const db = await openForeign(path);
  const first = [...db.rows("note", ["text"])].map(({ text }) => String(text).charAt(0));
  expect(new Set(first)).toEqual(new Set(["a"]));
  db.close();
});

test("leaves no copy, whether it could be opened or not", async () => {
  const [temporary, place] = [folder(), folder()];
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const left = () => readdirSync(temporary);
  const path = join(place, "theirs.db");
  openWal(path);
  const db = await openForeign(path);
  // If open files can be deleted, the copy is deleted at once, so that a killed process leaves none.
  expect(left().length).toBe(process.platform === "win32" ? 1 : 0);
  expect([...db.rows("note", ["text"])]).toEqual([{ text: "one" }]);
  db.close();
  const broken = join(place, "broken.db");
  writeFileSync(broken, `SQLite format 3\0${"x".repeat(5000)}`);
  await expect(openForeign(broken)).rejects.toMatchObject({ code: "source_unreadable" });
  expect(left()).toEqual([]);
});

test("reads tables without rowids, and names that need quotes", async () => {
  const path = join(folder(), "theirs.db");
  const theirs = new DatabaseSync(path);
  theirs.exec(
    `CREATE TABLE "a ""b" ("c d" TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO "a ""b" VALUES ('y'), ('x')`,
  );
  theirs.close();
  const db = await openForeign(path);
  expect([...db.rows('a "b', ["c d"])]).toEqual([{ "c d": "x" }, { "c d": "y" }]);
  db.close();
});

test("reads whole numbers that JavaScript cannot represent", async () => {
  const path = join(folder(), "theirs.db");
  const theirs = new DatabaseSync(path);
  theirs.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (9223372036854775807)");
  theirs.close();
  const db = await openForeign(path);
  expect([...db.rows("t", ["n"])]).toEqual([{ n: 9223372036854775807n }]);
  db.close();
});

test.each([
  ["a text file", "hello", false],
  ["an empty file", "", false],
  ["a database's beginning", "SQLite format 3\0rest", true],
])("detects whether %s is a database: %s", (_name, text, expected) => {
  const path = join(folder(), "file");
  writeFileSync(path, text);
  expect(isSqliteFile(path)).toBe(expected);
});
