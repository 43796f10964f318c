/**
 * What is known of a worktree's code, in a file of its own: it can be made again from the sources at any time,
 * so it is no part of the store, of its backups or of its schema. A file we cannot use is made anew.
 */
import { existsSync, rmSync } from "node:fs";
import { MemoryError } from "../domain/errors.ts";
import type { Database } from "./drivers/driver.ts";
import { openDatabase } from "./drivers/open-database.ts";

/** Any change of the tables below: another number, and the file is made anew. */
const LAYOUT = 1;

const CREATE = /* sql */ `
CREATE TABLE IF NOT EXISTS code_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS code_file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash BLOB,
  mtime_ms REAL NOT NULL,
  size INTEGER NOT NULL,
  extractor INTEGER NOT NULL,
  surface INTEGER,
  skipped TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS code_facts (
  file_id INTEGER PRIMARY KEY REFERENCES code_file(id) ON DELETE CASCADE,
  facts BLOB NOT NULL
) STRICT;`;
const SELECT_META = /* sql */ `SELECT value FROM code_meta WHERE name = :name`;
const UPSERT_META = /* sql */ `INSERT INTO code_meta (name, value) VALUES (:name, :value)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const SELECT_FILES = /* sql */ `SELECT id, path, hash, mtime_ms AS mtimeMs, size, extractor, surface, skipped
  FROM code_file ORDER BY path`;
const UPSERT_FILE = /* sql */ `INSERT INTO code_file (path, hash, mtime_ms, size, extractor, surface, skipped)
  VALUES (:path, :hash, :mtimeMs, :size, :extractor, :surface, :skipped)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, mtime_ms = excluded.mtime_ms, size = excluded.size,
    extractor = excluded.extractor, surface = excluded.surface, skipped = excluded.skipped
  RETURNING id`;
const UPSERT_FACTS = /* sql */ `INSERT INTO code_facts (file_id, facts) VALUES (:id, :facts)
  ON CONFLICT (file_id) DO UPDATE SET facts = excluded.facts`;
const DELETE_FACTS = /* sql */ `DELETE FROM code_facts WHERE file_id = :id`;
const DELETE_FILE = /* sql */ `DELETE FROM code_file WHERE path = :path`;
const SELECT_FACTS = /* sql */ `SELECT f.path, c.facts FROM code_facts c JOIN code_file f ON f.id = c.file_id
  WHERE f.path IN (SELECT value FROM json_each(:paths))`;

export interface CodeFileRow {
  readonly id: number;
  readonly path: string;
  /** Null for what was skipped. */
  readonly hash: Uint8Array | null;
  readonly mtimeMs: number;
  readonly size: number;
  readonly extractor: number;
  /** Hash of what other files see of it; null for what was skipped. */
  readonly surface: number | null;
  readonly skipped: string | null;
}

export interface CodeFileChange extends Omit<CodeFileRow, "id"> {
  /** "same": what is kept still holds. Null: there are none. */
  readonly facts: Uint8Array | "same" | null;
}

export interface OpenedCodeStore {
  readonly db: Database;
  /** Why the file was made anew; null when it was good, or when there was none. */
  readonly remade: string | null;
}

/** Throws "store_unwritable" and "store_full" where no file can be made at all. */
export async function openCodeStore(path: string): Promise<OpenedCodeStore> {
  let remade: string | null = null;
  if (existsSync(path)) {
    try {
      const db = await openWith(path);
      if (db !== null) return { db, remade: null };
      remade = "it was written by another version of Tacit";
    } catch (error) {
      if (!MemoryError.is(error, "store_corrupt")) throw error;
      remade = "it was damaged";
    }
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  }
  const db = await openWith(path);
  if (db === null)
    throw new MemoryError("internal", { path, reason: "a new file has another layout" });
  return { db, remade };
}

/** Null when the file has another layout. */
async function openWith(path: string): Promise<Database | null> {
  const db = await openDatabase({ path, driver: "node-sqlite" });
  try {
    await db.exec(CREATE);
    const layout = await readCodeMeta(db, "layout");
    if (layout === undefined) await writeCodeMeta(db, "layout", String(LAYOUT));
    else if (layout !== String(LAYOUT)) {
      await db.close();
      return null;
    }
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

export async function readCodeMeta(db: Database, name: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(SELECT_META, { name }))?.value;
}

async function writeCodeMeta(db: Database, name: string, value: string): Promise<void> {
  await db.run(UPSERT_META, { name, value });
}

/** Ordered by path. */
export async function listCodeFiles(db: Database): Promise<CodeFileRow[]> {
  return db.all<CodeFileRow>(SELECT_FILES);
}

/** All of them or none, and `meta` with them. */
export async function writeCodeFiles(
  db: Database,
  changes: readonly CodeFileChange[],
  gone: readonly string[],
  meta: Readonly<Record<string, string>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const path of gone) await tx.run(DELETE_FILE, { path });
    for (const change of changes) await writeChange(tx, change);
    for (const [name, value] of Object.entries(meta)) await writeCodeMeta(tx, name, value);
  });
}

async function writeChange(tx: Database, change: CodeFileChange): Promise<void> {
  const { facts, ...row } = change;
  const written = await tx.get<{ id: number }>(UPSERT_FILE, row);
  if (written === undefined || facts === "same") return;
  const { id } = written;
  if (facts === null) await tx.run(DELETE_FACTS, { id });
  else await tx.run(UPSERT_FACTS, { id, facts });
}

/** In no particular order; paths without facts are left out. */
export async function readFacts(
  db: Database,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly facts: Uint8Array }[]> {
  return db.all(SELECT_FACTS, { paths: JSON.stringify(paths) });
}
