/**
 * Blade templates as code of PHP. The expressions of a template stay where they are, and the markup becomes spaces: `{{ x }}`
 * is the statement `;  x  ;`, `@if (x)` the list `;   [x]`, and `@foreach (…)` a loop.
 */
import { languageOf } from "../languages/languages.ts";
import { PHP } from "../languages/php.ts";
import type { LoadedLanguage } from "../parser/parser.ts";

const BLADE = { ...PHP, prepare: bladeAsPhp };

/** Returns the language with which the file is to be read: a template of Blade is no code of PHP. */
export function withBlade(loaded: LoadedLanguage, path: string): LoadedLanguage {
  const isBlade = path.endsWith(".blade.php") && languageOf(path) === PHP;
  return isBlade ? { ...loaded, language: BLADE } : loaded;
}

/**
 * Text that is not read, or code: two groups for the mark before it and the code. The last two groups are the name of a
 * directive and its bracket.
 */
const PART = new RegExp(
  [
    /\{\{--[\s\S]*?--\}\}|@\{\{[\s\S]*?\}\}|@\{!![\s\S]*?!!\}/,
    /(?<![\w@])@verbatim\b[\s\S]*?@endverbatim\b/,
    /(\{\{\{)([\s\S]*?)\}\}\}|(\{\{)([\s\S]*?)\}\}/,
    /(\{!!)([\s\S]*?)!!\}/,
    /(<\?(?:php\b|=))([\s\S]*?)(?:\?>|$)/,
    /(?<![\w@])(@php\b)(?!\s*\()([\s\S]*?)@endphp\b/,
    /(?<=<x-[^<>]{0,500}\s)(:[\w:.-]+\s*=\s*")([^"]*)"/,
    /(?<![\w@])@(\w+)[ \t]*(\()?/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Directives that are statements of PHP, by the word that replaces them. */
const STATEMENTS = new Map([
  ["for", "for"],
  ["foreach", "foreach"],
  ["forelse", "foreach"],
]);

/** Returns a text of the same length, or with one more `;` at the end. */
export function bladeAsPhp(text: string): string {
  const code = new Code(text);
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const [mark, inside] = match.slice(1, -2).filter((group) => group !== undefined);
    const [word, bracket] = match.slice(-2);
    const start = match.index + (mark?.length ?? 0);
    if (inside !== undefined) code.keep(start, start + inside.length);
    if (word === undefined) continue;
    const from = PART.lastIndex - 1;
    const close = bracket === undefined ? -1 : closingBracket(text, from);
    if (close < 0) code.mark(match.index, ";");
    else {
      takeDirective(code, STATEMENTS.get(word), { at: match.index, open: from, close });
      PART.lastIndex = close + 1;
    }
  }
  return code.written();
}

interface Directive {
  readonly at: number;
  /** Offsets of its brackets. */
  readonly open: number;
  readonly close: number;
}

function takeDirective(
  code: Code,
  statement: string | undefined,
  { at, open, close }: Directive,
): void {
  code.mark(at, ";");
  // At the start of a file there is no room for a loop behind the tag of PHP.
  if (statement !== undefined && at > 0) {
    code.mark(at + 1, statement);
    code.copy(open, close + 1);
    return;
  }
  code.mark(open, "[");
  code.copy(open + 1, close);
  if (statement !== undefined) code.replace(/\bas(?=\s)|;/g, (found) => ",".padEnd(found.length));
  code.mark(close, "]");
  code.mark(close + 1, ";");
}

const STRING = /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|[()]/g;

/** Returns the offset of the bracket that closes the one at `open`; -1 if there is none. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  STRING.lastIndex = open;
  for (let match = STRING.exec(text); match !== null; match = STRING.exec(text)) {
    if (match[0] === "(") depth++;
    else if (match[0] === ")" && --depth === 0) return match.index;
  }
  return -1;
}

/** The template's text with everything blanked but what is kept or marked, in the order of the text. */
class Code {
  readonly #text: string;
  readonly #parts: { readonly at: number; readonly text: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  mark(at: number, text: string): void {
    this.#parts.push({ at, text });
  }

  copy(start: number, end: number): void {
    this.mark(start, this.#text.slice(start, end));
  }

  /** Replaces something in the last part by a text of the same length. */
  replace(what: RegExp, by: (found: string) => string): void {
    const last = this.#parts.pop();
    if (last !== undefined) this.mark(last.at, last.text.replace(what, by));
  }

  /** Copies code as statements of their own. */
  keep(start: number, end: number): void {
    this.mark(start - 1, ";");
    this.copy(start, end);
    this.mark(end, ";");
  }

  written(): string {
    const blank = (start: number, end: number) =>
      this.#text.slice(start, end).replace(/[^\r\n]/g, " ");
    const pieces: string[] = [];
    let end = 0;
    for (const { at, text } of this.#parts) {
      // A mark may stand on the one before it.
      const overlap = Math.max(0, end - at);
      pieces.push(blank(end, at), text.slice(overlap));
      end = Math.max(end, at + text.length);
    }
    pieces.push(blank(end, this.#text.length));
    return pieces.join("").replace(/^[ ;]{2}/, "<?");
  }
}
