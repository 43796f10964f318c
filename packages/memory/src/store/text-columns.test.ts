/** Every text column of the schema declares what happens to it when something is forgotten. */
import { expect, test } from "vitest";
import { openTestStore } from "../testing/testing-life.ts";
import { TABLE_TEXTS } from "./text-columns.ts";

const TABLES = /* sql */ `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
const COLUMNS = /* sql */ `SELECT name, type, pk FROM pragma_table_xinfo(:table) WHERE hidden = 0`;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

async function schema(): Promise<Map<string, readonly Column[]>> {
  const { db } = await openTestStore();
  const found = new Map<string, readonly Column[]>();
  for (const { name: table } of await db.all<{ name: string }>(TABLES))
    found.set(table, await db.all<Column>(COLUMNS, { table }));
  return found;
}

test("every table and each of its text columns is declared exactly once", async () => {
  const found = await schema();
  expect(Object.keys(TABLE_TEXTS).sort()).toEqual([...found.keys()].sort());
  for (const [table, columns] of found) {
    const texts = columns.filter(
      ({ type }) => type !== "INTEGER" && type !== "REAL" && type !== "BLOB",
    );
    const { names = [], own = [], repeats = [] } = TABLE_TEXTS[table] ?? {};
    const declared = [...names, ...own, ...repeats];
    expect(declared.sort(), table).toEqual(texts.map(({ name }) => name).sort());
  }
});

test("every table that repeats text names its primary key", async () => {
  for (const [table, columns] of await schema()) {
    const { repeats, keys } = TABLE_TEXTS[table] ?? {};
    if (repeats === undefined) continue;
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    expect(keys, table).toEqual(key.map(({ name }) => name));
  }
});
