/** Copies the readable rows of a damaged store into a sound one. */
import {
  type DamagedDatabase,
  type Database,
  queryColumn,
  queryNumber,
  type SqlValue,
} from "@tacit-memory/sqlite";
import { lastChange } from "./changes-lost.ts";

export interface SavedTable {
  readonly table: string;
  /** Rows read from the damaged store and copied. */
  readonly saved: number;
  /** Rows that only the backup contained, because the damaged store could not be read completely. */
  readonly fromBackup: number;
  /** Rows that were read but rejected: damaged values, or rows that belong to a lost row. */
  readonly refused: number;
  /** Whether every row of the damaged store was read. */
  readonly isWhole: boolean;
}

/** The schema version belongs to the sound store; vectors of queries and results of Git are computed again. */
const NOT_COPIED = new Set(["schema_version", "query_vector", "branch_view"]);
const OWN_TABLES = /* sql */ `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' ORDER BY rowid`;
const LAST_UPDATE = /* sql */ `SELECT ifnull(max(updated_at_ms), 0) AS atMs FROM memory`;
/** JSON columns, in every table that has a column of this name. */
const JSON_COLUMNS = new Set([
  ...["payload", "triggers", "invalid_when", "sessions", "evidence"],
  ...["body", "before", "actions", "counters", "steps", "memories"],
]);
/** Maximum unreadable characters of a text; more means that other bytes were read as text. */
const MAX_UNREADABLE_CHARS = 16;
const TRIGGERS = /* sql */ `SELECT name FROM sqlite_master WHERE type = 'trigger'`;
const COLUMNS = /* sql */ `SELECT name FROM pragma_table_info(:table)`;
/** Every foreign key of the store has one column. */
const FOREIGN_KEYS = /* sql */ `SELECT "table" AS parent, "from" AS child, "to" AS key, on_delete AS onDelete
  FROM pragma_foreign_key_list(:table)`;
/** Keeps rows of a project whose own row is lost; opening the project names it again (store/projects.ts). */
const NAMELESS_PROJECTS = (table: string) => /* sql */ `INSERT OR IGNORE INTO project
    (id, canonical, name, basis, created_at_ms, last_seen_ms)
  SELECT DISTINCT project_id, project_id, 'unknown', 'directory', 0, 0 FROM ${quoted(table)} WHERE project_id IS NOT NULL`;

/**
 * Copies rows. A table that can be read completely replaces the one of the backup; otherwise its rows replace rows with the
 * same key. A damaged store that lost its latest changes is older than the backup: then the backup's rows stay, and only
 * missing rows are added. Triggers of `db` are dropped; the caller restores them. `damaged`: null if not even its list of
 * tables can be read.
 */
export async function copyRows(
  damaged: DamagedDatabase | null,
  db: Database,
): Promise<SavedTable[]> {
  await db.exec("PRAGMA foreign_keys = OFF");
  try {
    return await db.transaction(async (tx) => {
      for (const { name } of await tx.all<{ name: string }>(TRIGGERS))
        await tx.exec(`DROP TRIGGER ${quoted(name)}`);
      const own = await queryColumn<string>(tx, OWN_TABLES);
      const tables = own.filter((table) => !NOT_COPIED.has(table));
      const isOlder = damaged !== null && (await isOlderThan(tx, damaged));
      const saved: SavedTable[] = [];
      for (const table of tables) saved.push(await copyTable(damaged, tx, table, isOlder));
      const orphans = await deleteOrphans(tx, tables);
      return saved.map((savedTable) => {
        const lost = orphans.get(savedTable.table) ?? 0;
        return {
          ...savedTable,
          saved: Math.max(0, savedTable.saved - lost),
          refused: savedTable.refused + lost,
        };
      });
    });
  } finally {
    await db.exec("PRAGMA foreign_keys = ON");
  }
}

/**
 * Whether the damaged store is older, by the number of the last change (store/ops.ts); if that cannot be read, by when a
 * memory was last changed.
 */
async function isOlderThan(tx: Database, damaged: DamagedDatabase): Promise<boolean> {
  const changes = highest(damaged, "op", "seq");
  if (changes.isWhole) return changes.value < (await lastChange(tx));
  const backup = await queryNumber(tx, LAST_UPDATE);
  return highest(damaged, "memory", "updated_at_ms").value < backup;
}

