/**
 * Has the store all its tables? What this version's migrations make in an empty database is compared with what is there.
 * What can be derived from other tables is made again; anything else is lost with its rows, and only a copy brings it back.
 */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import { rebuildIndex } from "./memories/search.ts";
import { MIGRATIONS } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { rebuildPassages } from "./sessions/passages.ts";

/** Tables that hold nothing but what others say, or what is looked up again. */
const DERIVED = new Set([
  ...["memory_fts", "passage", "passage_fts"],
  ...["query_vector", "branch_view", "co_access"],
]);

/** FTS5 keeps its rows in tables of its own, which come and go with it. */
const PARTS = /* sql */ `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'
    OR type = 'trigger' ORDER BY rowid`;

interface Part {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** Names of missing tables, indexes and triggers; empty when nothing is. */
export async function missingParts(db: Database): Promise<string[]> {
  return (await missing(db)).map(({ name }) => name);
}

/** Throws "store_incomplete" when a table is gone whose rows are nowhere else; then nothing is changed. */
export async function repairSchema(db: Database): Promise<void> {
  const parts = await missing(db);
  const lost = parts.filter(({ type, name }) => type === "table" && !DERIVED.has(name));
  if (lost.length > 0) {
    throw new MemoryError("store_incomplete", { tables: lost.map(({ name }) => name).join(", ") });
  }
  await db.transaction(async (tx) => {
    for (const { sql } of parts) await tx.exec(sql);
    await rebuildIndex(tx);
    const isPassagesLost = parts.some(({ name }) => name === "passage");
    await rebuildPassages(tx, isPassagesLost);
  });
}

async function missing(db: Database): Promise<Part[]> {
  const model = await openDatabase({ path: ":memory:" });
  try {
    for (const { sql } of MIGRATIONS) await model.exec(sql);
    const there = new Set((await db.all<Part>(PARTS)).map(({ type, name }) => `${type} ${name}`));
    const wanted = await model.all<Part>(PARTS);
    return wanted.filter(({ type, name }) => !there.has(`${type} ${name}`));
  } finally {
    await model.close();
  }
}
