/**
 * Forgetting, as the tables see it: the row goes with all that hangs on it, and its words go wherever other
 * rows repeat them. What stays is a tombstone for every wording it had, so that none is learned again.
 */
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { identifierColumn } from "../domain/text.ts";
import type { Database } from "./drivers/driver.ts";
import { changeMemory, dedupeKey, getMemories, listVersions } from "./memories.ts";
import { appendOp, eraseOps } from "./ops.ts";
import { clearQueryVectors } from "./query-vectors.ts";

const INSERT_TOMBSTONE = /* sql */ `INSERT INTO tombstone (memory_id, project_id, external_id, dedupe_key, at_ms)
  VALUES (:id, :projectId, :externalId, :key, :nowMs) ON CONFLICT DO NOTHING`;
const SELECT_TOMBSTONE = /* sql */ `SELECT max(at_ms) AS atMs FROM tombstone
  WHERE dedupe_key = :key AND (project_id IS :projectId OR project_id IS NULL)`;
const SELECT_TOMBSTONES = /* sql */ `SELECT external_id AS externalId, dedupe_key AS key FROM tombstone
  WHERE (project_id IS :projectId OR project_id IS NULL)
    AND (dedupe_key IN (SELECT value FROM json_each(:keys)) OR external_id IN (SELECT value FROM json_each(:externalIds)))`;
const SELECT_SUPERSEDED = /* sql */ `SELECT id FROM memory WHERE superseded_by = :id`;
const SELECT_CANDIDATES = /* sql */ `SELECT subject, body FROM candidate WHERE memory_id = :id`;
const DELETE_CANDIDATES = /* sql */ `DELETE FROM candidate WHERE memory_id = :id OR instr(body, :escaped) > 0`;
const DELETE_INJECTIONS = /* sql */ `DELETE FROM injection WHERE memory_id = :id`;
const DELETE_MEMORY = /* sql */ `DELETE FROM memory WHERE id = :id`;

const FIND_EVENTS = /* sql */ `SELECT session_rid AS rid, seq, body AS text FROM event WHERE instr(lower(body), :probe) > 0`;
const UPDATE_EVENT = /* sql */ `UPDATE event SET body = :text WHERE session_rid = :rid AND seq = :seq`;
const FIND_VISITS = /* sql */ `SELECT session_rid AS rid, module, body AS text FROM module_visit WHERE instr(lower(body), :probe) > 0`;
const UPDATE_VISIT = /* sql */ `UPDATE module_visit SET body = :text WHERE session_rid = :rid AND module = :module`;
const FIND_ACTIONS = /* sql */ `SELECT session_rid AS rid, actions AS text FROM session_digest
  WHERE instr(lower(actions), :probe) > 0`;
const CLEAR_ACTIONS = /* sql */ `UPDATE session_digest SET actions = '[]' WHERE session_rid = :rid`;
const FIND_TASKS = /* sql */ `SELECT rid, task AS text FROM session WHERE instr(lower(task), :probe) > 0`;
const UPDATE_TASK = /* sql */ `UPDATE session SET task = :text WHERE rid = :rid`;
const FIND_VERSIONS = /* sql */ `SELECT memory_id AS id, version, before AS text FROM memory_version
  WHERE instr(lower(before), :probe) > 0`;
const DELETE_VERSION = /* sql */ `DELETE FROM memory_version WHERE memory_id = :id AND version = :version`;
const FIND_OPS = /* sql */ `SELECT seq, body AS text FROM op WHERE instr(lower(body), :probe) > 0`;
const ERASE_OP = /* sql */ `UPDATE op SET body = NULL WHERE seq = :seq`;
const FIND_PASSAGES = /* sql */ `SELECT rid, content, context FROM passage
  WHERE instr(lower(content), :probe) > 0 OR instr(lower(context), :probe) > 0`;
const UPDATE_PASSAGE = /* sql */ `UPDATE passage SET content = :content, context = :context, identifiers = :identifiers WHERE rid = :rid`;
const FIND_GAPS = /* sql */ `SELECT gid, query AS text FROM gap WHERE instr(lower(query), :probe) > 0`;
const DELETE_GAP = /* sql */ `DELETE FROM gap WHERE gid = :gid`;
const FIND_HANDOFFS = /* sql */ `SELECT id FROM memory WHERE type = 'handoff' AND id <> :id
  AND (instr(lower(content), :probe) > 0 OR instr(lower(payload), :probe) > 0)`;

const GAP = "[forgotten]";
/** Longer texts are looked for as they stand, not word by word. */
const MAX_WORDS = 400;
/** Less is no statement, and would tear holes into what others said. */
const MIN_CHARS = 10;

