/**
 * Parses frontmatter between `---` at the top of a file, as agent programs write it: `key: value` and lists. Not full YAML:
 * Cursor's `globs: *.ts,*.tsx` is not valid YAML, and nothing here needs more.
 */

export interface Frontmatter {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The text after it, and the number of that text's first line. */
  readonly body: string;
  readonly firstLine: number;
}

const MAX_LINES = 200;
/** Both match a trimmed line. */
const FIELD = /^([A-Za-z_][\w-]*)\s*:(.*)$/s;
const LISTED = /^-\s(.*)$/s;

/** Splits a text. Without frontmatter, or if it never ends, the whole text is the body. */
export function splitFrontmatter(text: string): Frontmatter {
  const clean = text.replace(/^\uFEFF/, "");
  const lines = clean.split(/\r\n|\r|\n/);
  const end = lines[0]?.trim() === "---" ? closing(lines) : -1;
  if (end < 0) return { fields: new Map(), body: clean, firstLine: 1 };
  return {
    fields: fieldsOf(lines.slice(1, end)),
    body: lines.slice(end + 1).join("\n"),
    firstLine: end + 2,
  };
}

function closing(lines: readonly string[]): number {
  const end = lines.slice(1, MAX_LINES).findIndex((line) => line.trim() === "---");
  return end < 0 ? -1 : end + 1;
}

function fieldsOf(lines: readonly string[]): Map<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  let open: string[] = [];
  for (const line of lines) {
    const listed = LISTED.exec(line.trim());
    const field = FIELD.exec(line.trim());
    if (listed !== null) open.push(unquoted(listed[1] ?? ""));
    else if (field !== null) {
      open = valuesOf(field[2] ?? "");
      fields.set((field[1] ?? "").toLowerCase(), open);
    }
  }
  return fields;
}

/** Returns the values of `[a, b]` or `a, b`; a comma inside quotes or braces does not separate. */
function valuesOf(text: string): string[] {
  const bare = text.trim();
  if (bare === "" || bare === ">" || bare === "|") return [];
  const list = bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1) : bare;
  return splitOutside(list).map(unquoted);
}

/** Matches quoted texts and braces, which a comma does not split, or any other character. */
const PIECE = /"[^"]*"|(?<=^|[,\s])'[^']*'|\{[^{}]*\}|./gs;

function splitOutside(text: string): string[] {
  const parts = [""];
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ",") parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function unquoted(text: string): string {
  const bare = text.trim();
  const quote = bare[0];
  const isQuoted = (quote === '"' || quote === "'") && bare.endsWith(quote) && bare.length > 1;
  return isQuoted ? bare.slice(1, -1) : bare;
}
