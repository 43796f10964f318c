/**
 * OpenCode's database, `opencode.db`: sessions, their messages, and the parts of the messages. One database holds all projects. A
 * subagent's session becomes part of its parent session. Rows are read one message at a time.
 */

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { asRecord, parseJson } from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { EventBuilder } from "../../events/event-builder.ts";
import { withDatabaseCopy } from "../../input/database-copy.ts";
import type { TranscriptProblem } from "../../transcript-host.ts";
import { readMessage } from "./opencode.ts";

const SESSIONS = `
  SELECT id, parent_id AS parent, directory, time_created AS createdMs
  FROM session ORDER BY time_created, id`;
const MESSAGES = `
  SELECT id, data
  FROM message WHERE session_id = :session ORDER BY time_created, id`;
const PARTS = "SELECT id, data FROM part WHERE message_id = :message ORDER BY id";

interface SessionRow {
  readonly id: string;
  readonly parent: string | null;
  readonly directory: string;
  readonly createdMs: number;
}

type OnProblem = (problem: TranscriptProblem) => void;

/** Throws errors of the file system. A damaged row is skipped and reported to `onProblem`. */
export async function* openCodeEvents(path: string, onProblem: OnProblem): AsyncGenerator<Event> {
  yield* withDatabaseCopy(path, (db) => eventsIn(db, onProblem));
}

function* eventsIn(db: DatabaseSync, onProblem: OnProblem): Generator<Event> {
  const sessions = sessionsIn(db, onProblem);
  const parents = new Map(sessions.map(({ id, parent }) => [id, parent]));
  for (const session of sessions) {
    const root = rootOf(session.id, parents);
    const builder = new EventBuilder({
      session: root,
      agent: "opencode",
      source: "transcript",
      startMs: session.createdMs,
      agentId: root === session.id ? undefined : session.id,
    });
    builder.place(session.directory, undefined);
    yield* messagesOf(db, session, builder, onProblem);
    builder.finish();
    yield* builder.drain();
  }
}

function sessionsIn(db: DatabaseSync, onProblem: OnProblem): SessionRow[] {
  try {
    const statement = db.prepare(SESSIONS);
    // Node throws for an integer over 2^53. One such value must not lose every session.
    statement.setReadBigInts(true);
    return statement.all().flatMap(sessionOf);
  } catch (cause) {
    const reason = `not a database of OpenCode's as we know it: ${messageOf(cause)}`;
    onProblem({ line: 0, reason });
    return [];
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>;

function sessionOf({ id, parent, directory, createdMs }: Row): SessionRow[] {
  if (typeof id !== "string" || typeof directory !== "string") return [];
  const startMs = typeof createdMs === "bigint" ? Number(createdMs) : 0;
  return [
    { id, directory, createdMs: startMs, parent: typeof parent === "string" ? parent : null },
  ];
}

/** The topmost session, which is the user's. */
function rootOf(session: string, parents: ReadonlyMap<string, string | null>): string {
  const seen = new Set<string>();
  let root = session;
  for (let above = parents.get(root); above && !seen.has(above); above = parents.get(root)) {
    seen.add(above);
    root = above;
  }
  return root;
}

function* messagesOf(
  db: DatabaseSync,
  { id: session }: SessionRow,
  builder: EventBuilder,
  onProblem: OnProblem,
): Generator<Event> {
  const damaged = (row: string) =>
    onProblem({ line: 0, reason: `${session}: ${row} is damaged; it was left out` });
  try {
    const parts = db.prepare(PARTS);
    let index = 0;
    for (const row of db.prepare(MESSAGES).iterate({ session })) {
      const info = asRecord(parseJson(String(row["data"])));
      if (info === undefined) damaged(`message ${row["id"]}`);
      else {
        const found = parts.all({ message: row["id"] ?? null }).flatMap((part) => {
          const value = asRecord(parseJson(String(part["data"])));
          if (value === undefined) damaged(`part ${part["id"]}`);
          return value === undefined ? [] : [{ ...value, id: part["id"] }];
        });
        readMessage(builder, { info, parts: found }, index);
      }
      index++;
      yield* builder.drain();
    }
  } catch (cause) {
    onProblem({ line: 0, reason: `${session}: cannot be read: ${messageOf(cause)}` });
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
