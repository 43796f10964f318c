/**
 * The memory table: insert, change (storing the previous version), and simple look-ups. A change names the version it is
 * based on; the row count resolves races.
 */
import { createHash } from "node:crypto";
import type { Database } from "@tacit-memory/sqlite";
import { hasPinRequest } from "../../domain/changes/asked-for.ts";
import { MemoryError } from "../../domain/errors.ts";
import { idEnding, isIdLike, type MemoryId, type ProjectId } from "../../domain/ids.ts";
import { isStepAllowed } from "../../domain/lifecycle.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { normaliseText } from "../../domain/text/text.ts";
import { appendOp } from "../ops.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory, toParams } from "./memory-row.ts";
import { notePinRequest } from "./review-entries.ts";

const INSERT = /* sql */ `INSERT INTO memory (id, project_id, external_id, type, title, content, payload, scope,
    scope_owner, visibility, state, standing, confidence, source, agent, branch, commit_sha, is_staged, files,
    symbols, tags, identifiers, triggers, error_fingerprint, invalid_when, sessions, evidence, is_pinned, needs_review, is_tainted,
    is_disputed, superseded_by, valid_from_ms, valid_to_ms, observation_count, useful_count, created_at_ms, updated_at_ms,
    confirmed_at_ms, archived_at_ms, version, dedupe_key)
  VALUES (:id, :projectId, :externalId, :type, :title, :content, :payload, :scope, :scopeOwner, :visibility,
    :state, :standing, :confidence, :source, :agent, :branch, :commitSha, :isStaged, :files, :symbols, :tags,
    :identifiers, :triggers, :errorFingerprint, :invalidWhen, :sessions, :evidence, :isPinned, :needsReview, :isTainted,
    :isDisputed, :supersededBy, :validFromMs, :validToMs, :observationCount, :usefulCount, :createdAtMs, :updatedAtMs, :confirmedAtMs,
    :archivedAtMs, :version, :dedupeKey)`;
const UPDATE = /* sql */ `UPDATE memory SET project_id = :projectId, external_id = :externalId, type = :type,
    title = :title, content = :content, payload = :payload, scope = :scope, scope_owner = :scopeOwner,
    visibility = :visibility, state = :state, standing = :standing, confidence = :confidence,
    source = :source, agent = :agent, branch = :branch, commit_sha = :commitSha, is_staged = :isStaged, files = :files,
    symbols = :symbols, tags = :tags, identifiers = :identifiers, triggers = :triggers,
    error_fingerprint = :errorFingerprint, invalid_when = :invalidWhen, sessions = :sessions, evidence = :evidence,
    is_pinned = :isPinned, needs_review = :needsReview, is_tainted = :isTainted,
    is_disputed = :isDisputed, superseded_by = :supersededBy, valid_from_ms = :validFromMs, valid_to_ms = :validToMs, observation_count = :observationCount,
    useful_count = :usefulCount, created_at_ms = :createdAtMs, updated_at_ms = :updatedAtMs,
    confirmed_at_ms = :confirmedAtMs, archived_at_ms = :archivedAtMs, version = :version,
    dedupe_key = :dedupeKey
  WHERE id = :id AND version = :version - 1`;
const SELECT_BY_ID = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m WHERE m.id = :id`;
const SELECT_BY_ENDING = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m WHERE m.id LIKE '%' || :ending LIMIT 2`;
const SELECT_MANY = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE m.id IN (SELECT value FROM json_each(:ids))`;
const SELECT_BY_KEY = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE m.dedupe_key = :key AND m.type <> 'handoff' AND (m.project_id IS :projectId OR m.project_id IS NULL)
  ORDER BY m.superseded_by IS NOT NULL, m.state <> 'active', m.rid LIMIT 1`;