function highest(damaged: DamagedDatabase, table: string, column: string) {
  if (!damaged.tables.has(table)) return { value: 0, isWhole: false };
  const rows = damaged.rows(table);
  let value = 0;
  let next = rows.next();
  for (; next.done !== true; next = rows.next())
    value = Math.max(value, Number(next.value[column] ?? 0));
  return { value, isWhole: next.value.isWhole };
}

async function copyTable(
  damaged: DamagedDatabase | null,
  tx: Database,
  table: string,
  isOlder: boolean,
): Promise<SavedTable> {
  const columnsThere = damaged?.tables.get(table);
  if (damaged === null || columnsThere === undefined) {
    const fromBackup = await count(tx, table);
    return { table, saved: 0, fromBackup, refused: 0, isWhole: false };
  }
  const own = await queryColumn<string>(tx, COLUMNS, { table });
  const columns = columnsThere.filter((name) => own.includes(name));
  const { held, isWhole, unreadable } = readRows(damaged, table, columns);
  if (isWhole && !isOlder) await tx.run(`DELETE FROM ${quoted(table)}`);
  const onConflict = isOlder ? "IGNORE" : "REPLACE";
  const insert = `INSERT OR ${onConflict} INTO ${quoted(table)} (${columns.map(quoted).join(", ")})
    VALUES (${columns.map((_, i) => `:c${i}`).join(", ")})`;
  let [saved, refused] = [0, unreadable];
  for (const row of held) {
    const changes = await tx.run(insert, row).then(
      (ran) => ran.changes,
      () => null,
    );
    if (changes === null) refused++;
    else saved += changes;
  }
  const fromBackup = Math.max(0, (await count(tx, table)) - saved);
  return { table, saved, fromBackup, refused, isWhole };
}

function readRows(damaged: DamagedDatabase, table: string, columns: readonly string[]) {
  const held: Record<string, SqlValue>[] = [];
  const rows = damaged.rows(table);
  let unreadable = 0;
  let next = rows.next();
  for (; next.done !== true; next = rows.next()) {
    const { value } = next;
    const isUnreadable = columns.some((name) => !isReadable(name, value[name] ?? null));
    if (isUnreadable) unreadable++;
    else held.push(Object.fromEntries(columns.map((name, i) => [`c${i}`, value[name] ?? null])));
  }
  return { held, unreadable, isWhole: next.value.isWhole && unreadable === 0 };
}

/**
 * Whether a value is readable; false for text that was read from a damaged page: the end of a long text is on separate pages.
 */
function isReadable(column: string, value: SqlValue): boolean {
  if (typeof value !== "string") return true;
  if (value.includes("\0") || value.split("\uFFFD").length > MAX_UNREADABLE_CHARS) return false;
  if (!JSON_COLUMNS.has(column) || value === "") return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Deletes rows whose parent row is lost, until none is left. Returns the number by table. */
async function deleteOrphans(
  tx: Database,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const deleted = new Map<string, number>();
  const keys = await foreignKeysOf(tx, tables);
  for (const { table, parent } of keys)
    if (parent === "project") await tx.run(NAMELESS_PROJECTS(table));
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { table, parent, child, key, onDelete } of keys) {
      const where = `WHERE ${quoted(child)} NOT IN (SELECT ${quoted(key)} FROM ${quoted(parent)})`;
      if (onDelete === "SET NULL") {
        await tx.run(`UPDATE ${quoted(table)} SET ${quoted(child)} = NULL ${where}`);
        continue;
      }
      const { changes } = await tx.run(`DELETE FROM ${quoted(table)} ${where}`);
      if (changes === 0) continue;
      deleted.set(table, (deleted.get(table) ?? 0) + changes);
      isDone = false;
    }
  }
  return deleted;
}

interface ForeignKey {
  readonly table: string;
  readonly parent: string;
  readonly child: string;
  readonly key: string;
  readonly onDelete: string;
}

async function foreignKeysOf(tx: Database, tables: readonly string[]): Promise<ForeignKey[]> {
  const found: ForeignKey[] = [];
  for (const table of tables) {
    const keys = await tx.all<Omit<ForeignKey, "table">>(FOREIGN_KEYS, { table });
    found.push(...keys.map((key) => ({ ...key, table })));
  }
  return found;
}

async function count(tx: Database, table: string): Promise<number> {
  return queryNumber(tx, `SELECT count(*) AS n FROM ${quoted(table)}`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