/** Physical; only `scrubFile` afterwards takes the old bytes out of the file. */
export async function eraseMemory(db: Database, memory: Memory, moment: Moment): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, projectId, externalId } = memory;
    const contents = await wordings(tx, memory);
    for (const content of contents) {
      const key = dedupeKey(content);
      await tx.run(INSERT_TOMBSTONE, { id, projectId, externalId, key, nowMs: moment.nowMs });
    }
    for (const { subject } of await tx.all<{ subject: string }>(SELECT_CANDIDATES, { id })) {
      const key = dedupeKey(aboutSubject(subject));
      await tx.run(INSERT_TOMBSTONE, { id, projectId, externalId, key, nowMs: moment.nowMs });
    }
    await setAsideSuperseded(tx, id, moment);
    for (const content of contents) {
      await tx.run(DELETE_CANDIDATES, { id, escaped: JSON.stringify(content).slice(1, -1) });
    }
    await tx.run(DELETE_INJECTIONS, { id });
    await clearQueryVectors(tx);
    await tx.run(DELETE_MEMORY, { id });
    await eraseOps(tx, id);
    for (const content of contents) await scrub(tx, id, content, moment);
    await appendOp(tx, { entity: "memory", entityId: id, action: "forget", body: null }, moment);
  });
}

/** When the user had this very statement forgotten, here or for every project; null if never. */
export async function forgottenAtMs(
  db: Database,
  projectId: ProjectId | null,
  content: string,
): Promise<number | null> {
  const params = { key: dedupeKey(content), projectId };
  return (await db.get<{ atMs: number | null }>(SELECT_TOMBSTONE, params))?.atMs ?? null;
}

/** Tells of these statements which ones the user had forgotten, in these words or under this external id. */
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

/** Whether what this candidate is about was forgotten as a memory: counted again, it has other numbers and the same matter. */
export async function isSubjectForgotten(
  db: Database,
  { projectId, subject }: { readonly projectId: ProjectId; readonly subject: string },
): Promise<boolean> {
  return (await forgottenAtMs(db, projectId, aboutSubject(subject))) !== null;
}

/** In place of a statement. Only its hash is kept: a subject may repeat the words. */
function aboutSubject(subject: string): string {
  return `subject ${subject}`;
}

/** As it stands, as it stood before each change, and as it was proposed. */
async function wordings(db: Database, memory: Memory): Promise<string[]> {
  const versions = await listVersions(db, memory.id);
  const proposed = await db.all<{ body: string }>(SELECT_CANDIDATES, { id: memory.id });
  return [
    ...new Set([
      memory.content,
      ...versions.map((version) => version.before.content),
      ...proposed.map(({ body }) => (JSON.parse(body) as { content: string }).content),
    ]),
  ];
}

/** What it had replaced was wrong, and does not come back by itself now that it is gone. */
async function setAsideSuperseded(db: Database, id: MemoryId, moment: Moment): Promise<void> {
  const rows = await db.all<{ id: MemoryId }>(SELECT_SUPERSEDED, { id });
  const ids = rows.map((row) => row.id);
  for (const memory of await getMemories(db, ids)) {
    const after: Memory = { ...memory, supersededBy: null, state: "archived" };
    await changeMemory(db, memory, after, "its replacement was forgotten", moment);
  }
}

async function scrub(db: Database, id: MemoryId, content: string, moment: Moment): Promise<void> {
  const pattern = patternOf(content);
  if (pattern === null) return;
  for (const probe of probesOf(content)) await scrubWhere(db, id, { pattern, probe }, moment);
}

interface Wanted {
  readonly pattern: RegExp;
  /** Rows without it are not read. */
  readonly probe: string;
}

async function scrubWhere(
  db: Database,
  id: MemoryId,
  { pattern, probe }: Wanted,
  moment: Moment,
): Promise<void> {
  for (const row of await db.all<{ id: MemoryId }>(FIND_HANDOFFS, { id, probe })) {
    await scrubHandoff(db, row.id, pattern, moment);
  }
  for (const { text, ...key } of await db.all<EventRow>(FIND_EVENTS, { probe })) {
    const left = scrubJson(text, pattern);
    if (left !== text) await db.run(UPDATE_EVENT, { ...key, text: left });
  }
  await scrubVisits(db, probe, pattern);
  await scrubPassages(db, probe, pattern);
  for (const { text, rid } of await db.all<{ rid: number; text: string }>(FIND_TASKS, { probe })) {
    const left = text.replace(pattern, GAP);
    if (left !== text) await db.run(UPDATE_TASK, { rid, text: left });
  }
  for (const { text, ...key } of await db.all<VersionRow>(FIND_VERSIONS, { probe })) {
    if (scrubJson(text, pattern) !== text) await db.run(DELETE_VERSION, key);
  }
  await scrubGaps(db, pattern, probe);
  for (const { text, seq } of await db.all<{ seq: number; text: string }>(FIND_OPS, { probe })) {
    if (scrubJson(text, pattern) !== text) await db.run(ERASE_OP, { seq });
  }
}

