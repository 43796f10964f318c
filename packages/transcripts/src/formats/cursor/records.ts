/**
 * The rows of Cursor's `state.vscdb`: which keys are conversations, and the order of their messages. Every value can be missing,
 * damaged or very large.
 */

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  type JsonRecord,
  parseJson,
} from "@tacit-memory/files";
import type { TranscriptProblem } from "../../transcript-host.ts";
import { folderOfUri } from "./workspaces.ts";

export type OnProblem = (problem: TranscriptProblem) => void;

/** Values are read and parsed one at a time. A larger one is skipped and reported. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024;
const FITTING = `CASE WHEN length(value) <= ${MAX_VALUE_BYTES} THEN value END`;
const CONVERSATIONS = `
  SELECT key, ${FITTING} AS value, length(value) AS size
  FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'`;
const ONE = `
  SELECT key, ${FITTING} AS value, length(value) AS size FROM cursorDiskKV WHERE key = :key`;
const MESSAGES = `
  SELECT key, ${FITTING} AS value, length(value) AS size
  FROM cursorDiskKV WHERE key >= :first AND key < :after ORDER BY rowid`;
const ITEM = `SELECT key, ${FITTING} AS value, length(value) AS size FROM ItemTable WHERE key = :key`;
const HEADERS = `SELECT * FROM composerHeaders`;

const IGNORED: OnProblem = () => undefined;

type Row = Readonly<Record<string, SQLOutputValue>>;

/** All conversations. One with a damaged row still has its messages. */
export function* composersIn(
  db: DatabaseSync,
  onProblem: OnProblem,
): Generator<{ readonly id: string; readonly record: JsonRecord }> {
  if (!hasTable(db, "cursorDiskKV")) {
    onProblem({ line: 0, reason: "not a database of Cursor's as we know it: no cursorDiskKV" });
    return;
  }
  for (const row of rowsOf(db, CONVERSATIONS, {}, onProblem)) {
    const id = String(row["key"]).slice("composerData:".length);
    // A placeholder that Cursor writes before the first message.
    if (id === "" || id === "empty-state-draft" || row["size"] === null) continue;
    yield { id, record: recordIn(row, onProblem) ?? {} };
  }
}

/** Reads a conversation again; empty if it cannot be read. */
export function composerAt(db: DatabaseSync, id: string): JsonRecord {
  const [row] = [...rowsOf(db, ONE, { key: `composerData:${id}` }, IGNORED)];
  return (row === undefined ? undefined : recordIn(row, IGNORED)) ?? {};
}

/** Its start in milliseconds since 1970 (0 if unknown), and its parent if it is a subagent. */
export function summaryOf(record: JsonRecord): {
  readonly createdMs: number;
  readonly parent: string | undefined;
} {
  const time = record["createdAt"] ?? record["lastUpdatedAt"] ?? record["lastSendTime"];
  const createdMs = typeof time === "string" ? Date.parse(time) : (asNumber(time) ?? 0);
  const parent = asText(asRecord(record["subagentInfo"])?.["parentComposerId"]);
  return { createdMs: Number.isFinite(createdMs) ? createdMs : 0, parent };
}

/** Its messages in order: those it contains, those it lists, or otherwise all rows with its id in the key. */
export function* conversationOf(
  db: DatabaseSync,
  composer: string,
  record: JsonRecord,
  onProblem: OnProblem,
): Generator<{ readonly id: string; readonly bubble: JsonRecord }> {
  const within = [...asArray(record["conversation"]), ...asArray(record["bubbles"])];
  if (within.length > 0) {
    for (const [index, value] of within.entries()) {
      const bubble = asRecord(value);
      if (bubble === undefined) continue;
      yield { id: asText(bubble["bubbleId"]) ?? asText(bubble["id"]) ?? `${index}`, bubble };
    }
    return;
  }
  if (!hasTable(db, "cursorDiskKV")) return;
  const prefix = `bubbleId:${composer}:`;
  for (const row of listedRows(db, prefix, record, onProblem)) {
    const bubble = row["size"] === null ? undefined : recordIn(row, onProblem);
    if (bubble !== undefined) yield { id: String(row["key"]).slice(prefix.length), bubble };
  }
}

