/** Passages of past sessions and their full-text index. A passage is deleted with its session. */
import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { Passage, Speaker } from "../../domain/session/passage.ts";

const SELECT_DUE = /* sql */ `SELECT rid FROM session WHERE indexed_seq < next_seq ORDER BY rid DESC LIMIT :limit`;
/** Prompts of people only: a prompt to a subagent is a step within a turn. */
const PROMPTS = /* sql */ `SELECT seq, body FROM event WHERE session_rid = :rid AND kind = 'prompt' AND seq < :before
  AND json_extract(body, '$.agentId') IS NULL`;
const LAST_PROMPTS = /* sql */ `${PROMPTS} ORDER BY seq DESC LIMIT :limit`;
const SUBAGENT_TASKS = /* sql */ `SELECT json_extract(body, '$.agentId') AS id, json_extract(body, '$.text') AS task
  FROM event WHERE session_rid = :rid AND kind = 'prompt'
    AND CASE WHEN json_valid(body) THEN json_extract(body, '$.agentId') IS NOT NULL END ORDER BY seq DESC`;
const FIRST_PROMPT = /* sql */ `SELECT body FROM event WHERE session_rid = :rid AND kind = 'prompt' ORDER BY seq LIMIT 1`;
const DELETE_FROM = /* sql */ `DELETE FROM passage WHERE session_rid = :rid AND seq >= :fromSeq AND speaker <> 'summary'`;
const DELETE_SUMMARY = /* sql */ `DELETE FROM passage WHERE session_rid = :rid AND speaker = 'summary'`;
const INSERT = /* sql */ `INSERT INTO passage (id, session_rid, seq, speaker, context, content, identifiers, branch, at_ms, is_tainted)
  VALUES (:id, :rid, :seq, :speaker, :context, :content, :identifiers, :branch, :atMs, :isTainted) ON CONFLICT (id) DO NOTHING`;
const RETRACT = /* sql */ `UPDATE passage SET retracted_seq = :bySeq
  WHERE session_rid = :rid AND seq = :seq AND speaker = 'agent' AND retracted_seq IS NULL`;
const MARK_INDEXED = /* sql */ `UPDATE session SET indexed_seq = :upTo, tainted_seq = :taintedSeq WHERE rid = :rid`;

const SKIP_TO_END = /* sql */ `UPDATE session SET indexed_seq = next_seq WHERE rid = :rid`;

const REBUILD = /* sql */ `INSERT INTO passage_fts(passage_fts) VALUES ('rebuild')`;
const FORGET_PROGRESS = /* sql */ `UPDATE session SET indexed_seq = 0`;

const COLUMNS = /* sql */ `p.rid, p.id, s.project_id AS projectId, s.id AS session, s.agent, p.session_rid AS sessionRid, p.seq,
  p.speaker, p.context, p.content, p.identifiers, p.branch, p.at_ms AS atMs, p.retracted_seq IS NOT NULL AS isRetracted,
  p.is_tainted AS isTainted, p.scale, p.vector`;
const FROM = /* sql */ `FROM passage p JOIN session s ON s.rid = p.session_rid`;
const SELECT_BY_RIDS = /* sql */ `SELECT ${COLUMNS} ${FROM} WHERE p.rid IN (SELECT value FROM json_each(:rids))`;
const SELECT_BY_ID = /* sql */ `SELECT ${COLUMNS} ${FROM} WHERE p.id >= :id AND p.id < :id || 'g' LIMIT 2`;
const SELECT_SAID = /* sql */ `SELECT ${COLUMNS} ${FROM} WHERE p.session_rid = :sessionRid
  AND p.speaker IN ('user', 'agent') ORDER BY p.seq, p.rid`;
const SELECT_ANSWERED = /* sql */ `SELECT p.context, max(length(p.content)) AS length, p.session_rid AS sessionRid
  FROM passage p JOIN session s ON s.rid = p.session_rid
  WHERE s.project_id = :projectId AND p.speaker = 'agent' AND p.retracted_seq IS NULL
    AND p.context <> '' AND length(p.content) >= :minChars
  GROUP BY p.context ORDER BY min(p.is_tainted), length DESC, p.context LIMIT :limit`;