const SELECT_BY_EXTERNAL = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m
  WHERE ifnull(m.project_id, '') = ifnull(:projectId, '') AND m.external_id = :externalId`;
const INSERT_VERSION = /* sql */ `INSERT INTO memory_version (memory_id, version, change, before, at_ms)
  VALUES (:id, :version, :change, :before, :nowMs)`;
const SELECT_VERSIONS = /* sql */ `SELECT version, change, before, at_ms AS atMs FROM memory_version
  WHERE memory_id = :id ORDER BY version`;
const DELETE_FILES = /* sql */ `DELETE FROM memory_file WHERE memory_rid = (SELECT rid FROM memory WHERE id = :id)`;
const INSERT_FILES = /* sql */ `INSERT OR IGNORE INTO memory_file (memory_rid, path)
  SELECT (SELECT rid FROM memory WHERE id = :id), value FROM json_each(:paths)`;
const DELETE_TAGS = /* sql */ `DELETE FROM memory_tag WHERE memory_rid = (SELECT rid FROM memory WHERE id = :id)`;
const INSERT_TAGS = /* sql */ `INSERT OR IGNORE INTO memory_tag (memory_rid, tag)
  SELECT (SELECT rid FROM memory WHERE id = :id), value FROM json_each(:tags)`;

/** Returns the key of a statement. v1: sha256 of type-independent normalised content; equal keys mean the same statement. */
export function dedupeKey(content: string): string {
  return `v1:${createHash("sha256").update(normaliseText(content)).digest("hex").slice(0, 32)}`;
}

/** Inserts a memory inside the caller's transaction. */
export async function insertMemory(db: Database, memory: Memory, moment: Moment): Promise<void> {
  await db.run(INSERT, toParams(memory, dedupeKey(memory.content)));
  await writeLists(db, memory);
  await appendOp(
    db,
    { entity: "memory", entityId: memory.id, action: "insert", body: memory },
    moment,
  );
}

/**
 * Replaces `before` by `after` and stores `before` as a version. Throws "transition_forbidden" for a transition the lifecycle
 * does not list, "store_busy" when the row was changed in between.
 */
export async function changeMemory(
  db: Database,
  before: Memory,
  after: Memory,
  change: string,
  moment: Moment,
): Promise<Memory> {
  if (!isStepAllowed(before.state, after.state)) {
    throw new MemoryError("transition_forbidden", {
      id: before.id,
      from: before.state,
      to: after.state,
    });
  }
  const next: Memory = { ...after, version: before.version + 1, updatedAtMs: moment.nowMs };
  return db.transaction(async (tx) => {
    const { changes } = await tx.run(UPDATE, toParams(next, dedupeKey(next.content)));
    if (changes === 0)
      throw new MemoryError("store_busy", { id: before.id, reason: "changed meanwhile" });
    await tx.run(INSERT_VERSION, {
      id: before.id,
      version: before.version,
      change,
      before: JSON.stringify(before),
      nowMs: moment.nowMs,
    });
    await writeLists(tx, next);
    if (hasPinRequest(before) !== hasPinRequest(next)) await notePinRequest(tx, next, moment.nowMs);
    await appendOp(
      tx,
      { entity: "memory", entityId: next.id, action: "change", body: changed(before, next) },
      moment,
    );
    return next;
  });
}

async function writeLists(db: Database, memory: Memory): Promise<void> {
  const { id } = memory;
  await db.run(DELETE_FILES, { id });
  await db.run(DELETE_TAGS, { id });
  if (memory.files.length > 0)
    await db.run(INSERT_FILES, { id, paths: JSON.stringify(memory.files) });
  if (memory.tags.length > 0) await db.run(INSERT_TAGS, { id, tags: JSON.stringify(memory.tags) });
}

function changed(before: Memory, after: Memory): Record<string, unknown> {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name)),
    ),
  );
}

/** Returns a memory by its whole id or its last digits. Throws "id_malformed", "id_ambiguous", "memory_not_found". */
export async function getMemory(db: Database, idOrEnding: string): Promise<Memory> {
  const wanted = idEnding(idOrEnding);
  if (!isIdLike(wanted)) throw new MemoryError("id_malformed", { id: idOrEnding });
  const rows =
    wanted.length === 36
      ? await db.all<MemoryRow>(SELECT_BY_ID, { id: wanted })
      : await db.all<MemoryRow>(SELECT_BY_ENDING, { ending: wanted });
  if (rows.length > 1) throw new MemoryError("id_ambiguous", { id: wanted });
  const [row] = rows;
  if (row === undefined) throw new MemoryError("memory_not_found", { id: wanted });
  return toMemory(row);
}

/** Returns the memories, unordered; unknown ids are left out. */
export async function getMemories(db: Database, ids: readonly MemoryId[]): Promise<Memory[]> {
  if (ids.length === 0) return [];
  return (await db.all<MemoryRow>(SELECT_MANY, { ids: JSON.stringify(ids) })).map(toMemory);
}

/** Returns the memories by their ids; unknown ids are left out. */
export async function memoriesById(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, Memory>> {
  return new Map((await getMemories(db, ids)).map((memory) => [memory.id, memory]));
}

/** Returns the memories in the order of the ids; unknown ids are left out. */
export async function getMemoriesInOrder(
  db: Database,
  ids: readonly MemoryId[],
): Promise<Memory[]> {
  const found = await memoriesById(db, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * Returns the memory with exactly this statement, in this project or globally; an active one before an archived one. A
 * handoff repeats what was said and never counts as a duplicate.
 */
export async function findExact(
  db: Database,
  projectId: ProjectId | null,
  content: string,
): Promise<Memory | null> {
  const row = await db.get<MemoryRow>(SELECT_BY_KEY, { key: dedupeKey(content), projectId });
  return row ? toMemory(row) : null;
}

export async function findExternal(
  db: Database,
  projectId: ProjectId | null,
  externalId: string,
): Promise<Memory | null> {
  const row = await db.get<MemoryRow>(SELECT_BY_EXTERNAL, { projectId, externalId });
  return row ? toMemory(row) : null;
}

export interface Version {
  readonly version: number;
  readonly change: string;
  readonly before: Memory;
  readonly atMs: number;
}

const ADDED_FIELDS = { invalidWhen: [], isStaged: false, validFromMs: null, validToMs: null };

/** Returns the earlier versions of a memory, oldest first. */
export async function listVersions(db: Database, id: MemoryId): Promise<Version[]> {
  const rows = await db.all<{ version: number; change: string; before: string; atMs: number }>(
    SELECT_VERSIONS,
    { id },
  );
  // Versions written before schema 4 have no conditions, before 6 no stages, before 7 no validity.
  type OldVersion = Omit<Memory, keyof typeof ADDED_FIELDS>;
  return rows.map((row) => ({
    ...row,
    before: { ...ADDED_FIELDS, ...(JSON.parse(row.before) as OldVersion) },
  }));
}
