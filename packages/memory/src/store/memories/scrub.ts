/**
 * Removes the words of forgotten memories from other rows that repeat them. Each table is read once, page by page, for any
 * number of statements.
 */
import { type Database, queryColumn, type SqlValue } from "@tacit-memory/sqlite";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import { namedErrorFingerprint } from "../../domain/text/error-fingerprint.ts";
import { findStatements, type StatementFinder } from "../../domain/text/statement-finder.ts";
import { identifierColumn } from "../../domain/text/text.ts";
import { TABLE_TEXTS } from "../text-columns.ts";
import { changeMemory, getMemories } from "./memories.ts";

const GAP = "[forgotten]";
const PAGE_ROWS = 500;
/** Maximum statements tried in a query; with more, reading every row is faster. */
const MAX_PROBES = 16;

interface TextTable {
  readonly name: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** The replacement for a row that contains a statement. Without it, only the statement is removed. */
  readonly instead: string | undefined;
}

const TABLES: readonly TextTable[] = Object.entries(TABLE_TEXTS).flatMap(
  ([name, { keys = [], repeats: columns = [], instead }]) =>
    columns.length === 0 ? [] : [{ name, keys, columns, instead }],
);

const FIND_PASSAGES = /* sql */ `SELECT rid, content, context FROM passage WHERE rid > :after
  AND ${holdsProbe(["content", "context"])} ORDER BY rid LIMIT ${PAGE_ROWS}`;
const UPDATE_PASSAGE = /* sql */ `UPDATE passage SET content = :content, context = :context, identifiers = :identifiers WHERE rid = :rid`;
/**
 * The statement of another memory stays, because it must be forgotten separately. A handoff contains no statement of its own.
 */
const FIND_MEMORIES = /* sql */ `SELECT id FROM memory WHERE ${holdsProbe(["title", "content", "payload", "evidence"])}`;
const FIND_FAILED = /* sql */ `SELECT session_rid AS rid, seq, body FROM event
  WHERE (kind = 'tool_result' AND instr(body, '"isError":true') > 0) OR instr(body, '--error') > 0`;
const UPDATE_EVENT = /* sql */ `UPDATE event SET body = :body WHERE session_rid = :rid AND seq = :seq`;

/** Returns an SQL condition. `:probes` is a JSON list; null for every row. */
function holdsProbe(columns: readonly string[]): string {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  return `(:probes IS NULL OR EXISTS (SELECT 1 FROM json_each(:probes) WHERE instr(lower(${text}), value) > 0))`;
}

/** Removes the statements. Call inside the transaction that forgets them. */
export async function scrubStatements(
  db: Database,
  statements: Iterable<string>,
  moment: Moment,
): Promise<void> {
  const finder = findStatements(statements);
  if (finder.probes.length === 0) return;
  const { length } = finder.probes;
  const probes = length > MAX_PROBES ? null : JSON.stringify(finder.probes);
  // Changing a memory writes a version and an op with the previous words, so these are scrubbed later.
  await scrubMemories(db, finder, probes, moment);
  await scrubPassages(db, finder, probes);
  for (const table of TABLES) await scrubTable(db, table, finder, probes);
}

async function scrubMemories(
  db: Database,
  finder: StatementFinder,
  probes: string | null,
  moment: Moment,
): Promise<void> {
  const ids = await queryColumn<MemoryId>(db, FIND_MEMORIES, { probes });
  for (let i = 0; i < ids.length; i += PAGE_ROWS) {
    for (const memory of await getMemories(db, ids.slice(i, i + PAGE_ROWS))) {
      const { title, content, payload, evidence } = memory;
      const texts =
        memory.type === "handoff" ? { title, content, payload, evidence } : { payload, evidence };
      const left = scrubDeep(texts, finder) as typeof texts;
      if (JSON.stringify(left) === JSON.stringify(texts)) continue;
      await changeMemory(db, memory, { ...memory, ...left }, "forgotten in part", moment);
    }
  }
}