async function scrubPassages(db: Database, probe: string, pattern: RegExp): Promise<void> {
  for (const { rid, ...said } of await db.all<PassageRow>(FIND_PASSAGES, { probe })) {
    const content = said.content.replace(pattern, GAP);
    const context = said.context.replace(pattern, GAP);
    if (content === said.content && context === said.context) continue;
    await db.run(UPDATE_PASSAGE, { rid, content, context, identifiers: identifierColumn(content) });
  }
}

/** A question is not cut: what is left of it would be another one. */
async function scrubGaps(db: Database, pattern: RegExp, probe: string): Promise<void> {
  for (const { text, gid } of await db.all<{ gid: number; text: string }>(FIND_GAPS, { probe })) {
    if (text.replace(pattern, GAP) !== text) await db.run(DELETE_GAP, { gid });
  }
}

/** What sessions met, as it was counted. */
async function scrubVisits(db: Database, probe: string, pattern: RegExp): Promise<void> {
  for (const { text, ...key } of await db.all<VisitRow>(FIND_VISITS, { probe })) {
    const left = scrubJson(text, pattern);
    if (left !== text) await db.run(UPDATE_VISIT, { ...key, text: left });
  }
  // A step that is cut would be counted as another one.
  for (const { text, rid } of await db.all<{ rid: number; text: string }>(FIND_ACTIONS, { probe }))
    if (scrubJson(text, pattern) !== text) await db.run(CLEAR_ACTIONS, { rid });
}

type EventRow = { readonly rid: number; readonly seq: number; readonly text: string };
type VisitRow = { readonly rid: number; readonly module: string; readonly text: string };
type PassageRow = { readonly rid: number; readonly content: string; readonly context: string };
type VersionRow = { readonly id: MemoryId; readonly version: number; readonly text: string };

/** A session's goal is often the very sentence that taught the memory. */
async function scrubHandoff(
  db: Database,
  id: MemoryId,
  pattern: RegExp,
  moment: Moment,
): Promise<void> {
  const [handoff] = await getMemories(db, [id]);
  if (handoff === undefined) return;
  const { title, content, payload } = handoff;
  const left = scrubDeep({ title, content, payload }, pattern) as typeof handoff;
  if (JSON.stringify(left) === JSON.stringify({ title, content, payload })) return;
  await changeMemory(db, handoff, { ...handoff, ...left }, "forgotten in part", moment);
}

function scrubJson(json: string, pattern: RegExp): string {
  return JSON.stringify(scrubDeep(JSON.parse(json), pattern));
}

function scrubDeep(value: unknown, pattern: RegExp): unknown {
  if (typeof value === "string") return value.replace(pattern, GAP);
  if (Array.isArray(value)) return value.map((one) => scrubDeep(one, pattern));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, scrubDeep(one, pattern)]),
  );
}

/** Of scripts that are written without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The content's words in their order, whatever their case and what stands between them. */
function patternOf(content: string): RegExp | null {
  const found = content.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const isOneWord = found.length < 2 && !UNSPACED.test(content);
  if (isOneWord || found.length === 0 || content.trim().length < MIN_CHARS) return null;
  if (found.length > MAX_WORDS) {
    return new RegExp(content.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gu");
  }
  // Where words are not set apart, nothing need stand before the first and after the last.
  const before = UNSPACED.test(found[0]?.slice(0, 2) ?? "") ? "" : "(?<![\\p{L}\\p{N}_])";
  const after = UNSPACED.test(found.at(-1)?.slice(-2) ?? "") ? "" : "(?![\\p{L}\\p{N}_])";
  return new RegExp(`${before}${found.join("[^\\p{L}\\p{N}_]+")}${after}`, "giu");
}

/**
 * Each row that may repeat it has one of these: the longest plain word, in lower case as SQLite's lower() makes it. That
 * leaves other letters as they are: of those, the longest word without its first, which is often a capital, in either case.
 */
function probesOf(content: string): string[] {
  const plain = longestOf(content.match(/[A-Za-z0-9_]+/g));
  if (plain !== "") return [plain.toLowerCase()];
  const [first = "", ...rest] = longestOf(content.match(/[\p{L}\p{N}]+/gu));
  const end = rest.join("") || first;
  return [...new Set([end, end.toLowerCase(), end.toUpperCase()])].filter((one) => one !== "");
}

function longestOf(words: readonly string[] | null): string {
  return (words ?? []).reduce((a, b) => (b.length > a.length ? b : a), "");
}