function* listedRows(
  db: DatabaseSync,
  prefix: string,
  record: JsonRecord,
  onProblem: OnProblem,
): Generator<Row> {
  const listed = asArray(record["fullConversationHeadersOnly"])
    .map((header) => asText(asRecord(header)?.["bubbleId"]))
    .filter((id) => id !== undefined);
  if (listed.length === 0) {
    // ";" is the character after ":", so this range holds exactly the keys with the prefix.
    const range = { first: prefix, after: `${prefix.slice(0, -1)};` };
    yield* rowsOf(db, MESSAGES, range, onProblem);
  }
  for (const id of listed) yield* rowsOf(db, ONE, { key: `${prefix}${id}` }, onProblem);
}

/** The value of ItemTable under this key; undefined if it is missing or unreadable. */
export function itemIn(db: DatabaseSync, key: string, onProblem: OnProblem = IGNORED): unknown {
  if (!hasTable(db, "ItemTable", onProblem)) return undefined;
  const [row] = [...rowsOf(db, ITEM, { key }, onProblem)];
  return row === undefined ? undefined : parseJson(textOf(row["value"]) ?? "");
}

export interface Owner {
  readonly folder: string | undefined;
  /** The name of the window's storage folder. */
  readonly workspace: string | undefined;
}

/** The window of a conversation, which newer versions store centrally: in a table, or in one value. */
export function ownersIn(db: DatabaseSync): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  const add = (header: JsonRecord | undefined, row: Row = {}) => {
    const id = asText(row["composerId"]) ?? asText(header?.["composerId"]);
    const window = asRecord(header?.["workspaceIdentifier"]);
    const uri = asRecord(window?.["uri"]) ?? asRecord(window?.["configPath"]);
    const external = folderOfUri(asText(uri?.["external"]) ?? "");
    const folder = asText(uri?.["fsPath"]) ?? external ?? asText(uri?.["path"]);
    const workspace = asText(row["workspaceId"]) ?? asText(window?.["id"]);
    // A workspace with several folders is a file, not a folder.
    const isList = folder?.endsWith(".code-workspace") === true;
    if (id !== undefined) owners.set(id, { folder: isList ? undefined : folder, workspace });
  };
  const listed = asRecord(itemIn(db, "composer.composerHeaders"))?.["allComposers"];
  for (const header of asArray(listed)) add(asRecord(header));
  if (hasTable(db, "composerHeaders"))
    for (const row of rowsOf(db, HEADERS, {}, IGNORED))
      add(asRecord(parseJson(textOf(row["value"]) ?? "")), row);
  return owners;
}

function hasTable(db: DatabaseSync, name: string, onProblem: OnProblem = IGNORED): boolean {
  try {
    const found = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = :name");
    return found.get({ name }) !== undefined;
  } catch (cause) {
    onProblem({ line: 0, reason: messageOf(cause) });
    return false;
  }
}

/** Rows up to the first unreadable one, which is reported. */
function* rowsOf(
  db: DatabaseSync,
  sql: string,
  values: Record<string, string>,
  onProblem: OnProblem,
): Generator<Row> {
  try {
    const statement = db.prepare(sql);
    // Node throws for an integer over 2^53.
    statement.setReadBigInts(true);
    yield* statement.iterate(values);
  } catch (cause) {
    onProblem({ line: 0, reason: messageOf(cause) });
  }
}

function messageOf(cause: unknown): string {
  return `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}

function recordIn(row: Row, onProblem: OnProblem): JsonRecord | undefined {
  const text = textOf(row["value"]);
  const record = text === undefined ? undefined : asRecord(parseJson(text));
  if (record !== undefined) return record;
  const isTooLarge = Number(row["size"]) > MAX_VALUE_BYTES;
  const what = isTooLarge ? `over the limit of ${MAX_VALUE_BYTES} bytes` : "damaged";
  onProblem({ line: 0, reason: `${String(row["key"])} is ${what}; it was left out` });
  return undefined;
}

/** A value is text, or text as bytes. */
function textOf(value: SQLOutputValue | undefined): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  return typeof value === "string" ? value : undefined;
}
