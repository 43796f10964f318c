/** Svelte's components: script blocks, blocks and tags in braces, directives. */
import type { Span } from "../parser/items.ts";
import { nameIn, partsBetweenCommas, takeNames } from "./bound-names.ts";
import {
  type Attribute,
  braceEnd,
  matchAt,
  nextMarkup,
  offsetAfter,
  rawEnd,
  readTag,
  type Tag,
  trimmed,
} from "./markup-scanner.ts";
import { OpenElements } from "./open-elements.ts";
import { type ComponentParts, PartsBuilder } from "./parts.ts";
import { isNativeTag } from "./tags.ts";

export function svelteParts(text: string): ComponentParts {
  const template = new SvelteTemplate(text);
  let at: number | undefined = 0;
  while (at !== undefined) {
    const next = nextMarkup(text, "{", at);
    at = next < 0 ? undefined : template.takeNext(next);
  }
  return template.end();
}

/** Markup may occur anywhere between the scripts; each stretch of markup with code becomes an array. */
class SvelteTemplate {
  readonly #parts: PartsBuilder;
  readonly #open: OpenElements;
  #isInArray = false;

  constructor(text: string) {
    this.#parts = new PartsBuilder(text);
    this.#open = new OpenElements(this.#parts);
  }

  end(): ComponentParts {
    const { length } = this.#parts.text;
    this.#open.endAll(length);
    this.#endArray(length);
    return this.#parts.parts();
  }