async function scrubPassages(
  db: Database,
  finder: StatementFinder,
  probes: string | null,
): Promise<void> {
  type Row = { readonly rid: number; readonly content: string; readonly context: string };
  for (let after = 0; ; ) {
    const rows = await db.all<Row>(FIND_PASSAGES, { after, probes });
    for (const { rid, ...passage } of rows) {
      after = rid;
      const content = finder.replaceIn(passage.content, GAP);
      const context = finder.replaceIn(passage.context, GAP);
      if (content === passage.content && context === passage.context) continue;
      const identifiers = identifierColumn(content);
      await db.run(UPDATE_PASSAGE, { rid, content, context, identifiers });
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

type Row = Readonly<Record<string, SqlValue>>;

async function scrubTable(
  db: Database,
  table: TextTable,
  finder: StatementFinder,
  probes: string | null,
): Promise<void> {
  const { name, keys, columns, instead } = table;
  const wanted = [...keys, ...columns].join(", ");
  const page = `${holdsProbe(columns)} ORDER BY ${keys.join(", ")} LIMIT ${PAGE_ROWS}`;
  const after = `(${keys.join(", ")}) > (${keys.map((key) => `:${key}`).join(", ")})`;
  const here = `WHERE ${keys.map((key) => `${key} = :${key}`).join(" AND ")}`;
  const assigned = columns.map((column) => `${column} = :${column}`).join(", ");
  let rows = await db.all<Row>(`SELECT ${wanted} FROM ${name} WHERE ${page}`, { probes });
  while (rows.length > 0) {
    for (const row of rows) {
      const left = scrubRow(table, row, finder);
      if (left === null) continue;
      const key = pick(row, keys);
      if (instead !== undefined) await db.run(`${instead} ${here}`, key);
      else await db.run(`UPDATE ${name} SET ${assigned} ${here}`, { ...key, ...left });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    rows = await db.all<Row>(`SELECT ${wanted} FROM ${name} WHERE ${after} AND ${page}`, {
      ...pick(last, keys),
      probes,
    });
  }
}

/** Returns the new columns; null when nothing changes. */
function scrubRow({ columns }: TextTable, row: Row, finder: StatementFinder): Row | null {
  const before = pick(row, columns);
  const after = Object.fromEntries(
    Object.entries(before).map(([column, value]) => [column, scrubValue(value, finder)]),
  );
  return columns.some((column) => after[column] !== before[column]) ? after : null;
}

function scrubValue(value: SqlValue, finder: StatementFinder): SqlValue {
  if (typeof value !== "string") return value;
  const parsed = parsedJson(value);
  if (parsed === undefined) return finder.replaceIn(value, GAP);
  const left = JSON.stringify(scrubDeep(parsed, finder));
  return left === JSON.stringify(parsed) ? value : left;
}

/**
 * Parses JSON; undefined for plain text. Damaged JSON is searched as text, so that one bad row does not prevent erasing the
 * others.
 */
function parsedJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function scrubDeep(value: unknown, finder: StatementFinder): unknown {
  return mapStrings(value, (text) => finder.replaceIn(text, GAP));
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]),
  );
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** Removes lines of failed calls, and texts given as `--error`, that are the error of a forgotten memory. */
export async function scrubErrors(db: Database, fingerprints: ReadonlySet<string>): Promise<void> {
  if (fingerprints.size === 0) return;
  const isForgotten = (text: string) => fingerprints.has(namedErrorFingerprint(text) ?? "");
  const scrub = (text: string) =>
    text
      .split("\n")
      .map((line) => (isForgotten(line) ? GAP : withoutErrorOptions(line, isForgotten)))
      .join("\n");
  type Failed = { readonly rid: number; readonly seq: number; readonly body: string };
  for (const { body, ...key } of await db.all<Failed>(FIND_FAILED)) {
    const left = JSON.stringify(mapStrings(parsedJson(body), scrub));
    if (left !== undefined && left !== body) await db.run(UPDATE_EVENT, { ...key, body: left });
  }
}

function withoutErrorOptions(line: string, isForgotten: (text: string) => boolean): string {
  return line.replace(/(--error[ =]+)(?:"([^"]+)"|'([^']+)')/g, (whole, option, double, single) =>
    isForgotten(double ?? single) ? `${option}${GAP}` : whole,
  );
}
