/** Tests that rows on sound pages survive the damage of the pages that lead to them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { openDamaged } from "./damaged-database.ts";
import { leafRows } from "./leaf-pages.ts";

const SCHEMA = `
  CREATE TABLE note (rid INTEGER PRIMARY KEY, text TEXT NOT NULL, size INTEGER, weight REAL, bytes BLOB) STRICT;
  CREATE TABLE pair (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE twin (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`;
const LATER = `ALTER TABLE note ADD COLUMN state TEXT NOT NULL DEFAULT 'open'`;
const PAGE_BYTES = 4096;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeDatabase(noteCount = 200): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-leaves-"));
  folders.push(folder);
  const path = join(folder, "notes.db");
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const insert = db.prepare("INSERT INTO note VALUES (?, ?, ?, ?, ?)");
  for (let i = 1; i <= noteCount; i++) {
    // Every tenth text is on overflow pages too.
    const text = `note ${i} é ${"x".repeat(i % 50 === 0 ? 9000 : i)}`;
    const size = i % 7 === 0 ? null : BigInt(i) * (i % 2 === 0 ? 1n : -(2n ** 40n));
    insert.run(i, text, size, i / 4, i % 3 === 0 ? new Uint8Array([i % 256, 0, 255]) : null);
  }
  db.exec("INSERT INTO pair VALUES ('a', 'b'); INSERT INTO twin VALUES ('c', 'd')");
  db.exec(LATER);
  db.close();
  return path;
}

function all(path: string, table: string): unknown[] {
  const db = new DatabaseSync(path);
  const statement = db.prepare(`SELECT * FROM ${table}`);
  statement.setReadBigInts(true);
  const rows = statement.all();
  db.close();
  return rows.map((row) => ({ ...row }));
}

function overwrite(path: string, page: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xde, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  writeFileSync(path, bytes);
}

function rootOf(path: string, table: string): number {
  const db = new DatabaseSync(path);
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table);
  db.close();
  return Number(row?.["rootpage"]);
}

function read(path: string, table: string, schema?: string) {
  const damaged = openDamaged(path, schema);
  if (damaged === null) throw new Error("not opened");
  try {
    const rows = damaged.rows(table);
    const found = [];
    let next = rows.next();
    for (; next.done !== true; next = rows.next()) found.push({ ...next.value });
    return { found, isWhole: next.value.isWhole };
  } finally {
    damaged.close();
  }
}

test("reads every value as SQLite does", () => {
  const path = makeDatabase();
  const stored = all(path, "note") as { rid: bigint; text: string; weight: number }[];
  const rows = Array.from(leafRows(readFileSync(path))).filter(({ values }) => values.length === 5);
  const byId = new Map(rows.map(({ rowid, values }) => [rowid, values]));
  expect(byId.size).toBe(stored.length);
  for (const { rid, ...row } of stored) {
    const [, text, size, weight, bytes] = byId.get(rid) ?? [];
    expect({ text, size, weight: Number(weight), bytes, state: "open" }).toEqual(row);
  }
});

test.each([
  ["its root page", (path: string) => rootOf(path, "note"), undefined],
  ["the list of tables, if the schema is known", () => 1, `${SCHEMA}${LATER}`],
])("reads all rows of a table after the damage of %s", (_name, page, schema) => {
  const path = makeDatabase();
  const stored = all(path, "note");
  overwrite(path, page(path));
  const { found, isWhole } = read(path, "note", schema);
  const byId = (a: object, b: object) =>
    Number(Reflect.get(a, "rid")) - Number(Reflect.get(b, "rid"));
  expect(found.sort(byId)).toEqual(stored);
  expect(isWhole).toBe(false);
});

test("guesses no table for a row that fits several", () => {
  const path = makeDatabase();
  overwrite(path, 1);
  const schema = `${SCHEMA}${LATER}`;
  expect(read(path, "pair", schema)).toEqual({ found: [], isWhole: false });
});

test("the damage of a page costs only the rows of that page", () => {
  const path = makeDatabase();
  const whole = all(path, "note").length;
  overwrite(path, rootOf(path, "note"));
  const bytes = readFileSync(path);
  const leaf = [...Array(bytes.length / PAGE_BYTES).keys()].find(
    (page) => page > 4 && bytes[page * PAGE_BYTES] === 13,
  );
  overwrite(path, (leaf ?? 0) + 1);
  const { found } = read(path, "note");
  expect(found.length).toBeGreaterThan(whole / 2);
  expect(found.length).toBeLessThan(whole);
});