const SELECT_UNEMBEDDED = /* sql */ `SELECT ${COLUMNS} ${FROM} WHERE p.vector IS NULL LIMIT :limit`;
// A running turn may have been indexed again in the meantime, so that the same rid has another text.
const SAVE_VECTOR = /* sql */ `UPDATE passage SET scale = :scale, vector = :vector
  WHERE rid = :rid AND vector IS NULL AND context = :context AND content = :content`;
const SELECT_ORDER = /* sql */ `SELECT rid FROM passage WHERE session_rid = :sessionRid
  AND speaker IN ('user', 'agent') ORDER BY seq, rid`;
const COUNT_ALL = /* sql */ `SELECT coalesce(max(rid), 0) AS count FROM passage`;
// LIMIT stops counting a common term early: its exact frequency makes no difference beyond that.
const COUNT_MATCHES = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM passage_fts WHERE passage_fts MATCH :match LIMIT :maxCount)`;
const SEARCH = /* sql */ `WITH best AS MATERIALIZED (
    SELECT rowid AS rid, -bm25(passage_fts, :context, :content, :identifiers) AS score
    FROM passage_fts WHERE passage_fts MATCH :match ORDER BY score DESC, rowid LIMIT :pool)
  SELECT b.rid, (SELECT count(*) FROM best) AS seen FROM best b JOIN passage p ON p.rid = b.rid JOIN session s ON s.rid = p.session_rid
  WHERE (:anyProject = 1 OR s.project_id IS :projectId) AND p.at_ms >= :fromMs AND p.at_ms < :toMs
    AND (:unaskedIn IS NULL OR (s.id <> :unaskedIn AND p.speaker <> 'user' AND p.is_tainted = 0 AND p.retracted_seq IS NULL))
  ORDER BY b.score DESC, b.rid LIMIT :limit`;
const SELECT_FIXING = /* sql */ `SELECT ${COLUMNS} ${FROM}
  WHERE p.rid IN (SELECT rowid FROM passage_fts WHERE passage_fts MATCH :match) AND s.project_id = :projectId
    AND s.id <> :unaskedIn AND p.speaker = 'agent' AND p.is_tainted = 0 AND p.retracted_seq IS NULL
  ORDER BY p.at_ms DESC, p.rid DESC LIMIT 1`;

export interface NewPassage {
  readonly id: string;
  readonly seq: number;
  readonly speaker: Speaker;
  readonly context: string;
  readonly content: string;
  readonly identifiers: string;
  readonly branch: string | null;
  readonly atMs: number;
  readonly isTainted: boolean;
}

/** A passage with its position in the index. */
export interface StoredPassage extends Passage {
  readonly rid: number;
  readonly sessionRid: number;
  readonly identifiers: string;
  /** Int8 codes of the built-in encoder and their scale factor; null until they are computed. */
  readonly embedding: { readonly codes: Int8Array; readonly scale: number } | null;
}

interface Row extends Omit<StoredPassage, "isRetracted" | "isTainted" | "embedding"> {
  readonly isRetracted: number;
  readonly isTainted: number;
  readonly scale: number | null;
  readonly vector: Uint8Array | null;
}

function fromRow({ scale, vector, ...row }: Row): StoredPassage {
  const embedding =
    scale === null || vector === null ? null : { codes: Int8Array.from(vector), scale };
  return { ...row, embedding, isRetracted: row.isRetracted !== 0, isTainted: row.isTainted !== 0 };
}

/**
 * Rebuilds the full-text index. `isLost`: the passages are lost as well, and the next indexing run recreates them from the
 * events.
 */
export async function rebuildPassages(db: Database, isLost: boolean): Promise<void> {
  await db.run(REBUILD);
  if (isLost) await db.run(FORGET_PROGRESS);
}

/** Returns sessions with events that are not indexed yet, newest first. */
export async function listUnindexed(db: Database, limit: number): Promise<number[]> {
  return queryColumn<number>(db, SELECT_DUE, { limit });
}

export interface StoredPrompt {
  readonly seq: number;
  readonly text: string;
}

/** Returns at most `limit` prompts of people before an event, the last first. */
export async function listPromptsBefore(
  db: Database,
  rid: number,
  before: number,
  limit: number,
): Promise<StoredPrompt[]> {
  const rows = await db.all<{ seq: number; body: string }>(LAST_PROMPTS, { rid, before, limit });
  return rows.map(({ seq, body }) => ({ seq, text: textOf(body) }));
}

/** Returns the first prompt of a session, or "" if none exists yet. */
export async function firstPrompt(db: Database, rid: number): Promise<string> {
  const row = await db.get<{ body: string }>(FIRST_PROMPT, { rid });
  return row === undefined ? "" : textOf(row.body);
}

/** Returns the first task of each subagent of a session by the subagent's id. */
export async function listSubagentTasks(db: Database, rid: number): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; task: string }>(SUBAGENT_TASKS, { rid });
  return new Map(rows.map(({ id, task }) => [id, task]));
}

function textOf(body: string): string {
  return (JSON.parse(body) as { text: string }).text;
}

/** Skips a session whose events cannot be read, until new events arrive. */
export async function skipToEnd(db: Database, rid: number): Promise<void> {
  await db.run(SKIP_TO_END, { rid });
}

/**
 * Replaces the passages of a session from an event on and marks its events below `upTo` as indexed. `taintedSeq`: the first
 * event that introduced outside text; null for none.
 */
export async function replacePassages(
  db: Database,
  rid: number,
  { fromSeq, upTo, taintedSeq }: Indexed,
  passages: readonly NewPassage[],
): Promise<void> {
  await db.run(DELETE_FROM, { rid, fromSeq });
  for (const passage of passages) await insertPassage(db, rid, passage);
  await db.run(MARK_INDEXED, { rid, upTo, taintedSeq });
}

interface Indexed {
  readonly fromSeq: number;
  readonly upTo: number;
  readonly taintedSeq: number | null;
}

/** Replaces the summary of a session; null removes it. */
export async function saveSummary(
  db: Database,
  rid: number,
  summary: NewPassage | null,
): Promise<void> {
  await db.run(DELETE_SUMMARY, { rid });
  if (summary !== null) await insertPassage(db, rid, summary);
}

function insertPassage(db: Database, rid: number, passage: NewPassage) {
  return db.run(INSERT, { rid, ...passage, isTainted: passage.isTainted ? 1 : 0 });
}

/** Marks an agent's statement in one event as retracted by a later event. */
export async function retractPassage(
  db: Database,
  rid: number,
  seq: number,
  bySeq: number,
): Promise<void> {
  await db.run(RETRACT, { rid, seq, bySeq });
}

/** Returns an upper bound for the number of passages of all projects, used for the idf of a search. */
export async function countAllPassages(db: Database): Promise<number> {
  return queryNumber(db, COUNT_ALL);
}

/** Returns the number of passages that match a term, at most `maxCount`. `match` is an FTS5 expression. */
export async function countPassageMatches(
  db: Database,
  match: string,
  maxCount: number,
): Promise<number> {
  return queryNumber(db, COUNT_MATCHES, { match, maxCount });
}

export interface PassageFilter {
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  /** Milliseconds since 1970. Passages match at or after `fromMs` and before `toMs`. */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * The session that gets passages without having asked for them. It gets only untainted, unretracted statements of agents in
   * other sessions. Absent: every passage matches.
   */
  readonly unaskedIn?: string | undefined;
}

export interface PassageWeights {
  readonly context: number;
  readonly content: number;
  readonly identifiers: number;
}

/** Other projects' passages may fill the candidate pool: it holds this many times the requested number, then all. */
const POOL_FACTOR = 6;
const NO_LIMIT = -1;

/** Returns row ids, best BM25 score first. `match` is an FTS5 expression. */
export async function searchPassages(
  db: Database,
  match: string,
  weights: PassageWeights,
  filter: PassageFilter,
  limit: number,
): Promise<number[]> {
  const { anyProject, unaskedIn, ...bounds } = filter;
  const chosen = {
    ...bounds,
    anyProject: anyProject === true ? 1 : 0,
    unaskedIn: unaskedIn ?? null,
  };
  const params = { match, ...weights, ...chosen, limit };
  for (const pool of [limit * POOL_FACTOR, NO_LIMIT]) {
    const rows = await db.all<{ rid: number; seen: number }>(SEARCH, { ...params, pool });
    const [first] = rows;
    const isAll = pool === NO_LIMIT || (first !== undefined && first.seen < pool);
    if (isAll || rows.length >= limit) return rows.map(({ rid }) => rid);
  }
  return [];
}

/** Returns the newest statement of an agent in another session about a fix of a failure with one of these keys. */
export async function passageOfFix(
  db: Database,
  projectId: ProjectId,
  unaskedIn: string,
  keys: readonly string[],
): Promise<StoredPassage | undefined> {
  if (keys.length === 0) return undefined;
  const match = `identifiers : (${keys.map((key) => `"${key}"`).join(" OR ")})`;
  const row = await db.get<Row>(SELECT_FIXING, { match, projectId, unaskedIn });
  return row === undefined ? undefined : fromRow(row);
}

export async function passagesByRid(
  db: Database,
  rids: readonly number[],
): Promise<StoredPassage[]> {
  const rows = await db.all<Row>(SELECT_BY_RIDS, { rids: JSON.stringify(rids) });
  return rows.map(fromRow);
}

/** Returns the passages whose id starts with `id`. At most two, because more than one is ambiguous. */
export async function passagesById(db: Database, id: string): Promise<StoredPassage[]> {
  return (await db.all<Row>(SELECT_BY_ID, { id })).map(fromRow);
}

/**
 * Returns questions and reports of users that an agent answered with at least `minChars` characters: first those answered
 * before outside text was read, then those with the longest answers.
 */
export async function listAnsweredQuestions(
  db: Database,
  projectId: ProjectId,
  minChars: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ context: string }>(SELECT_ANSWERED, { projectId, minChars, limit });
  return rows.map(({ context }) => context);
}

export async function listUnembedded(db: Database, limit: number): Promise<StoredPassage[]> {
  return (await db.all<Row>(SELECT_UNEMBEDDED, { limit })).map(fromRow);
}

/** Stores the vector of a passage, unless its text has changed. */
export async function saveEmbedding(
  db: Database,
  { rid, context, content }: StoredPassage,
  { codes, scale }: { readonly codes: Int8Array; readonly scale: number },
): Promise<void> {
  const vector = new Uint8Array(codes.buffer);
  await db.run(SAVE_VECTOR, { rid, context, content, scale, vector });
}

/** Returns the row ids of what users and the main agent said in a session, in order. */
export async function passageOrder(db: Database, sessionRid: number): Promise<number[]> {
  return queryColumn<number>(db, SELECT_ORDER, { sessionRid });
}

/** Returns what users and the main agent said in a session, in order. */
export async function passagesOfSession(
  db: Database,
  sessionRid: number,
): Promise<StoredPassage[]> {
  return (await db.all<Row>(SELECT_SAID, { sessionRid })).map(fromRow);
}

/**
 * Returns the passages around a passage of its session in order, itself included: at most `around` on each side. Empty for a
 * subagent's passage and for a summary, which have no place in that order.
 */
export async function passagesAround(
  db: Database,
  { id, sessionRid }: StoredPassage,
  around: number,
): Promise<StoredPassage[]> {
  const rows = await passagesOfSession(db, sessionRid);
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? [] : rows.slice(Math.max(0, at - around), at + around + 1);
}
