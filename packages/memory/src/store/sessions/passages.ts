/** Passages of past sessions and their full-text index. A passage goes with its session. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { Passage, Speaker } from "../../domain/session/passage.ts";

const SELECT_DUE = /* sql */ `SELECT rid FROM session WHERE indexed_seq < next_seq ORDER BY rid DESC LIMIT :limit`;
/** Of people; what a subagent is asked is a step within a turn. */
const PROMPTS = /* sql */ `SELECT seq, body FROM event WHERE session_rid = :rid AND kind = 'prompt' AND seq < :before
  AND json_extract(body, '$.agentId') IS NULL`;
const LAST_PROMPTS = /* sql */ `${PROMPTS} ORDER BY seq DESC LIMIT :limit`;
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
  AND p.speaker <> 'summary' ORDER BY p.seq, p.rid`;
const SELECT_ANSWERED = /* sql */ `SELECT p.context, max(length(p.content)) AS length, p.session_rid AS sessionRid
  FROM passage p JOIN session s ON s.rid = p.session_rid
  WHERE s.project_id = :projectId AND p.speaker = 'agent' AND p.is_tainted = 0 AND p.retracted_seq IS NULL
    AND p.context <> '' AND length(p.content) >= :least
  GROUP BY p.context ORDER BY length DESC, p.context LIMIT :limit`;
const SELECT_UNEMBEDDED = /* sql */ `SELECT ${COLUMNS} ${FROM} WHERE p.vector IS NULL LIMIT :limit`;
// A running turn may have been indexed again since: then another text has the same rid.
const SAVE_VECTOR = /* sql */ `UPDATE passage SET scale = :scale, vector = :vector
  WHERE rid = :rid AND vector IS NULL AND context = :context AND content = :content`;
const SELECT_ORDER = /* sql */ `SELECT rid FROM passage WHERE session_rid = :sessionRid AND speaker <> 'summary' ORDER BY seq, rid`;
const COUNT_ALL = /* sql */ `SELECT coalesce(max(rid), 0) AS count FROM passage`;
// LIMIT ends the walk through a common term's list early: how common it is beyond that makes no difference.
const COUNT_MATCHES = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM passage_fts WHERE passage_fts MATCH :match LIMIT :most)`;
const SEARCH = /* sql */ `WITH best AS MATERIALIZED (
    SELECT rowid AS rid, -bm25(passage_fts, :context, :content, :identifiers) AS score
    FROM passage_fts WHERE passage_fts MATCH :match ORDER BY score DESC, rowid LIMIT :pool)
  SELECT b.rid, (SELECT count(*) FROM best) AS seen FROM best b JOIN passage p ON p.rid = b.rid JOIN session s ON s.rid = p.session_rid
  WHERE (:anyProject = 1 OR s.project_id IS :projectId) AND p.at_ms >= :fromMs AND p.at_ms < :toMs
    AND (:unaskedIn IS NULL OR (s.id <> :unaskedIn AND p.speaker <> 'user' AND p.is_tainted = 0 AND p.retracted_seq IS NULL))
  ORDER BY b.score DESC, b.rid LIMIT :limit`;

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

