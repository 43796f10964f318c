/**
 * An archive: one project of the store as a compressed file. Uncompressed it is a database with the store's own schema, which
 * contains the project's memories that are not secret, their relations and vectors, and its sessions. The compression has a
 * checksum of the whole content, and the engine checks the database.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { isFile, isRecord, parseJson, replaceFileWith } from "@tacit-memory/files";
import { type Database, isSqliteFile, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import type { ProjectId } from "../../domain/ids.ts";
import { HISTORY_AGENT } from "../../domain/memory.ts";
import { checkIntegrity } from "../maintenance.ts";
import { migrate, SCHEMA_VERSION } from "../migrate.ts";
import { openDatabase, translated } from "../open-database.ts";
import { STORE_FILE } from "../open-store.ts";
import { readSetting, writeSetting } from "../settings.ts";
import { copyCompact } from "./back-up.ts";
import { withWorkFiles } from "./work-files.ts";

const ARCHIVE_VERSION = 1;
/** Name of the setting that makes a database an archive. */
const MARK = "archive";
/** Maximum bytes of the database in an archive, so that a small file cannot fill the disk. */
const MAX_BYTES = 2_000_000_000;

export interface ArchiveMark {
  readonly projectId: ProjectId;
  /** Canonical id of the project. */
  readonly canonical: string;
}

/** Tables of an archive and their rows, parents first. `columns`: null for all. */
const COPIED: readonly {
  readonly table: string;
  readonly columns: readonly string[] | null;
  readonly where: string;
}[] = [
  { table: "project", columns: null, where: "id = :id" },
  {
    table: "memory",
    columns: null,
    where: "(project_id = :id OR project_id IS NULL) AND visibility <> 'secret'",
  },
  {
    table: "memory_edge",
    columns: null,
    where: "from_id IN (SELECT id FROM main.memory) AND to_id IN (SELECT id FROM main.memory)",
  },
  {
    table: "embedding",
    // The order of the vectors is assigned anew by triggers.
    columns: ["memory_id", "encoder_id", "dims", "scale", "vector"],
    where: "memory_id IN (SELECT id FROM main.memory)",
  },
  { table: "session", columns: null, where: "project_id = :id" },
  { table: "event", columns: null, where: "session_rid IN (SELECT rid FROM main.session)" },
];
const COUNT_SESSIONS = /* sql */ `SELECT count(*) AS count FROM session WHERE agent IS NOT :history`;
const HAS_VERSIONS = /* sql */ `SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'`;
const SELECT_VERSION = /* sql */ `SELECT max(version) AS version FROM schema_version`;
/** The tables in which the engine keeps a full-text index; their definitions may differ by version. */
const SHADOW_TABLES = ["memory_fts", "passage_fts"].flatMap((name) =>
  ["config", "data", "docsize", "idx"].map((part) => `'${name}_${part}'`),
);
const DEFINITIONS = /* sql */ `SELECT type, name, sql FROM sqlite_master
  WHERE NOT (type = 'table' AND sql LIKE 'CREATE TABLE %' AND name IN (${SHADOW_TABLES})) ORDER BY type, name`;
const COLUMNS = /* sql */ `SELECT name FROM pragma_table_info(:table)`;

/** Number of rows of an archive. */
export interface ArchiveCounts {
  readonly memories: number;
  /** Sessions of agents; an imported git history is none. */
  readonly sessions: number;
}

/**
 * Writes an archive, readable by its owner only; replaces a file at `path` as a whole. Returns what it contains. Throws "usage"
 * for a store on a server, and "store_unwritable".
 */
export async function writeArchive(
  { db, home }: { readonly db: Database; readonly home: string },
  path: string,
  mark: ArchiveMark,
  nowMs: number,
): Promise<ArchiveCounts> {
  if (db.journalMode === "remote" || db.journalMode === "memory")
    throw new MemoryError("usage", {
      reason: "an archive needs a store in a local file; export JSON instead",
    });
  return withWorkFiles(home, async ([work, compact]) => {
    const copy = await openDatabase({ path: work });
    let counts: ArchiveCounts;
    try {
      await migrate(copy, nowMs);
      counts = await copyProject(copy, join(home, STORE_FILE), mark.projectId);
      await writeSetting(copy, MARK, JSON.stringify({ version: ARCHIVE_VERSION, ...mark }));
      await copyCompact(copy, compact);
    } finally {
      await copy.close();
    }
    try {
      await replaceFileWith(path, compressed(compact), { followsLinks: true });
    } catch (cause) {
      throw translated(cause, path);
    }
    return counts;
  });
}

/** Opens the file only when the content is wanted: the target may be refused first. */
async function* compressed(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path).compose(createGzip()) as AsyncIterable<Buffer>;
}

