/**
 * Migrates a file to this version's schema, in order, each migration in one transaction. A file whose `minSafeVersion` is
 * above what this code knows is rejected unchanged; a newer one that is still safe is used as it is.
 */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import { avoidSecureDelete } from "./maintenance.ts";
import { FIRST } from "./migrations/0001-first.ts";
import { EMBEDDING_ORDER } from "./migrations/0002-embedding-order.ts";
import { QUERY_VECTORS } from "./migrations/0003-query-vectors.ts";
import { ANCHOR_PARTS } from "./migrations/0004-anchor-parts.ts";
import { MEMORY_ORDER } from "./migrations/0005-memory-order.ts";
import { STAGES } from "./migrations/0006-stages.ts";
import { VALIDITY } from "./migrations/0007-validity.ts";
import { SESSION_DIGESTS } from "./migrations/0008-session-digests.ts";
import { RENAMED_PLACES } from "./migrations/0009-renamed-places.ts";
import { PASSAGES } from "./migrations/0010-passages.ts";
import { POINTERS } from "./migrations/0011-pointers.ts";
import { UNDO_ENTRIES } from "./migrations/0012-undo-entries.ts";
import { PROPOSALS } from "./migrations/0013-proposals.ts";
import { LIST_INDEXES } from "./migrations/0014-list-indexes.ts";
import { PASSAGES_OF_SUBAGENTS } from "./migrations/0015-passages-of-subagents.ts";
import type { Migration } from "./migrations/migration.ts";

export const MIGRATIONS: readonly Migration[] = [
  FIRST,
  EMBEDDING_ORDER,
  QUERY_VECTORS,
  ANCHOR_PARTS,
  MEMORY_ORDER,
  STAGES,
  VALIDITY,
  SESSION_DIGESTS,
  RENAMED_PLACES,
  PASSAGES,
  POINTERS,
  UNDO_ENTRIES,
  PROPOSALS,
  LIST_INDEXES,
  PASSAGES_OF_SUBAGENTS,
];
export const SCHEMA_VERSION = MIGRATIONS.length;

const CREATE_SCHEMA_TABLE = /* sql */ `CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER PRIMARY KEY, min_safe_version INTEGER NOT NULL, applied_at_ms INTEGER NOT NULL) STRICT`;
const HAS_SCHEMA_TABLE = /* sql */ `SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'`;
const SELECT_VERSION = /* sql */ `SELECT max(version) AS version, max(min_safe_version) AS minSafe FROM schema_version`;
const ANY_TABLE = /* sql */ `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE 'sqlite_%' AND name <> 'schema_version' LIMIT 1`;
const INSERT_VERSION = /* sql */ `INSERT INTO schema_version (version, min_safe_version, applied_at_ms)
  VALUES (:version, :minSafe, :nowMs)`;

interface VersionRow {
  readonly version: number | null;
  readonly minSafe: number | null;
}

export interface BeforeMigration {
  /** Whether this home had a store before; an empty file has then lost everything. */
  readonly hadStore?: () => boolean;
  /** Called before a store with content is changed; if it throws, the store stays as it is. */
  readonly prepare?: () => Promise<void>;
  /** The last migration to apply; default: all. */
  readonly upTo?: number;
}

/** Migrates the file. Returns its previous version. Throws "store_newer", "store_emptied", "store_foreign". */
export async function migrate(
  db: Database,
  nowMs: number,
  { hadStore = () => false, prepare, upTo = SCHEMA_VERSION }: BeforeMigration = {},
): Promise<number> {
  const found = await refuseNewer(db);
  if (found.version >= SCHEMA_VERSION) return found.version;
  if (found.version > 0) await prepare?.();
  await db.transaction(async (tx) => {
    // Another process may have migrated between the check and the lock.
    const { version } = await readVersion(tx);
    if (version === 0) await refuseNoStore(tx, hadStore);
    await tx.exec(CREATE_SCHEMA_TABLE);
    for (const migration of MIGRATIONS.filter(isDue(version, upTo))) {
      await tx.exec(migration.sql);
      await tx.run(INSERT_VERSION, {
        version: migration.version,
        minSafe: migration.minSafeVersion,
        nowMs,
      });
    }
    if (upTo === SCHEMA_VERSION) await avoidSecureDelete(tx);
  });
  return found.version;
}

function isDue(from: number, upTo: number): (migration: Migration) => boolean {
  return ({ version }) => version > from && version <= upTo;
}

/** Throws "store_newer" for a store that only a newer version may write. Returns its version. */
export async function refuseNewer(db: Database): Promise<{ readonly version: number }> {
  const found = await readVersion(db);
  if (found.minSafe > SCHEMA_VERSION)
    throw new MemoryError("store_newer", { needs: found.minSafe, have: SCHEMA_VERSION });
  return found;
}

/** Checks a file without Tacit's schema: it is either new, or must be rejected. */
async function refuseNoStore(tx: Database, hadStore: () => boolean): Promise<void> {
  const [foreign] = await tx.all<{ name: string }>(ANY_TABLE);
  if (foreign !== undefined) throw new MemoryError("store_foreign", { table: foreign.name });
  if (hadStore()) throw new MemoryError("store_emptied", {});
}

async function readVersion(db: Database): Promise<{ version: number; minSafe: number }> {
  if ((await db.get(HAS_SCHEMA_TABLE)) === undefined) return { version: 0, minSafe: 0 };
  const row = await db.get<VersionRow>(SELECT_VERSION);
  return { version: row?.version ?? 0, minSafe: row?.minSafe ?? 0 };
}
