/**
 * The rows of Cursor's `state.vscdb`: whose keys are what, which of them are conversations, and in what order their
 * messages come. Every value may be missing, damaged, or larger than is good for anybody.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  type JsonRecord,
  parseJson,
} from "../../input/json-access.ts";
import type { TranscriptProblem } from "../../transcript-host.ts";
import { folderOfUri } from "./workspaces.ts";

export type OnProblem = (problem: TranscriptProblem) => void;

/** Values are read one at a time, and parsed whole. One larger than this is told of and left. */
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

/** Conversations as they are found. One whose own row is damaged still has its messages. */
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
    // What is written before anybody has said anything.
    if (id === "" || id === "empty-state-draft" || row["size"] === null) continue;
    yield { id, record: recordIn(row, onProblem) ?? {} };
  }
}

/** The same conversation again; empty where nothing can be read. */
export function composerAt(db: DatabaseSync, id: string): JsonRecord {
  const [row] = [...rowsOf(db, ONE, { key: `composerData:${id}` }, IGNORED)];
  return (row === undefined ? undefined : recordIn(row, IGNORED)) ?? {};
}

/** When it began, in milliseconds since 1970 (0: not told), and whose subagent it is. */
export function summaryOf(record: JsonRecord): {
  readonly createdMs: number;
  readonly parent: string | undefined;
} {
  const told = record["createdAt"] ?? record["lastUpdatedAt"] ?? record["lastSendTime"];
  const createdMs = typeof told === "string" ? Date.parse(told) : (asNumber(told) ?? 0);
  const parent = asText(asRecord(record["subagentInfo"])?.["parentComposerId"]);
  return { createdMs: Number.isFinite(createdMs) ? createdMs : 0, parent };
}

/** Its messages in order: those in it, those it lists, or, where it lists none, those that bear its name. */
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
    // ":" is followed by ";".
    const range = { first: prefix, after: `${prefix.slice(0, -1)};` };
    yield* rowsOf(db, MESSAGES, range, onProblem);
  }
  for (const id of listed) yield* rowsOf(db, ONE, { key: `${prefix}${id}` }, onProblem);
}

/** The value of ItemTable under this key; undefined where there is none that can be read. */
export function itemIn(db: DatabaseSync, key: string, onProblem: OnProblem = IGNORED): unknown {
  if (!hasTable(db, "ItemTable", onProblem)) return undefined;
  const [row] = [...rowsOf(db, ITEM, { key }, onProblem)];
  return row === undefined ? undefined : parseJson(textOf(row["value"]) ?? "");
}

export interface Owner {
  readonly folder: string | undefined;
  /** The name of the window's storage. */
  readonly workspace: string | undefined;
}

/** Whose window a conversation is, where newer versions keep it for all: in a table, or in one value. */
export function ownersIn(db: DatabaseSync): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  const add = (header: JsonRecord | undefined, row: Row = {}) => {
    const id = asText(row["composerId"]) ?? asText(header?.["composerId"]);
    const window = asRecord(header?.["workspaceIdentifier"]);
    const uri = asRecord(window?.["uri"]) ?? asRecord(window?.["configPath"]);
    const external = folderOfUri(asText(uri?.["external"]) ?? "");
    const folder = asText(uri?.["fsPath"]) ?? external ?? asText(uri?.["path"]);
    const workspace = asText(row["workspaceId"]) ?? asText(window?.["id"]);
    // A list of folders is a file, and no folder.
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
    onProblem({ line: 0, reason: told(cause) });
    return false;
  }
}

/** Rows up to the one that cannot be read, which is told. */
function* rowsOf(
  db: DatabaseSync,
  sql: string,
  values: Record<string, string>,
  onProblem: OnProblem,
): Generator<Row> {
  try {
    const statement = db.prepare(sql);
    // Node refuses to read a whole number it cannot hold.
    statement.setReadBigInts(true);
    yield* statement.iterate(values);
  } catch (cause) {
    onProblem({ line: 0, reason: told(cause) });
  }
}

function told(cause: unknown): string {
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

/** Values are text, or the bytes of text. */
function textOf(value: SQLOutputValue | undefined): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  return typeof value === "string" ? value : undefined;
}
