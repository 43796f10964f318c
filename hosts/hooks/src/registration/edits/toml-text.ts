/**
 * Finds where the tables of another program's TOML file begin and end. It scans the whole file and refuses text that it
 * cannot parse; values are delimited, not interpreted.
 */
import { MemoryError } from "@tacit-memory/memory";

export interface TomlTable {
  readonly key: readonly string[];
  /** Offset of the line with the table's name. */
  readonly start: number;
  /** Offset after the line end of its last entry; text after it belongs to no table or to the next table. */
  readonly end: number;
}

export interface TomlOutline {
  readonly tables: readonly TomlTable[];
  /** Every dotted key with a value, prefixed with its table's key. */
  readonly keys: readonly (readonly string[])[];
}

const BOM = "\uFEFF";
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const BASIC_STRING = /"(?:[^"\\\n\r]|\\[^\n\r])*"/y;
const LITERAL_STRING = /'[^'\n\r]*'/y;
const BASIC_LINES = /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"{3,5}/y;
const LITERAL_LINES = /'''(?:[^']|'(?!''))*'{3,5}/y;
const SCALAR =
  /(?:true|false|[+-]?(?:inf|nan)|[+-]?\d[\w.:+-]*(?: \d\d:[\w.:+-]+)?)(?=[\s,#\]}]|$)/y;
const SCALARS = [BASIC_LINES, LITERAL_LINES, BASIC_STRING, LITERAL_STRING, SCALAR];
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BLANKS = /[ \t]*/y;
const BETWEEN = /(?:\s|#[^\n]*(?:\n|$))*/y;
/** Maximum nesting; no real configuration nests deeper. */
const MAX_DEPTH = 64;

/** Returns the outline. Throws "config_malformed" with the line. */
export function outlineOf(path: string, text: string): TomlOutline {
  const tables: { key: string[]; start: number; end: number }[] = [];
  const keys: string[][] = [];
  const cursor = createCursor(path, text);
  while (!cursor.isAtEnd()) {
    const start = cursor.offset();
    if (cursor.take(LINE_END) !== null) continue;
    cursor.take(BLANKS);
    if (cursor.isAt("[")) {
      const key = readHeader(cursor);
      tables.push({ key, start, end: cursor.offset() });
      continue;
    }
    const key = readPair(cursor, 0);
    endLine(cursor);
    const table = tables.at(-1);
    keys.push([...(table?.key ?? []), ...key]);
    if (table !== undefined) table.end = cursor.offset();
  }
  return { tables, keys };
}

/** A position in the text that only moves forward. */
interface Cursor {
  readonly offset: () => number;
  readonly isAtEnd: () => boolean;
  readonly isAt: (mark: string) => boolean;
  /** Moves past what the sticky pattern matches here, and returns it; null if it does not match. */
  readonly take: (pattern: RegExp) => string | null;
  readonly takeMark: (mark: string) => boolean;
  /** Throws "config_malformed" with the line of this position. */
  readonly refuse: () => never;
}

function createCursor(path: string, text: string): Cursor {
  let at = text.startsWith(BOM) ? BOM.length : 0;
  return {
    offset: () => at,
    isAtEnd: () => at >= text.length,
    isAt: (mark) => text.startsWith(mark, at),
    take: (pattern) => {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0] ?? null;
      if (found !== null) at += found.length;
      return found;
    },
    takeMark: (mark) => {
      if (!text.startsWith(mark, at)) return false;
      at += mark.length;
      return true;
    },
    refuse: () => {
      const line = text.slice(0, at).split("\n").length;
      throw new MemoryError("config_malformed", { path, line });
    },
  };
}

/** Reads `[key]` or `[[key]]` and the end of its line. */
function readHeader(cursor: Cursor): string[] {
  const isArray = cursor.isAt("[[");
  need(cursor, isArray ? "[[" : "[");
  const key = readKey(cursor);
  need(cursor, isArray ? "]]" : "]");
  endLine(cursor);
  return key;
}

/** Reads `key = value` and returns the key. */
function readPair(cursor: Cursor, depth: number): string[] {
  const key = readKey(cursor);
  need(cursor, "=");
  cursor.take(BLANKS);
  readValue(cursor, depth);
  return key;
}

function readKey(cursor: Cursor): string[] {
  const parts: string[] = [];
  do {
    cursor.take(BLANKS);
    parts.push(cursor.take(BARE_KEY) ?? quoted(cursor) ?? cursor.refuse());
    cursor.take(BLANKS);
  } while (cursor.takeMark("."));
  return parts;
}

function quoted(cursor: Cursor): string | null {
  const literal = cursor.take(LITERAL_STRING);
  if (literal !== null) return literal.slice(1, -1);
  const basic = cursor.take(BASIC_STRING);
  return basic === null ? null : unescaped(basic);
}

function readValue(cursor: Cursor, depth: number): void {
  if (depth > MAX_DEPTH) cursor.refuse();
  if (cursor.takeMark("[")) readMembers(cursor, "]", () => readValue(cursor, depth + 1));
  else if (cursor.takeMark("{")) readMembers(cursor, "}", () => readPair(cursor, depth + 1));
  else if (!SCALARS.some((pattern) => cursor.take(pattern) !== null)) cursor.refuse();
}

function readMembers(cursor: Cursor, close: string, readOne: () => unknown): void {
  cursor.take(BETWEEN);
  while (!cursor.takeMark(close)) {
    readOne();
    cursor.take(BETWEEN);
    if (!cursor.takeMark(",") && !cursor.isAt(close)) cursor.refuse();
    cursor.take(BETWEEN);
  }
}

function need(cursor: Cursor, mark: string): void {
  if (!cursor.takeMark(mark)) cursor.refuse();
}

function endLine(cursor: Cursor): void {
  if (cursor.take(LINE_END) === null) cursor.refuse();
}

/** Returns a TOML string on one line. */
export function tomlString(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function unescaped(basic: string): string {
  try {
    return String(JSON.parse(basic));
  } catch {
    // The string has an escape that only TOML has; no name we look for contains one.
    return basic;
  }
}