/** A passage with its place in the index. */
export interface StoredPassage extends Passage {
  readonly rid: number;
  readonly sessionRid: number;
  readonly identifiers: string;
  /** Int8 codes of the built-in encoder and what they are multiplied by; null where nobody has made them yet. */
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

/** Rebuilds the full-text index; `isLost`: the passages too, from the events, by whoever indexes next. */
export async function rebuildPassages(db: Database, isLost: boolean): Promise<void> {
  await db.run(REBUILD);
  if (isLost) await db.run(FORGET_PROGRESS);
}

/** Sessions with events that are not in the index yet, newest first. */
export async function listUnindexed(db: Database, limit: number): Promise<number[]> {
  return (await db.all<{ rid: number }>(SELECT_DUE, { limit })).map(({ rid }) => rid);
}

export interface Asked {
  readonly seq: number;
  readonly text: string;
}

/** What people asked before an event, the last first, at most `limit`. */
export async function listPromptsBefore(
  db: Database,
  rid: number,
  before: number,
  limit: number,
): Promise<Asked[]> {
  const rows = await db.all<{ seq: number; body: string }>(LAST_PROMPTS, { rid, before, limit });
  return rows.map(({ seq, body }) => ({ seq, text: textOf(body) }));
}

/** What a session began with; "" while nothing was asked. */
export async function firstPrompt(db: Database, rid: number): Promise<string> {
  const row = await db.get<{ body: string }>(FIRST_PROMPT, { rid });
  return row === undefined ? "" : textOf(row.body);
}

function textOf(body: string): string {
  return (JSON.parse(body) as { text: string }).text;
}

/** Leaves out a session whose events cannot be read, until more of it arrives. */
export async function skipToEnd(db: Database, rid: number): Promise<void> {
  await db.run(SKIP_TO_END, { rid });
}

/**
 * Replaces the passages of a session from an event on, and marks its events below `upTo` as indexed. `taintedSeq`: of the first
 * event that brought in text from outside; null for none.
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

/** Replaces what a session was about; null removes it. */
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

/** Marks what an agent said in one event as taken back by a later one. */
export async function retractPassage(
  db: Database,
  rid: number,
  seq: number,
  bySeq: number,
): Promise<void> {
  await db.run(RETRACT, { rid, seq, bySeq });
}

/** An upper bound, of all projects: what a search's idf is computed with. */
export async function countAllPassages(db: Database): Promise<number> {
  return (await db.get<{ count: number }>(COUNT_ALL))?.count ?? 0;
}

/** In how many passages a term is found, at most `most`. `match` is an FTS5 expression. */
export async function countPassageMatches(
  db: Database,
  match: string,
  most: number,
): Promise<number> {
  return (await db.get<{ count: number }>(COUNT_MATCHES, { match, most }))?.count ?? 0;
}

export interface PassageFilter {
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  /** Milliseconds since 1970: said at or after, and before. */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * The session that nobody asked for passages: it is told only what agents said in other sessions, untainted and not taken back.
   * Absent: everything.
   */
  readonly unaskedIn?: string | undefined;
}

export interface PassageWeights {
  readonly context: number;
  readonly content: number;
  readonly identifiers: number;
}

/** Other projects' passages may fill the pool: it is this many times what is asked for, then everything. */
const POOL_FACTOR = 6;
const EVERYTHING = -1;

/** Row ids, best BM25 first. `match` is an FTS5 expression. */
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
  for (const pool of [limit * POOL_FACTOR, EVERYTHING]) {
    const rows = await db.all<{ rid: number; seen: number }>(SEARCH, { ...params, pool });
    const [first] = rows;
    const isAll = pool === EVERYTHING || (first !== undefined && first.seen < pool);
    if (isAll || rows.length >= limit) return rows.map(({ rid }) => rid);
  }
  return [];
}

export async function passagesByRid(
  db: Database,
  rids: readonly number[],
): Promise<StoredPassage[]> {
  const rows = await db.all<Row>(SELECT_BY_RIDS, { rids: JSON.stringify(rids) });
  return rows.map(fromRow);
}

/** The passages whose id begins so, at most two: more than one is ambiguous. */
export async function passagesById(db: Database, id: string): Promise<StoredPassage[]> {
  return (await db.all<Row>(SELECT_BY_ID, { id })).map(fromRow);
}

/** What users asked or reported, and an agent answered at some length (`least`: in characters), the longest answers first. */
export async function listAnsweredQuestions(
  db: Database,
  projectId: ProjectId,
  least: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ context: string }>(SELECT_ANSWERED, { projectId, least, limit });
  return rows.map(({ context }) => context);
}

export async function listUnembedded(db: Database, limit: number): Promise<StoredPassage[]> {
  return (await db.all<Row>(SELECT_UNEMBEDDED, { limit })).map(fromRow);
}

/** The vector of this very text. */
export async function saveEmbedding(
  db: Database,
  { rid, context, content }: StoredPassage,
  { codes, scale }: { readonly codes: Int8Array; readonly scale: number },
): Promise<void> {
  const vector = new Uint8Array(codes.buffer);
  await db.run(SAVE_VECTOR, { rid, context, content, scale, vector });
}

/** Row ids of what was said in a session, in order. */
export async function passageOrder(db: Database, sessionRid: number): Promise<number[]> {
  return (await db.all<{ rid: number }>(SELECT_ORDER, { sessionRid })).map(({ rid }) => rid);
}

/** What was said around a passage in its session, in order, itself included: at most `around` on each side. */
export async function passagesAround(
  db: Database,
  { id, sessionRid }: StoredPassage,
  around: number,
): Promise<StoredPassage[]> {
  const rows = (await db.all<Row>(SELECT_SAID, { sessionRid })).map(fromRow);
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? [] : rows.slice(Math.max(0, at - around), at + around + 1);
}
