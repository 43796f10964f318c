/**
 * The code facts of a worktree, in a separate database file. They can be extracted again from the sources at any time, so
 * they are not part of the store, its backups or its schema. An unusable file is created again.
 */
import { existsSync, rmSync } from "node:fs";
import type { Database } from "@tacit-memory/sqlite";
import { DatabaseError, openDatabase } from "@tacit-memory/sqlite";
import { CodegraphError } from "../codegraph-error.ts";

/** Increase it with any change of the tables below or of the meaning of their bytes. The file is then created again. */
const LAYOUT = 3;

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
  skipped TEXT,
  partial INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS code_facts (
  file_id INTEGER PRIMARY KEY REFERENCES code_file(id) ON DELETE CASCADE,
  facts BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS code_resolved (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL,
  origin TEXT NOT NULL,
  sites INTEGER NOT NULL,
  resolved BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS code_read (
  path TEXT PRIMARY KEY,
  hash BLOB NOT NULL,
  mtime_ms REAL NOT NULL,
  size INTEGER NOT NULL,
  extractor INTEGER NOT NULL,
  surface INTEGER NOT NULL,
  partial INTEGER NOT NULL,
  facts BLOB NOT NULL
) STRICT;`;
const SELECT_META = /* sql */ `SELECT value FROM code_meta WHERE name = :name`;
const UPSERT_META = /* sql */ `INSERT INTO code_meta (name, value) VALUES (:name, :value)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const SELECT_FILES = /* sql */ `SELECT id, path, hash, mtime_ms AS mtimeMs, size, extractor, surface, skipped, partial
  FROM code_file ORDER BY path`;
const UPSERT_FILE = /* sql */ `INSERT INTO code_file (path, hash, mtime_ms, size, extractor, surface, skipped, partial)
  VALUES (:path, :hash, :mtimeMs, :size, :extractor, :surface, :skipped, :partial)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, mtime_ms = excluded.mtime_ms, size = excluded.size,
    extractor = excluded.extractor, surface = excluded.surface, skipped = excluded.skipped,
    partial = excluded.partial
  RETURNING id`;
const UPSERT_FACTS = /* sql */ `INSERT INTO code_facts (file_id, facts) VALUES (:id, :facts)
  ON CONFLICT (file_id) DO UPDATE SET facts = excluded.facts`;
const DELETE_FACTS = /* sql */ `DELETE FROM code_facts WHERE file_id = :id`;
const DELETE_FILE = /* sql */ `DELETE FROM code_file WHERE path = :path`;
const SELECT_FACTS = /* sql */ `SELECT f.path, c.facts FROM code_facts c JOIN code_file f ON f.id = c.file_id
  WHERE f.path IN (SELECT value FROM json_each(:paths))`;
const DELETE_META = /* sql */ `DELETE FROM code_meta WHERE name = :name`;
const UPSERT_RESOLVED = /* sql */ `INSERT INTO code_resolved (path, hash, origin, sites, resolved)
  VALUES (:path, :hash, :origin, :sites, :resolved)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, origin = excluded.origin, sites = excluded.sites,
    resolved = excluded.resolved`;
const DELETE_RESOLVED = /* sql */ `DELETE FROM code_resolved
  WHERE origin = :origin AND path NOT IN (SELECT value FROM json_each(:kept))`;
const DELETE_INDEX_FILES = /* sql */ `DELETE FROM code_file WHERE extractor = :extractor AND path IN (
  SELECT path FROM code_resolved WHERE origin = :origin AND path NOT IN (SELECT value FROM json_each(:kept)))`;
const SELECT_RESOLVED = /* sql */ `SELECT r.path, r.hash, f.hash AS keptHash, r.resolved FROM code_resolved r
  LEFT JOIN code_file f ON f.path = r.path
  WHERE r.path IN (SELECT value FROM json_each(:paths))`;
const SELECT_RESOLVED_COUNTS = /* sql */ `SELECT r.origin, count(*) AS files, sum(r.sites) AS sites
  FROM code_resolved r JOIN code_file f ON f.path = r.path AND f.hash = r.hash GROUP BY r.origin ORDER BY r.origin`;
const UPSERT_READ = /* sql */ `INSERT INTO code_read (path, hash, mtime_ms, size, extractor, surface, partial, facts)
  VALUES (:path, :hash, :mtimeMs, :size, :extractor, :surface, :partial, :facts)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, mtime_ms = excluded.mtime_ms, size = excluded.size,
    extractor = excluded.extractor, surface = excluded.surface, partial = excluded.partial,
    facts = excluded.facts`;
const SELECT_READ = /* sql */ `SELECT path, hash, mtime_ms AS mtimeMs, size, extractor, surface, NULL AS skipped, partial
  FROM code_read WHERE path IN (SELECT value FROM json_each(:paths))`;
const SELECT_READ_FACTS = /* sql */ `SELECT path, facts FROM code_read
  WHERE path IN (SELECT value FROM json_each(:paths))`;
const MOVE_READ = /* sql */ `INSERT INTO code_facts (file_id, facts)
  SELECT :id, facts FROM code_read WHERE path = :path
  ON CONFLICT (file_id) DO UPDATE SET facts = excluded.facts`;
const DELETE_READ = /* sql */ `DELETE FROM code_read`;
const COUNT_READ = /* sql */ `SELECT count(*) AS count FROM code_read`;

/** Extractor number of a file that no grammar reads: its facts come from an index. */
export const INDEX_EXTRACTOR = -1;

export interface CodeFileRow {
  readonly id: number;
  readonly path: string;
  /** Null for a skipped file. */
  readonly hash: Uint8Array | null;
  readonly mtimeMs: number;
  readonly size: number;
  readonly extractor: number;
  /** Hash of what other files see of the file; null for a skipped file. */
  readonly surface: number | null;
  readonly skipped: string | null;
  /** 1 if the facts do not cover the whole file. */
  readonly partial: number;
}

export interface CodeFileChange extends Omit<CodeFileRow, "id"> {
  /** "same": the stored facts are still valid. "read": they were stored with `keepRead`. Null: none exist. */
  readonly facts: Uint8Array | "same" | "read" | null;
}

export interface OpenedCodeStore {
  readonly db: Database;
  /** Reason why the file was created again; null if it was valid or did not exist. */
  readonly remade: string | null;
}

/**
 * Opens the code store and creates it again if it is unusable. Throws "store_unwritable" and "store_full" if no file can be
 * created.
 */
export async function openCodeStore(path: string): Promise<OpenedCodeStore> {
  let remade: string | null = null;
  if (existsSync(path)) {
    try {
      const db = await openWith(path);
      if (db !== null) return { db, remade: null };
      remade = "it was written by another version of Tacit";
    } catch (error) {
      if (!DatabaseError.is(error, "store_corrupt")) throw error;
      remade = "it was damaged";
    }
    removeCodeStore(path);
  }
  const db = await openWith(path);
  if (db === null)
    throw new CodegraphError("internal", { path, reason: "a new file has another layout" });
  return { db, remade };
}

export function removeCodeStore(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

/** Opens an existing file. Returns null if it has another layout. */
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

/** Returns all files, sorted by path. */
export async function listCodeFiles(db: Database): Promise<CodeFileRow[]> {
  return db.all<CodeFileRow>(SELECT_FILES);
}

/**
 * Writes all changes and `meta`, or nothing. Returns false and writes nothing if the generation is not `since`: another
 * process has updated the file, and results based on the previous state do not fit.
 */
export async function writeCodeFiles(
  db: Database,
  changes: readonly CodeFileChange[],
  gone: readonly string[],
  meta: Readonly<Record<string, string>>,
  since: string | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await readCodeMeta(tx, "generation")) !== since) return false;
    if (!(await areRead(tx, changes))) return false;
    for (const path of gone) await tx.run(DELETE_FILE, { path });
    for (const change of changes) await writeChange(tx, change);
    for (const [name, value] of Object.entries(meta)) await writeCodeMeta(tx, name, value);
    return true;
  });
}

