/** Digests of events: append-only, each stored once per session by its key. */
import type { Event, EventOf } from "@tacit-memory/protocol";
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const INSERT = /* sql */ `INSERT INTO event (session_rid, seq, key, ts_ms, kind, body)
  VALUES (:rid, :seq, :key, :tsMs, :kind, :body) ON CONFLICT DO NOTHING`;
const SELECT = /* sql */ `SELECT seq, body FROM event WHERE session_rid = :rid ORDER BY seq`;
const SELECT_FROM = /* sql */ `SELECT body FROM event WHERE session_rid = :rid AND seq >= :fromSeq ORDER BY seq`;
const HAS_MAIN_AGENT = /* sql */ `SELECT 1 FROM event
  WHERE session_rid = :rid AND seq >= :fromSeq AND json_extract(body, '$.agentId') IS NULL LIMIT 1`;
const FIRST_SINCE_COMPACTION = /* sql */ `WITH compacted AS
    (SELECT max(seq) AS seq FROM event WHERE session_rid = :rid AND kind = 'compaction')
  SELECT key, (SELECT seq FROM compacted) IS NOT NULL AS isCompacted FROM event
  WHERE session_rid = :rid AND seq > coalesce((SELECT seq FROM compacted), -1)
    AND kind IN (SELECT value FROM json_each(:kinds)) AND json_extract(body, '$.agentId') IS :agentId
  ORDER BY seq LIMIT 1`;
const SELECT_PROMPTS = /* sql */ `SELECT body FROM event WHERE session_rid = :rid AND kind = 'prompt' ORDER BY seq`;
const HAS_PROMPT = /* sql */ `SELECT 1 FROM session s JOIN event e ON e.session_rid = s.rid
  WHERE s.id = :id AND e.kind = 'prompt' LIMIT 1`;
/** Null for a damaged row, which must not stop the query. */
const SAID_TEXT = /* sql */ `CASE WHEN json_valid(body) THEN json_extract(body, '$.text') END`;
/** Other records with the first prompt of this one: same time, same text. */
const SELECT_COPIES = /* sql */ `WITH first AS MATERIALIZED (
    SELECT ts_ms AS tsMs, ${SAID_TEXT} AS text FROM event
    WHERE session_rid = :rid AND kind = 'prompt' ORDER BY seq LIMIT 1)
  SELECT s.id FROM first JOIN session s ON s.project_id = :projectId AND s.rid <> :rid
    AND s.started_at_ms <= first.tsMs AND s.last_event_ms >= first.tsMs
  WHERE EXISTS (SELECT 1 FROM event e WHERE e.session_rid = s.rid AND e.kind = 'prompt'
    AND e.ts_ms = first.tsMs AND ${SAID_TEXT} = first.text)`;
const VOLUME = /* sql */ `SELECT count(*) FILTER (WHERE kind = 'tool_call') AS steps,
    coalesce(sum(length(json_extract(body, '$.text'))) FILTER (WHERE kind = 'message'), 0) AS agentChars
  FROM event WHERE session_rid = :rid AND seq >= :fromSeq AND json_extract(body, '$.agentId') IS NULL`;
const SELECT_MESSAGES = /* sql */ `SELECT body FROM event
  WHERE session_rid = :rid AND kind = 'message' AND body LIKE '%tacit%' ORDER BY seq`;
const NAMED = ["block:*", "line:*", "bubble:*"];
/** Covers every project: two records of one session may report different folders. */
const SELECT_KEYS = /* sql */ `SELECT count(*) FILTER (WHERE key GLOB 'block:*') AS blocks,
    count(*) FILTER (WHERE key GLOB 'line:*') AS lines, count(*) FILTER (WHERE key GLOB 'bubble:*') AS bubbles,
    count(*) FILTER (WHERE key NOT IN ('start', 'end') AND key NOT GLOB 'call:*' AND key NOT GLOB 'result:*'
      AND key NOT GLOB 'commit:*' AND key NOT GLOB 'agent:*' AND key NOT GLOB 'test:*'
      AND ${NAMED.map((glob) => `key NOT GLOB '${glob}'`).join(" AND ")}) AS others
  FROM event WHERE session_rid IN (SELECT rid FROM session WHERE id = :id)`;
const SHOWN = /* sql */ `SELECT ts_ms AS tsMs, CASE kind WHEN 'prompt' THEN json_extract(body, '$.text') END AS prompt
  FROM event WHERE session_rid IN (SELECT rid FROM session WHERE id = :id)
    AND EXISTS (SELECT 1 FROM json_each(:globs) WHERE event.key GLOB value) ORDER BY session_rid, seq`;

/** Inserts an event unless its key exists and returns whether it was new. `seq` is the session's next free number. */
export async function insertEvent(
  db: Database,
  rid: number,
  seq: number,
  event: Event,
  tsMs: number,
): Promise<boolean> {
  const { changes } = await db.run(INSERT, {
    rid,
    seq,
    // The host's numbers and ours are separate series. The prefix prevents one from being taken for a repetition of the
    // other.
    key: event.key ?? (event.seq === undefined ? `at:${seq}` : `seq:${event.seq}`),
    tsMs,
    kind: event.kind,
    body: JSON.stringify({ ...event, seq }),
  });
  return changes > 0;
}

