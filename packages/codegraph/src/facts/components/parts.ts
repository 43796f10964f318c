/**
 * The code of a component's file (Vue, Svelte, Astro): script blocks, and a template with expressions. All code is copied
 * into a text as long as the file and blank elsewhere, so that offsets stay valid. The expressions of a template become one
 * array literal with holes, `;[ ,a, ,b(c), ]`, in which an object, a spread or a mere comment is valid.
 */
import type { Item, Span } from "../parser/items.ts";

/** A tag that may name a component: its name and position (line from 1, column from 0). */
interface ComponentUse {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

export interface ComponentParts {
  /** All code of the component. */
  readonly code: string;
  /** Code of the script blocks only, for a template whose expressions cannot be parsed. */
  readonly script: string;
  readonly hasJsx: boolean;
  /** Scopes and names of the template, and the names that its expressions use. */
  readonly items: readonly Item[];
  readonly uses: readonly ComponentUse[];
  /** Specifiers of `<script src>`, with their lines from 1. */
  readonly sources: readonly { readonly specifier: string; readonly line: number }[];
  /** Whether part of the template was not read: another language, or markup that does not end. */
  readonly isPartial: boolean;
  /** Returns whether a line (from 1) is outside of all scripts. */
  readonly isTemplate: (line: number) => boolean;
}

const SPACE = 32;
const isBreak = (code: number) => code === 10 || code === 13;

/** Collects the parts that a template reader finds. */
export class PartsBuilder {
  readonly text: string;
  readonly uses: ComponentUse[] = [];
  readonly sources: { specifier: string; line: number }[] = [];
  hasJsx = false;
  isPartial = false;
  readonly #items: Item[] = [];
  readonly #scripts: Span[] = [];
  readonly #expressions: Span[] = [];
  readonly #marks: { at: number; sign: string }[] = [];
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  script(span: Span): void {
    this.#scripts.push(span);
  }

  /** Keeps template code at its position, usually between marks. */
  keep(span: Span): void {
    if (span.end > span.start) this.#expressions.push(span);
  }

  /** Writes `sign` at `at`, over text that is not code. */
  mark(at: number, sign: string): void {
    this.#marks.push({ at, sign });
  }

  /** Keeps an expression and puts a comma on each side, over characters that are not part of it. */
  expression(span: Span): void {
    this.mark(span.start - 1, ",");
    this.mark(span.end, ",");
    this.keep(span);
    this.references(span);
  }

  use(name: string, start: number): void {
    const { row, column } = this.#place(start);
    this.uses.push({ name, line: row + 1, column });
  }

  source(specifier: string, at: number): void {
    this.sources.push({ specifier, line: this.#rowAt(at) + 1 });
  }

  /** Adds a part of the template that has its own names. */
  scope(span: Span): void {
    this.#add("lambda", span, {});
  }

  /** Binds a name from here on in the enclosing scope. `value`: the expression it equals or is an element of. */
  local(name: Span, value?: Span, role: "local" | "element" = "local"): void {
    this.#add(role, name, { name, value });
  }

  /** Binds the names of `pattern`, which destructures `value`. */
  destructured(at: number, pattern: Span, value: Span | undefined): void {
    this.#add("destructured", { start: at, end: pattern.end }, { name: pattern, value });
  }

  define(span: Span, name: Span): void {
    this.#add("definition.function", span, { name });
  }

  reference(span: Span): void {
    this.#add("reference", span, {});
  }

  /** Adds references to every name that starts a chain in the expression. Calls are read with the code. */
  references(span: Span): void {
    const text = withoutStrings(this.text.slice(span.start, span.end));
    for (const match of text.matchAll(NAME)) {
      const [name] = match;
      const start = match.index;
      if (isMember(text, start) || isKey(text, start, name.length) || WORDS.has(name)) continue;
      const from = span.start + start;
      this.reference({ start: from, end: from + name.length });
      if (name.startsWith("$") && name.length > 1) {
        this.reference({ start: from + 1, end: from + name.length });
      }
    }
    const path = PATH.exec(text);
    if (path?.[1] !== undefined) {
      const from = span.start + path[0].indexOf(path[1]);
      this.reference({ start: from, end: from + path[1].length });
    }
  }

  parts(): ComponentParts {
    const blank = this.#blank();
    const { hasJsx, isPartial, uses, sources } = this;
    const script = this.#with(blank, this.#scripts);
    const code = this.#with(script, this.#expressions);
    for (const { at, sign } of this.#marks) {
      for (let index = 0; index < sign.length; index++) {
        if (at + index >= 0) code[at + index] = sign.charCodeAt(index);
      }
    }
    const rows = this.#scripts.map(
      (span) => [this.#rowAt(span.start), this.#rowAt(span.end)] as const,
    );
    return {
      isTemplate: (line) => !rows.some(([first, last]) => first < line && line <= last + 1),
      code: decode(code),
      script: decode(script),
      hasJsx,
      isPartial,
      items: this.#items,
      uses,
      sources,
    };
  }

  #with(under: Uint16Array, spans: readonly Span[]): Uint16Array {
    const made = under.slice();
    for (const { start, end } of spans) {
      for (let at = start; at < end; at++) made[at] = this.text.charCodeAt(at);
    }
    return made;
  }

  #blank(): Uint16Array {
    const { text } = this;
    // Two more characters, to close the array at the end of the file.
    const made = new Uint16Array(text.length + 2).fill(SPACE);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isBreak(code)) made[at] = code;
    }
    return made;
  }

  #add(role: string, { start, end }: Span, parts: { name?: Span; value?: Span | undefined }): void {
    const name = parts.name && { ...parts.name, ...this.#place(parts.name.start) };
    this.#items.push({
      role,
      // Sorted after the patterns of the code, which are more specific.
      pattern: 1000,
      start,
      end,
      row: this.#rowAt(start),
      name,
      type: undefined,
      value: parts.value,
      functionStart: -1,
    });
  }

  #place(at: number) {
    const row = this.#rowAt(at);
    return { row, column: at - (this.#starts()[row] ?? 0) };
  }

  #rowAt(offset: number): number {
    const starts = this.#starts();
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #starts(): number[] {
    if (this.#lineStarts === undefined) {
      this.#lineStarts = [0];
      for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) {
        this.#lineStarts.push(at + 1);
      }
    }
    return this.#lineStarts;
  }
}

function decode(codes: Uint16Array): string {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString("utf16le");
}

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
/** A member name only, such as `a.b`. */
const PATH =
  /^\s*([\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)+)\s*$/u;
const WORDS = new Set(
  `as async await break case catch class const continue delete do else false finally for function if in instanceof
  let new null of return satisfies super switch this throw true try typeof undefined var void while yield`.split(
    /\s+/,
  ),
);

/** Replaces strings by blanks of the same length. Computed parts of template literals stay. */
export function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`/g, (item) =>
    " ".repeat(item.length),
  );
}

function isMember(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 20), at).trimEnd();
  return before.endsWith(".") && !before.endsWith("...");
}

/** Returns whether the name is a key `name:` of an object, or a call, which is read with the code. */
function isKey(text: string, at: number, length: number): boolean {
  const after = /^\s*(\?\.)?\s*([:(])?/.exec(text.slice(at + length, at + length + 20));
  if (after?.[2] === "(") return true;
  if (after?.[2] !== ":" || after[1] !== undefined) return false;
  return /[{,]\s*$/.test(text.slice(Math.max(0, at - 40), at));
}
