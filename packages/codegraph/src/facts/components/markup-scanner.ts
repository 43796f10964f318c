/** Scans the markup of a template: tags, attributes, comments, and expressions in braces. */
import type { Span } from "../parser/items.ts";

export interface Attribute {
  readonly name: Span;
  /** The text between the quotes; undefined if the attribute has no value or an expression. */
  readonly value: Span | undefined;
  /** The content of braces `{…}` that replace the value or the whole attribute. */
  readonly expression: Span | undefined;
}

export interface Tag {
  readonly name: string;
  readonly nameStart: number;
  readonly start: number;
  /** Offset after the `>`. */
  readonly end: number;
  readonly attributes: readonly Attribute[];
  readonly isClosed: boolean;
}

/** Elements without an end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

const TAG_NAME = /[^\s/>"'<={}]+/y;
const ATTRIBUTE_NAME = /(?:\[[^\]]*\]|[^\s=>"'</{}[]|\/(?!>)|\[)+/y;
const UNQUOTED = /[^\s"'=<>`]+/y;

/**
 * Reads the tag at `start`. `hasBraces`: `{…}` is an expression in a tag. Returns null for a `<` that starts no tag, and
 * undefined if the text ends within a tag, so that nothing can follow.
 */
export function readTag(text: string, start: number, hasBraces: boolean): Tag | null | undefined {
  const name = matchAt(TAG_NAME, text, start + 1) ?? "";
  let at = start + 1 + name.length;
  const attributes: Attribute[] = [];
  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) return undefined;
    if (text[at] === "<") return null;
    const isClosed = text.startsWith("/>", at);
    if (isClosed || text[at] === ">") {
      const end = at + (isClosed ? 2 : 1);
      return { name, nameStart: start + 1, start, end, attributes, isClosed };
    }
    const [attribute, next] = readAttribute(text, at, hasBraces);
    if (attribute !== undefined) attributes.push(attribute);
    // Skips characters that belong to no attribute.
    at = Math.max(next, at + 1);
  }
}

function readAttribute(
  text: string,
  start: number,
  hasBraces: boolean,
): readonly [Attribute | undefined, number] {
  if (hasBraces && text[start] === "{") {
    const end = braceEnd(text, start);
    const expression = { start: start + 1, end: end - 1 };
    return [{ name: { start, end: start }, value: undefined, expression }, end];
  }
  const written = matchAt(ATTRIBUTE_NAME, text, start);
  if (written === undefined) return [undefined, start + 1];
  const name = { start, end: start + written.length };
  const equals = skipSpace(text, name.end);
  if (text[equals] !== "=") return [{ name, value: undefined, expression: undefined }, name.end];
  const at = skipSpace(text, equals + 1);
  const sign = text[at] ?? "";
  if (sign === '"' || sign === "'" || (hasBraces && sign === "`")) {
    const end = hasBraces ? quoteEnd(text, at) : closing(text, sign, at + 1);
    return [{ name, value: { start: at + 1, end }, expression: undefined }, end + 1];
  }
  if (hasBraces && sign === "{") {
    const end = braceEnd(text, at);
    return [{ name, value: undefined, expression: { start: at + 1, end: end - 1 } }, end];
  }
  const bare = matchAt(UNQUOTED, text, at) ?? "";
  const end = at + bare.length;
  return [{ name, value: { start: at, end }, expression: undefined }, end];
}

/** Returns the offset of the quote that ends an attribute. Expressions in it may contain quotes. */
function quoteEnd(text: string, start: number): number {
  const quote = text[start] ?? "";
  let at = start + 1;
  while (at < text.length && text[at] !== quote)
    at = text[at] === "{" ? braceEnd(text, at) : at + 1;
  return at;
}

function closing(text: string, sign: string, from: number): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
}

/** Returns where the markup at an offset ends; undefined if it does not. */
type OnMarkup = (at: number) => number | undefined;

/**
 * Returns the offset after the `}` that closes the `{` at `start`, or the end of the text. `onMarkup` is called for each `<`
 * that starts markup.
 */
export function braceEnd(text: string, start: number, onMarkup?: OnMarkup): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const sign = text[at] ?? "";
    const end = opaqueEnd(text, at, sign, onMarkup);
    if ("{([".includes(sign)) depth++;
    else if ("})]".includes(sign) && --depth <= 0) return at + 1;
    at = Math.max(end, at + 1);
  }
  return text.length;
}

/**
 * Returns the offset after the string, comment, regular expression or markup at `at`, whose brackets do not count; -1 for
 * none.
 */
function opaqueEnd(text: string, at: number, sign: string, onMarkup: OnMarkup | undefined): number {
  switch (sign) {
    case '"':
    case "'":
      return stringEnd(text, at);
    case "`":
      return templateEnd(text, at);
    case "/":
      return slashEnd(text, at);
    case "<":
      return onMarkup !== undefined && beginsMarkup(text, at) ? (onMarkup(at) ?? -1) : -1;
    default:
      return -1;
  }
}

function stringEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at + 1;
    // An apostrophe outside of code.
    else if (text[at] === "\n") return start + 1;
  }
  return text.length;
}

function templateEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    if (text[at] === "\\") at += 2;
    else if (text[at] === "`") return at + 1;
    else if (text.startsWith("${", at)) at = braceEnd(text, at + 1);
    else at++;
  }
  return text.length;
}

/** Returns the end of a comment, regular expression or division sign. */
function slashEnd(text: string, start: number): number {
  if (text.startsWith("//", start)) return closing(text, "\n", start);
  if (text.startsWith("/*", start)) return closing(text, "*/", start + 2) + 2;
  const before = text.slice(Math.max(0, start - 20), start).trimEnd();
  if (!/[(,=:[!&|?{};>]$/.test(before) || text[start + 1] === ">") return start + 1;
  let isClass = false;
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") isClass = true;
    else if (text[at] === "]") isClass = false;
    else if (text[at] === "/" && !isClass) return at + 1;
  }
  return start + 1;
}

/** Returns whether `<Name` or `<>` is at a position where a value may start. */
function beginsMarkup(text: string, at: number): boolean {
  if (!/^<(?:[\p{L}_$]|>|!--)/u.test(text.slice(at, at + 4))) return false;
  const before = text.slice(Math.max(0, at - 60), at).trimEnd();
  return before === "" || /[({[,;:?>&|=}]$|\breturn$/.test(before);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}

export function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** Returns the span without surrounding white space. */
export function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] ?? "")) from++;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
  return { start: from, end: to };
}

/** Returns the offset of the next tag or expression; -1 if none follows. `braces` start an expression. */
export function nextMarkup(text: string, braces: string, from: number): number {
  const [tag, expression] = [text.indexOf("<", from), text.indexOf(braces, from)];
  return tag < 0 || expression < 0 ? Math.max(tag, expression) : Math.min(tag, expression);
}

/** Returns the offset after the next `sign`, or the end of the text. */
export function offsetAfter(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at + sign.length;
}

/** Returns the start of the end tag of an element whose content is not markup, such as a script. */
export function rawEnd(text: string, name: string, from: number): number {
  const found = new RegExp(`</${name.replace(/[^\w-]/g, "")}\\s*>`, "gi");
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
}
