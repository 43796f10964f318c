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
  let at = text.startsWith(BOM) ? BOM.length : 0;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const refuse = (): never => {
    throw new MemoryError("config_malformed", { path, line: text.slice(0, at).split("\n").length });
  };
  const need = (mark: string): void => {
    if (!text.startsWith(mark, at)) refuse();
    at += mark.length;
  };

  const readKey = (): string[] => {
    const parts: string[] = [];
    do {
      take(BLANKS);
      const part = take(BARE_KEY) ?? quoted() ?? refuse();
      parts.push(part);
      take(BLANKS);
    } while (takeMark("."));
    return parts;
  };
  const takeMark = (mark: string): boolean => {
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  };
  const quoted = (): string | null => {
    const literal = take(LITERAL_STRING);
    if (literal !== null) return literal.slice(1, -1);
    const basic = take(BASIC_STRING);
    return basic === null ? null : unescaped(basic);
  };

  const readValue = (depth: number): void => {
    if (depth > MAX_DEPTH) refuse();
    if (takeMark("[")) readMembers("]", () => readValue(depth + 1));
    else if (takeMark("{")) readMembers("}", () => readPair(depth + 1));
    else if (!takeScalar()) refuse();
  };
  const readPair = (depth: number): void => {
    readKey();
    need("=");
    take(BLANKS);
    readValue(depth);
  };
  const takeScalar = (): boolean => SCALARS.some((pattern) => take(pattern) !== null);
  const readMembers = (close: string, readOne: () => void): void => {
    take(BETWEEN);
    while (!takeMark(close)) {
      readOne();
      take(BETWEEN);
      if (!takeMark(",") && !text.startsWith(close, at)) refuse();
      take(BETWEEN);
    }
  };

  const readHeader = (start: number): void => {
    const [open, close] = text.startsWith("[[", at) ? ["[[", "]]"] : ["[", "]"];
    need(open ?? "");
    const key = readKey();
    need(close ?? "");
    if (take(LINE_END) === null) refuse();
    tables.push({ key, start, end: at });
  };
  const readEntry = (): void => {
    const key = readKey();
    need("=");
    take(BLANKS);
    readValue(0);
    if (take(LINE_END) === null) refuse();
    const table = tables.at(-1);
    keys.push([...(table?.key ?? []), ...key]);
    if (table !== undefined) table.end = at;
  };

  while (at < text.length) {
    const start = at;
    if (take(LINE_END) !== null) continue;
    take(BLANKS);
    if (text.startsWith("[", at)) readHeader(start);
    else readEntry();
  }
  return { tables, keys };
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
