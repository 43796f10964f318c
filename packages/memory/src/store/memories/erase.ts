/**
 * Forgets memories in the tables: deletes the row with all dependent rows, and removes its words from other rows that repeat
 * them. A tombstone for every wording it had stays, so that none is learned again.
 */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { beginsWithWords } from "../../domain/text/statement-finder.ts";
import { appendOp, eraseOps } from "../ops.ts";
import { clearQueryVectors } from "../query-vectors.ts";
import { changeMemory, dedupeKey, getMemories, listVersions } from "./memories.ts";
import { scrubErrors, scrubStatements } from "./scrub.ts";

const INSERT_TOMBSTONE = /* sql */ `INSERT INTO tombstone (memory_id, project_id, external_id, dedupe_key, at_ms)
  VALUES (:id, :projectId, :externalId, :key, :nowMs) ON CONFLICT DO NOTHING`;
const SELECT_TOMBSTONE = /* sql */ `SELECT max(at_ms) AS atMs FROM tombstone
  WHERE dedupe_key = :key AND (project_id IS :projectId OR project_id IS NULL)`;
const SELECT_TOMBSTONE_OF = /* sql */ `SELECT EXISTS (SELECT 1 FROM tombstone WHERE memory_id = :id
    OR dedupe_key = :key AND (project_id IS :projectId OR project_id IS NULL) AND at_ms >= :createdAtMs) AS found`;
const SELECT_TOMBSTONES = /* sql */ `SELECT external_id AS externalId, dedupe_key AS key FROM tombstone
  WHERE (project_id IS :projectId OR project_id IS NULL)
    AND (dedupe_key IN (SELECT value FROM json_each(:keys)) OR external_id IN (SELECT value FROM json_each(:externalIds)))`;
const SELECT_FORGOTTEN_IDS = /* sql */ `SELECT DISTINCT memory_id AS id FROM tombstone
  WHERE memory_id IN (SELECT value FROM json_each(:ids))`;
const SELECT_SUPERSEDED = /* sql */ `SELECT id FROM memory WHERE superseded_by IN (SELECT value FROM json_each(:ids))`;
const SELECT_CANDIDATES = /* sql */ `SELECT subject, body FROM candidate WHERE memory_id = :id`;
const DELETE_CANDIDATES = /* sql */ `DELETE FROM candidate WHERE memory_id = :id`;
/** Leaves the ids shown in full lately, without any text, so that a running session learns that the memory is gone. */
const DELETE_INJECTIONS = /* sql */ `DELETE FROM injection WHERE memory_id = :id
  AND (pointed_as IS NOT NULL OR point = 'own_write' OR at_ms < :sinceMs)`;
const DELETE_MEMORY = /* sql */ `DELETE FROM memory WHERE id = :id`;

/** Deletes a memory physically; `scrubFile` must run afterwards to remove the old bytes from the file. */
export async function eraseMemory(db: Database, memory: Memory, moment: Moment): Promise<void> {
  await eraseMemories(db, [memory], moment);
}

/** What was forgotten, in every wording it had. */
export interface ForgottenWords {
  readonly statements: ReadonlySet<string>;
  readonly fingerprints: ReadonlySet<string>;
}

/**
 * Erases all of the memories or none: first the rows, then their words in other rows. `also`: memories that this database may
 * not contain, such as in a backup from before they were learned.
 */
export async function eraseMemories(
  db: Database,
  memories: readonly Memory[],
  moment: Moment,
  also: ForgottenWords = NO_WORDS,
): Promise<ForgottenWords> {
  const statements = new Set(also.statements);
  const fingerprints = new Set(also.fingerprints);
  if (memories.length + statements.size + fingerprints.size === 0) return NO_WORDS;
  await db.transaction(async (tx) => {
    await setAsideSuperseded(tx, memories, moment);
    for (const memory of memories) {
      const wording = await wordings(tx, memory);
      for (const statement of wording.statements) statements.add(statement);
      for (const fingerprint of wording.fingerprints) fingerprints.add(fingerprint);
      await eraseRow(tx, memory, wording, moment);
    }
    await clearQueryVectors(tx);
    await scrubStatements(tx, statements, moment);
    await scrubErrors(tx, fingerprints);
  });
  return { statements, fingerprints };
}

const NO_WORDS: ForgottenWords = { statements: new Set(), fingerprints: new Set() };

/** No session is expected to run longer. */
const RUNNING_MS = 24 * 3_600_000;

async function eraseRow(
  db: Database,
  { id, projectId, externalId }: Memory,
  { contents, subjects }: Wordings,
  moment: Moment,
): Promise<void> {
  for (const text of [...contents, ...subjects.map(aboutSubject)]) {
    const tombstone = { id, projectId, externalId, key: dedupeKey(text), nowMs: moment.nowMs };
    await db.run(INSERT_TOMBSTONE, tombstone);
  }
  await db.run(DELETE_CANDIDATES, { id });
  await db.run(DELETE_INJECTIONS, { id, sinceMs: moment.nowMs - RUNNING_MS });
  await db.run(DELETE_MEMORY, { id });
  await eraseOps(db, id);
  await appendOp(db, { entity: "memory", entityId: id, action: "forget", body: null }, moment);
}