async function writeChange(tx: Database, change: CodeFileChange): Promise<void> {
  const { facts, ...row } = change;
  const written = await tx.get<{ id: number }>(UPSERT_FILE, row);
  if (written === undefined || facts === "same") return;
  const { id } = written;
  if (facts === null) await tx.run(DELETE_FACTS, { id });
  else if (facts !== "read") await tx.run(UPSERT_FACTS, { id, facts });
  else await tx.run(MOVE_READ, { id, path: row.path });
}

/**
 * Returns whether the rows stored with `keepRead` are still the ones these changes refer to. Another process, even of another
 * version of Tacit, may have read the files again.
 */
async function areRead(tx: Database, changes: readonly CodeFileChange[]): Promise<boolean> {
  const wanted = changes.filter(({ facts }) => facts === "read");
  if (wanted.length === 0) return true;
  const lying = await readBefore(
    tx,
    wanted.map(({ path }) => path),
  );
  const byPath = new Map(lying.map((item) => [item.path, item]));
  return wanted.every(({ path, hash, extractor }) => {
    const other = byPath.get(path);
    const isOfContent =
      hash !== null && other?.hash != null && Buffer.compare(hash, other.hash) === 0;
    return isOfContent && other.extractor === extractor;
  });
}

/** A file read by an unfinished indexing run, with its facts. Only `readBefore` uses it. */
export type ReadFile = Omit<CodeFileRow, "id"> & { readonly facts: Uint8Array };