/** Copies the rows of a project. Returns the number of copied memories and sessions. */
async function copyProject(copy: Database, store: string, id: ProjectId): Promise<ArchiveCounts> {
  const counts = new Map<string, number>();
  await copy.run("ATTACH :store AS store", { store });
  // One transaction reads one state of the store.
  await copy.transaction(async (tx) => {
    for (const { table, columns, where } of COPIED) {
      const all = columns ?? (await queryColumn<string>(tx, COLUMNS, { table }));
      const names = all.map((name) => `"${name}"`).join(", ");
      const params = where.includes(":id") ? { id } : {};
      const { changes } = await tx.run(
        `INSERT INTO main.${table} (${names}) SELECT ${names} FROM store.${table} WHERE ${where}`,
        params,
      );
      counts.set(table, changes);
    }
  });
  await copy.exec("DETACH store");
  const sessions = await copy.get<{ count: number }>(COUNT_SESSIONS, { history: HISTORY_AGENT });
  return { memories: counts.get("memory") ?? 0, sessions: sessions?.count ?? 0 };
}

/**
 * Opens a checked copy of an archive in Tacit's home folder, in this version's schema, and deletes it afterwards. Throws
 * "input_malformed" for a file that is no archive or is damaged, "store_newer" for one of a newer version, and
 * "input_too_large".
 */
export async function withArchive<T>(
  home: string,
  path: string,
  nowMs: number,
  body: (archive: Database, mark: ArchiveMark) => Promise<T>,
): Promise<T> {
  if (!isFile(path)) throw new MemoryError("input_missing", { path });
  return withWorkFiles(home, async ([work]) => {
    await uncompress(path, work);
    if (!isSqliteFile(work)) throw malformed(path, "it contains no database");
    const archive = await openDatabase({ path: work }).catch((cause: unknown) => {
      throw damagedDatabase(path, cause);
    });
    try {
      const mark = await checked(archive, path).catch((cause: unknown) => {
        throw MemoryError.is(cause, "store_corrupt") ? damagedDatabase(path, cause) : cause;
      });
      await migrate(archive, nowMs);
      return await body(archive, mark);
    } finally {
      await archive.close();
    }
  });
}

async function uncompress(path: string, to: string): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(
        bytes > MAX_BYTES ? new MemoryError("input_too_large", { path, limit: MAX_BYTES }) : null,
        chunk,
      );
    },
  });
  try {
    const file = createWriteStream(to, { mode: 0o600, flags: "wx" });
    await pipeline(createReadStream(path), createGunzip(), limit, file);
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (String(code).startsWith("Z_"))
      throw malformed(path, "the file is damaged or incomplete", cause);
    throw MemoryError.is(cause) ? cause : translated(cause, path);
  }
}

/**
 * Checks a database that anyone may have made. Its schema is compared first: a view or a trigger of its own could run for
 * any length of time.
 */
async function checked(archive: Database, path: string): Promise<ArchiveMark> {
  const version = await schemaVersionOf(archive, path);
  if (version > SCHEMA_VERSION)
    throw new MemoryError("store_newer", { path, needs: version, have: SCHEMA_VERSION });
  if ((await schemaOf(archive)) !== (await ownSchema(version)))
    throw malformed(path, "the database in it does not have the tables of a store");
  const stored = await readSetting(archive, MARK);
  const mark = stored === null ? null : parseJson(stored);
  if (!isRecord(mark)) throw malformed(path, "it is a store, but no archive");
  const { version: format, projectId, canonical } = mark;
  if (typeof format !== "number" || typeof projectId !== "string" || typeof canonical !== "string")
    throw malformed(path, "it is a store, but no archive");
  if (format > ARCHIVE_VERSION)
    throw new MemoryError("store_newer", { path, archiveVersion: format, have: ARCHIVE_VERSION });
  const problems = await checkIntegrity(archive);
  if (problems.length > 0) throw malformed(path, problems.slice(0, 3).join("; "));
  return { projectId: projectId as ProjectId, canonical };
}

async function schemaVersionOf(archive: Database, path: string): Promise<number> {
  const isTable = (await archive.get(HAS_VERSIONS).catch(() => undefined)) !== undefined;
  if (!isTable) throw malformed(path, "the database in it is no store");
  return queryNumber(archive, SELECT_VERSION);
}

/** Returns the definitions of all tables, views, indexes and triggers, except the engine's own tables of a full-text index. */
async function schemaOf(db: Database): Promise<string> {
  const rows = await db.all<{ type: string; name: string; sql: string | null }>(DEFINITIONS);
  return JSON.stringify(rows);
}

/** Returns the definitions of a store of this schema version. */
async function ownSchema(version: number): Promise<string> {
  const db = await openDatabase({ path: ":memory:" });
  try {
    await migrate(db, 0, { upTo: version });
    return await schemaOf(db);
  } finally {
    await db.close();
  }
}

function damagedDatabase(path: string, cause: unknown): MemoryError {
  return malformed(path, "the database in the archive is damaged", cause);
}

function malformed(path: string, reason: string, cause?: unknown): MemoryError {
  return new MemoryError("input_malformed", {
    path,
    expected: "an archive of `tacit export --format archive`",
    reason,
    ...(cause === undefined ? {} : { cause }),
  });
}