/** Returns when the user forgot this exact statement, here or for every project; null if never. */
export async function forgottenAtMs(
  db: Database,
  projectId: ProjectId | null,
  content: string,
): Promise<number | null> {
  const params = { key: dedupeKey(content), projectId };
  return (await db.get<{ atMs: number | null }>(SELECT_TOMBSTONE, params))?.atMs ?? null;
}

/** Whether this memory was forgotten, or a memory with the same text was forgotten after this one was made. */
export async function isMemoryForgotten(
  db: Database,
  {
    id,
    projectId,
    content,
    createdAtMs,
  }: Pick<Memory, "id" | "projectId" | "content" | "createdAtMs">,
): Promise<boolean> {
  const params = { id, projectId, key: dedupeKey(content), createdAtMs };
  return (await db.get<{ found: number }>(SELECT_TOMBSTONE_OF, params))?.found === 1;
}

/** Returns which of these memories were forgotten. */
export async function forgottenIds(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReadonlySet<MemoryId>> {
  const params = { ids: JSON.stringify(ids) };
  return new Set(await queryColumn<MemoryId>(db, SELECT_FORGOTTEN_IDS, params));
}

/** Returns which of these statements the user had forgotten, by these words or by this external id. */
export async function forgottenAmong(
  db: Database,
  projectId: ProjectId,
  statements: readonly Stated[],
): Promise<(statement: Stated) => boolean> {
  const rows = await db.all<{ externalId: string | null; key: string }>(SELECT_TOMBSTONES, {
    projectId,
    keys: JSON.stringify(statements.map(({ content }) => dedupeKey(content))),
    externalIds: JSON.stringify(statements.map(({ externalId }) => externalId)),
  });
  const keys = new Set(rows.map(({ key }) => key));
  const externalIds = new Set(rows.map(({ externalId }) => externalId));
  return ({ content, externalId }) => externalIds.has(externalId) || keys.has(dedupeKey(content));
}

interface Stated {
  readonly externalId: string;
  readonly content: string;
}

/** Whether the subject of this candidate was forgotten as a memory: a new count has other numbers but the same subject. */
export async function isSubjectForgotten(
  db: Database,
  { projectId, subject }: { readonly projectId: ProjectId; readonly subject: string },
): Promise<boolean> {
  return (await forgottenAtMs(db, projectId, aboutSubject(subject))) !== null;
}

/** Returns the marker stored instead of a statement. Only a hash is stored, because a subject may repeat the words. */
function aboutSubject(subject: string): string {
  return `subject ${subject}`;
}

interface Wordings {
  readonly contents: ReadonlySet<string>;
  /** Subjects of its candidates. */
  readonly subjects: readonly string[];
  /** Its contents, and the titles it was given explicitly. */
  readonly statements: readonly string[];
  readonly fingerprints: readonly string[];
}

/** Returns the wordings of a memory: current, before each change, and as proposed. */
async function wordings(db: Database, memory: Memory): Promise<Wordings> {
  const versions = await listVersions(db, memory.id);
  const rows = await db.all<{ subject: string; body: string }>(SELECT_CANDIDATES, {
    id: memory.id,
  });
  const proposed = rows.map(({ body }) => JSON.parse(body) as { content: string });
  const forms = [memory, ...versions.map((version) => version.before)];
  const contents = new Set([...forms, ...proposed].map(({ content }) => content));
  return {
    contents,
    subjects: rows.map(({ subject }) => subject),
    statements: isSummary(memory)
      ? []
      : [...contents, ...forms.filter(isTitled).map(({ title }) => title)],
    fingerprints: forms.flatMap(({ errorFingerprint }) => errorFingerprint ?? []),
  };
}

/** A summary of a session states nothing of its own; that of another project in which the session worked may have the same words. */
function isSummary({ type }: Memory): boolean {
  return type === "handoff" || type === "digest";
}

/** Whether the title differs from the beginning of the content and has more words than a name. */
function isTitled({ title, content }: Memory): boolean {
  return title.trim().split(/\s+/).length > 2 && !beginsWithWords(content, title);
}

/** Archives the memories they had replaced: these were wrong and must not become active again. */
async function setAsideSuperseded(
  db: Database,
  memories: readonly Memory[],
  moment: Moment,
): Promise<void> {
  const gone = new Set(memories.map(({ id }) => id));
  const superseded = await queryColumn<MemoryId>(db, SELECT_SUPERSEDED, {
    ids: JSON.stringify([...gone]),
  });
  const left = superseded.filter((id) => !gone.has(id));
  for (const memory of await getMemories(db, left)) {
    const after: Memory = { ...memory, supersededBy: null, state: "archived" };
    await changeMemory(db, memory, after, "its replacement was forgotten", moment);
  }
}