/**
 * Returns the host ids of the other records that contain this session's first prompt: a resumed or forked session repeats the
 * earlier events, with their times, under another id.
 */
export async function copiesOfSession(
  db: Database,
  { rid, projectId }: { readonly rid: number; readonly projectId: ProjectId },
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_COPIES, { rid, projectId });
}

/** Returns whether the log contains a person's prompt of a session. `id` is the host's session id. */
export async function hasPrompt(db: Database, id: string): Promise<boolean> {
  return (await db.get(HAS_PROMPT, { id })) !== undefined;
}

/** Returns all events of a session in order of arrival. */
export async function listEvents(db: Database, rid: number): Promise<Event[]> {
  const rows = await db.all<{ body: string }>(SELECT, { rid });
  return rows.map((row) => JSON.parse(row.body) as Event);
}

/** Returns the events of a session from `fromSeq` on, in order of arrival. */
export async function listEventsFrom(db: Database, rid: number, fromSeq: number): Promise<Event[]> {
  const rows = await db.all<{ body: string }>(SELECT_FROM, { rid, fromSeq });
  return rows.map((row) => JSON.parse(row.body) as Event);
}

/** Returns whether an event from `fromSeq` on is of the main agent or the user, and not of a subagent. */
export async function hasMainAgentFrom(
  db: Database,
  rid: number,
  fromSeq: number,
): Promise<boolean> {
  return (await db.get(HAS_MAIN_AGENT, { rid, fromSeq })) !== undefined;
}

/** Number of events of a session, in all projects, per form of key. Keys that all forms share are not counted. */
export interface KeyForms {
  /** Keys by position in a text for people. */
  readonly blocks: number;
  /** Keys by line in a file. */
  readonly lines: number;
  /** Keys by Cursor's own message ids. */
  readonly bubbles: number;
  /** Keys by ids that the agent assigned. */
  readonly others: number;
}

export async function keyFormsOf(db: Database, sessionId: string): Promise<KeyForms> {
  const none = { blocks: 0, lines: 0, bubbles: 0, others: 0 };
  return (await db.get<KeyForms>(SELECT_KEYS, { id: sessionId })) ?? none;
}

/** Content of a session according to records with these forms of key. */
export interface Copied {
  readonly lastMs: number;
  /** In order of arrival. */
  readonly prompts: readonly string[];
}

const GLOBS = { blocks: "block:*", lines: "line:*", bubbles: "bubble:*", others: null } as const;

/**
 * Returns the prompts and last time of a session from events with these forms of key. "others" has no pattern and is ignored.
 */
export async function copiedOf(
  db: Database,
  sessionId: string,
  forms: readonly (keyof KeyForms)[],
): Promise<Copied> {
  const globs = JSON.stringify(forms.flatMap((form) => GLOBS[form] ?? []));
  const rows = await db.all<{ tsMs: number; prompt: string | null }>(SHOWN, {
    id: sessionId,
    globs,
  });
  return {
    lastMs: rows.reduce((last, { tsMs }) => Math.max(last, tsMs), 0),
    prompts: rows.flatMap(({ prompt }) => prompt ?? []),
  };
}

/** Returns the prompts of a session in order of arrival. */
export async function listPrompts(db: Database, rid: number): Promise<EventOf<"prompt">[]> {
  const rows = await db.all<{ body: string }>(SELECT_PROMPTS, { rid });
  return rows.map((row) => JSON.parse(row.body) as EventOf<"prompt">);
}

/** Amount of work of the session's own agent, without its subagents. */
export interface Volume {
  readonly steps: number;
  readonly agentChars: number;
}

export async function volumeFrom(db: Database, rid: number, fromSeq: number): Promise<Volume> {
  const row = await db.get<Volume>(VOLUME, { rid, fromSeq });
  return row ?? { steps: 0, agentChars: 0 };
}

/** Returns the agent messages that may contain a note, in order of arrival. */
export async function listNoting(db: Database, rid: number): Promise<EventOf<"message">[]> {
  const rows = await db.all<{ body: string }>(SELECT_MESSAGES, { rid });
  return rows.map((row) => JSON.parse(row.body) as EventOf<"message">);
}

export interface FirstEvent {
  readonly key: string;
  /** Whether the session was compacted before this event. */
  readonly isCompacted: boolean;
}

/**
 * Returns the first event of these kinds since the session began or was last compacted, or null. `agentId`: only events of
 * that subagent; null for the session's own agent.
 */
export async function firstEventSinceCompaction(
  db: Database,
  rid: number,
  kinds: readonly Event["kind"][],
  agentId: string | null,
): Promise<FirstEvent | null> {
  const row = await db.get<{ key: string; isCompacted: number }>(FIRST_SINCE_COMPACTION, {
    rid,
    kinds: JSON.stringify(kinds),
    agentId,
  });
  return row === undefined ? null : { key: row.key, isCompacted: row.isCompacted !== 0 };
}