/**
 * Stores read files beside the served facts, so that an interrupted run need not read them again. Replaces earlier rows of
 * the same paths.
 */
export async function keepRead(db: Database, files: readonly ReadFile[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { skipped: _skipped, ...row } of files) await tx.run(UPSERT_READ, row);
  });
}

/** Returns the rows that an unfinished run left for these paths, without facts. */
export async function readBefore(
  db: Database,
  paths: readonly string[],
): Promise<readonly Omit<CodeFileRow, "id">[]> {
  return db.all(SELECT_READ, { paths: JSON.stringify(paths) });
}

/** Returns the facts that an unfinished run left for these paths, in no particular order. */
export async function readFactsRead(
  db: Database,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly facts: Uint8Array }[]> {
  if (paths.length === 0) return [];
  return db.all(SELECT_READ_FACTS, { paths: JSON.stringify(paths) });
}

/**
 * Deletes the rows of an unfinished run, because it has ended or is to start again, and frees their space. Returns their
 * number.
 */
export async function dropRead(db: Database): Promise<number> {
  const { count = 0 } = (await db.get<{ count: number }>(COUNT_READ)) ?? {};
  if (count === 0) return 0;
  await db.run(DELETE_READ);
  try {
    await db.exec("VACUUM");
  } catch (error) {
    // Another process uses the file, or the disk has no space for a VACUUM: the rows are deleted anyway.
    if (!DatabaseError.is(error, "store_busy") && !DatabaseError.is(error, "store_full"))
      throw error;
  }
  return count;
}

/** Returns facts in no particular order. Paths without facts are left out. */
export async function readFacts(
  db: Database,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly facts: Uint8Array }[]> {
  if (paths.length === 0) return [];
  return db.all(SELECT_FACTS, { paths: JSON.stringify(paths) });
}

/** What a compiler resolved for one file's content. */
export interface ResolvedRow {
  readonly path: string;
  /** Hash of that content. */
  readonly hash: Uint8Array;
  readonly sites: number;
  readonly resolved: Uint8Array;
}

export interface ResolvedChange {
  /** Source of the resolution: the path of an index. All its former rows are replaced. */
  readonly origin: string;
  readonly rows: readonly ResolvedRow[];
  /** Files that only this source knows. */
  readonly files: readonly CodeFileChange[];
  /** Paths for which this source has nothing new; their former rows stay. */
  readonly unchanged: readonly string[];
}

/** Writes everything or nothing. A null value in `meta` deletes the entry. */
export async function writeResolved(
  db: Database,
  changes: readonly ResolvedChange[],
  meta: Readonly<Record<string, string | null>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { origin, rows, files, unchanged: keptPaths } of changes) {
      const before = { origin, kept: JSON.stringify(keptPaths) };
      await tx.run(DELETE_INDEX_FILES, { ...before, extractor: INDEX_EXTRACTOR });
      await tx.run(DELETE_RESOLVED, before);
      for (const row of rows) await tx.run(UPSERT_RESOLVED, { origin, ...row });
      for (const file of files) await writeChange(tx, file);
    }
    for (const [name, value] of Object.entries(meta)) {
      if (value === null) await tx.run(DELETE_META, { name });
      else await writeCodeMeta(tx, name, value);
    }
  });
}

export interface Resolution {
  readonly path: string;
  /** Hash of the content for which it was resolved. */
  readonly hash: Uint8Array;
  /** Hash of the stored content; null if none is stored. */
  readonly keptHash: Uint8Array | null;
  readonly resolved: Uint8Array;
}

/** Returns the resolutions of these paths in no particular order. The caller checks whether they are still valid. */
export async function readResolved(db: Database, paths: readonly string[]): Promise<Resolution[]> {
  return db.all(SELECT_RESOLVED, { paths: JSON.stringify(paths) });
}

/** Counts, per source, the files with unchanged content and the names resolved in them. */
export async function countResolved(
  db: Database,
): Promise<{ readonly origin: string; readonly files: number; readonly sites: number }[]> {
  return db.all(SELECT_RESOLVED_COUNTS);
}