  /** Reads the comment, braces or tag at `at`. Returns where the text continues, or undefined if it ends within it. */
  takeNext(at: number): number | undefined {
    const { text } = this.#parts;
    if (text.startsWith("<!--", at)) return offsetAfter(text, "-->", at);
    if (text[at] === "{") {
      // A brace alone leaves no room to start an array, so the array starts on the characters before it.
      return takeBraces(this.#parts, this.#open, at, () => this.#beginArray(Math.max(0, at - 2)));
    }
    const ended = matchAt(END_TAG, text, at)?.slice(2);
    if (ended !== undefined) {
      const close = offsetAfter(text, ">", at);
      this.#open.end(ended, close);
      return close;
    }
    const tag = /[A-Za-z]/.test(text[at + 1] ?? "") ? readTag(text, at, true) : null;
    if (tag === undefined) this.#parts.isPartial = true;
    return tag === null ? at + 1 : tag && this.#takeTag(tag);
  }

  #takeTag(tag: Tag): number {
    const { text } = this.#parts;
    if (/^(?:script|style)$/.test(tag.name) && !tag.isClosed) {
      if (tag.name === "script") this.#endArray(tag.start);
      return takeRaw(this.#parts, tag);
    }
    if (tag.name === "template" && hasLanguage(text, tag)) this.#parts.isPartial = true;
    this.#beginArray(tag.start);
    return takeElement(this.#parts, this.#open, tag);
  }

  #beginArray(at: number): void {
    if (!this.#isInArray) this.#parts.mark(at, ";[");
    this.#isInArray = true;
  }

  #endArray(at: number): void {
    if (this.#isInArray) this.#parts.mark(at, "]");
    this.#isInArray = false;
  }
}

/** Returns whether the tag names the language of a preprocessor, such as Pug. */
function hasLanguage(text: string, { attributes }: Tag): boolean {
  return attributes.some(({ name }) => text.slice(name.start, name.end) === "lang");
}

const END_TAG = /<\/[^\s>]*/y;

function takeRaw(parts: PartsBuilder, tag: Tag): number {
  const end = rawEnd(parts.text, tag.name, tag.end);
  if (tag.name === "script") {
    parts.script({ start: tag.end, end });
    takeStores(parts, { start: tag.end, end });
  }
  return offsetAfter(parts.text, ">", end);
}

/** Adds references to stores: `$count` is the value of the store `count`. */
function takeStores(parts: PartsBuilder, { start, end }: Span): void {
  for (const match of parts.text
    .slice(start, end)
    .matchAll(/(?<![\w$.])\$([A-Za-z_]\w*)(?!\s*\()/g)) {
    const from = start + match.index + 1;
    parts.reference({ start: from, end: from + (match[1]?.length ?? 0) });
  }
}

function takeElement(parts: PartsBuilder, open: OpenElements, tag: Tag): number {
  if (!isNativeTag(tag.name) && !tag.name.startsWith("svelte:")) parts.use(tag.name, tag.nameStart);
  let isScope = false;
  for (const attribute of tag.attributes) isScope = takeAttribute(parts, attribute) || isScope;
  open.element(tag.name, tag.start, tag.end, tag.isClosed, isScope);
  return tag.end;
}

const NAMING = /^(?:use|transition|in|out|animate):([A-Za-z_$][\w$]*)(?:$|[|.])/;
const SHORTHAND = /^(?:bind|class|style):([A-Za-z_$][\w$]*)$/;

/** Reads an attribute and returns whether it binds a name in the element. */
function takeAttribute(parts: PartsBuilder, { name, value, expression }: Attribute): boolean {
  const { text } = parts;
  const written = text.slice(name.start, name.end);
  if (expression !== undefined) takeCode(parts, expression);
  if (value !== undefined) takeMixed(parts, value);
  const named = NAMING.exec(written)?.[1];
  const from = name.start + written.indexOf(":") + 1;
  if (named !== undefined) parts.reference({ start: from, end: from + named.length });
  if (expression !== undefined || value !== undefined) return false;
  const short = SHORTHAND.exec(written)?.[1];
  if (short !== undefined) parts.reference({ start: from, end: from + short.length });
  const input = /^let:([A-Za-z_$][\w$]*)$/.exec(written)?.[1];
  if (input !== undefined) parts.local({ start: from, end: from + input.length });
  return input !== undefined;
}

/** Reads text with expressions in braces. */
function takeMixed(parts: PartsBuilder, { start, end }: Span): void {
  for (let at = parts.text.indexOf("{", start); at >= 0 && at < end; ) {
    const close = Math.min(braceEnd(parts.text, at), end);
    takeCode(parts, { start: at + 1, end: close - 1 });
    at = parts.text.indexOf("{", close);
  }
}

function takeCode(parts: PartsBuilder, span: Span): void {
  // `{@attach f}` in a tag.
  const word = /^\s*@\w+/.exec(parts.text.slice(span.start, span.end))?.[0] ?? "";
  const code = { start: span.start + word.length, end: span.end };
  if (trimmed(parts.text, code).start < code.end) parts.expression(code);
}

const BLOCK = /([#:/@])([a-z]+)(?:\s+if\b)?/y;

/** Reads `{expression}`, `{#each …}`, `{:else if …}`, `{/each}` or `{@render …}`. Returns where the text continues. */
function takeBraces(
  parts: PartsBuilder,
  open: OpenElements,
  start: number,
  onCode: () => void,
): number {
  const { text } = parts;
  const end = braceEnd(text, start);
  if (end >= text.length && text.at(-1) !== "}") {
    parts.isPartial = true;
    return text.length;
  }
  onCode();
  BLOCK.lastIndex = start + 1;
  const block = BLOCK.exec(text);
  const inner = { start: start + 1 + (block?.[0].length ?? 0), end: end - 1 };
  const [, sign = "", word = ""] = block ?? [];
  if (sign === "/") open.end(`#${word}`, end);
  else if (sign === "#") takeBlock(parts, open, word, start, inner);
  else if (sign === ":" && (word === "then" || word === "catch")) takeNames(parts, inner);
  else if (sign === "@" && word === "const") takeConst(parts, inner);
  else if (trimmed(text, inner).start < inner.end) parts.expression(inner);
  return end;
}

function takeBlock(
  parts: PartsBuilder,
  open: OpenElements,
  word: string,
  start: number,
  inner: Span,
): void {
  const { text } = parts;
  const name = word === "snippet" ? nameIn(text, trimmed(text, inner)) : undefined;
  open.begin(`#${word}`, start, name ?? (word === "each" || word === "await"));
  if (word === "each") takeEach(parts, inner);
  else if (word === "await") takeAwait(parts, inner);
  else if (name !== undefined) takeParameters(parts, { start: name.end, end: inner.end });
  else if (trimmed(text, inner).start < inner.end) parts.expression(inner);
}

/** Reads `items as item, index (key)`. */
function takeEach(parts: PartsBuilder, inner: Span): void {
  const { text } = parts;
  const at = lastWord(text, inner, " as ");
  if (at < 0) {
    parts.expression(inner);
    return;
  }
  const items = { start: inner.start, end: at };
  parts.expression(items);
  const key = /\s\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$/.exec(text.slice(at + 4, inner.end));
  const names = { start: at + 4, end: key === null ? inner.end : at + 4 + key.index };
  if (key !== null) takeKey(parts, { start: names.end, end: inner.end });
  const [first, ...rest] = partsBetweenCommas(text, names);
  if (first === undefined) return;
  const item = trimmed(text, first);
  if (/^[{[]/.test(text[item.start] ?? "")) takeNames(parts, item);
  else parts.local(nameIn(text, item), items, "element");
  for (const span of rest) parts.local(nameIn(text, trimmed(text, span)));
}

/** `(key)` of an element */
function takeKey(parts: PartsBuilder, around: Span): void {
  const { start, end } = trimmed(parts.text, around);
  parts.expression({ start: start + 1, end: end - 1 });
}

function takeAwait(parts: PartsBuilder, inner: Span): void {
  const at = lastWord(parts.text, inner, " then ");
  parts.expression({ start: inner.start, end: at < 0 ? inner.end : at });
  if (at >= 0) takeNames(parts, { start: at + 6, end: inner.end });
}

/** `(a, b)` of a snippet. */
function takeParameters(parts: PartsBuilder, { start, end }: Span): void {
  const { text } = parts;
  const [from, to] = [text.indexOf("(", start), text.lastIndexOf(")", end)];
  if (from >= 0 && from < to) takeNames(parts, { start: from + 1, end: to });
}

/** `name = value` */
function takeConst(parts: PartsBuilder, inner: Span): void {
  const { text } = parts;
  parts.expression(inner);
  const equals = text.indexOf("=", inner.start);
  if (equals < 0 || equals > inner.end) return;
  const left = trimmed(text, { start: inner.start, end: equals });
  if (/^[{[]/.test(text[left.start] ?? "")) takeNames(parts, left);
  else parts.local(nameIn(text, left), { start: equals + 1, end: inner.end });
}

function lastWord(text: string, { start, end }: Span, word: string): number {
  const at = text.lastIndexOf(word, end - word.length);
  return at < start ? -1 : at;
}
