/**
 * Checks that the store has all its tables, by comparing it with an empty database made by this version's migrations. Tables
 * derived from others are created again; any other missing table has lost its rows, and only a backup restores it.
 */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import { avoidSecureDelete } from "./maintenance.ts";
import { rebuildIndex } from "./memories/search.ts";
import { MIGRATIONS } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { rebuildPassages } from "./sessions/passages.ts";

/** Tables whose rows are derived from other tables or can be looked up again. */
const DERIVED = new Set([
  ...["memory_fts", "passage", "passage_fts"],
  ...["query_vector", "branch_view", "co_access"],
]);

/** FTS5 stores its rows in shadow tables, which are created and dropped with the FTS5 table. */
const PARTS = /* sql */ `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'
    OR type = 'trigger' ORDER BY rowid`;

interface Part {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** Returns the names of missing tables, indexes and triggers; empty if the schema is complete. */
export async function missingParts(db: Database): Promise<string[]> {
  return (await missing(db)).map(({ name }) => name);
}

/**
 * Creates missing derived tables, indexes and triggers again. Throws "store_incomplete" and changes nothing if a table is
 * missing whose rows exist nowhere else.
 */
export async function repairSchema(db: Database): Promise<void> {
  const parts = await missing(db);
  const lost = parts.filter(({ type, name }) => type === "table" && !DERIVED.has(name));
  if (lost.length > 0) {
    throw new MemoryError("store_incomplete", { tables: lost.map(({ name }) => name).join(", ") });
  }
  await db.transaction(async (tx) => {
    for (const { sql } of parts) await tx.exec(sql);
    await avoidSecureDelete(tx);
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
