/** Vue's single-file components: blocks, and the template's directives, handlers and interpolations. */
import type { Span } from "../parser/items.ts";
import { nameIn, partsBetweenCommas, takeNames } from "./bound-names.ts";
import {
  type Attribute,
  matchAt,
  nextMarkup,
  offsetAfter,
  rawEnd,
  readTag,
  type Tag,
  trimmed,
} from "./markup-scanner.ts";
import { OpenElements } from "./open-elements.ts";
import { type ComponentParts, PartsBuilder, withoutStrings } from "./parts.ts";
import { isNativeTag } from "./tags.ts";

export function vueParts(text: string): ComponentParts {
  const parts = new PartsBuilder(text);
  let at = 0;
  while (at < text.length) {
    at = text.indexOf("<", at);
    if (at < 0) break;
    if (text.startsWith("<!--", at)) {
      at = offsetAfter(text, "-->", at);
      continue;
    }
    const tag = /[A-Za-z]/.test(text[at + 1] ?? "") ? readTag(text, at, false) : null;
    if (tag === undefined) {
      parts.isPartial = true;
      break;
    }
    at = tag === null ? at + 1 : takeBlock(parts, tag);
  }
  return parts.parts();
}

/** Reads a block and returns where the text continues after it. */
function takeBlock(parts: PartsBuilder, tag: Tag): number {
  const { text } = parts;
  if (tag.isClosed) {
    if (tag.name === "script") takeSource(parts, tag);
    return tag.end;
  }
  if (tag.name === "template") {
    const language = attributeOf(text, tag, "lang");
    if (language === undefined || language === "html") return takeTemplate(parts, tag);
    parts.isPartial = true;
    return rawEnd(text, tag.name, tag.end);
  }
  const end = rawEnd(text, tag.name, tag.end);
  if (tag.name === "script") {
    takeSource(parts, tag);
    parts.script({ start: tag.end, end });
    if (/^[jt]sx$/.test(attributeOf(text, tag, "lang") ?? "")) parts.hasJsx = true;
  }
  return end + 1;
}

function takeSource(parts: PartsBuilder, tag: Tag): void {
  const specifier = attributeOf(parts.text, tag, "src");
  if (specifier !== undefined) parts.source(specifier, tag.start);
}

function takeTemplate(parts: PartsBuilder, template: Tag): number {
  const open = new OpenElements(parts);
  parts.mark(template.start, ";[");
  const end = takeContent(parts, open, template.end);
  open.endAll(end);
  parts.mark(end, "]");
  return end + 1;
}

/** Reads the content of the template and returns where it ends. */
function takeContent(parts: PartsBuilder, open: OpenElements, start: number): number {
  const { text } = parts;
  let at: number | undefined = start;
  while (at !== undefined) {
    const next = nextMarkup(text, "{{", at);
    if (next < 0) break;
    const ended = matchAt(END_TAG, text, next)?.slice(2);
    if (ended === "template" && !open.has("template")) return next;
    if (ended === undefined) at = takeNext(parts, open, next);
    else {
      at = offsetAfter(text, ">", next);
      open.end(ended, at);
    }
  }
  parts.isPartial = true;
  return text.length;
}

/** Reads the interpolation, comment or tag at `at`. Returns where the text continues, or undefined if it ends within it. */
function takeNext(parts: PartsBuilder, open: OpenElements, at: number): number | undefined {
  const { text } = parts;
  if (text[at] === "{") return takeInterpolation(parts, at);
  if (text.startsWith("<!--", at)) return offsetAfter(text, "-->", at);
  const tag = /[A-Za-z]/.test(text[at + 1] ?? "") ? readTag(text, at, false) : null;
  return tag === null ? at + 1 : tag && takeElement(parts, open, tag);
}

const END_TAG = /<\/[^\s>]*/y;

/** Returns the start of the next tag or interpolation; -1 for none. */
function takeInterpolation(parts: PartsBuilder, start: number): number {
  const end = parts.text.indexOf("}}", start);
  if (end < 0) {
    parts.isPartial = true;
    return start + 2;
  }
  takeExpression(parts, { start: start + 2, end });
  return end + 2;
}

function takeElement(parts: PartsBuilder, open: OpenElements, tag: Tag): number {
  const { text } = parts;
  if (!isNativeTag(tag.name)) parts.use(tag.name, tag.nameStart);
  let isScope = false;
  for (const attribute of tag.attributes) {
    isScope = takeAttribute(parts, attribute) || isScope;
  }
  open.element(tag.name, tag.start, tag.end, tag.isClosed, isScope);
  const isRaw = !tag.isClosed && (tag.name === "script" || tag.name === "style");
  return isRaw ? rawEnd(text, tag.name, tag.end) : tag.end;
}

/** Reads an attribute and returns whether it binds names in the element. */
function takeAttribute(parts: PartsBuilder, { name, value }: Attribute): boolean {
  const written = parts.text.slice(name.start, name.end);
  if (written === "v-for") return value !== undefined && takeLoop(parts, name, value);
  if (written.startsWith("#") || /^v-slot\b/.test(written)) {
    if (value !== undefined) takeNames(parts, value);
    return value !== undefined;
  }
  const isDirective = /^(?:[:@.]|v-)/.test(written);
  if (!isDirective) return false;
  if (value === undefined) takeShorthand(parts, name, written);
  else if (written.startsWith("@") || written.startsWith("v-on:")) takeHandler(parts, value);
  else takeExpression(parts, value);
  return false;
}

/** Reads the shorthand `:name` as `:name="name"`. */
function takeShorthand(parts: PartsBuilder, name: Span, written: string): void {
  const bound = /^(?::|v-bind:)([A-Za-z_$][\w$]*)$/.exec(written)?.[1];
  if (bound !== undefined) parts.reference({ start: name.end - bound.length, end: name.end });
}

const MAX_LOOP_CHARS = 2000;
const LOOP = /^(\s*)(\(?[\s\S]*?\)?)(\s+(?:in|of)\s+)([\s\S]*)$/;

/** Reads `item in items`, `(item, index) in items` or `{ id } of items`. */
function takeLoop(parts: PartsBuilder, name: Span, value: Span): boolean {
  const { text } = parts;
  const isShort = value.end - value.start <= MAX_LOOP_CHARS;
  const match = isShort ? LOOP.exec(text.slice(value.start, value.end)) : null;
  if (match === null) {
    parts.isPartial = true;
    return false;
  }
  const [, space = "", left = "", , right = ""] = match;
  const from = value.end - right.length;
  const items = { start: from, end: value.end };
  parts.mark(from - 1, ",");
  parts.mark(value.end, ",");
  parts.keep(items);
  parts.references(items);
  const start = value.start + space.length;
  const span = trimmed(text, { start, end: start + left.length });
  const isList = text[span.start] === "(";
  const inner = isList ? { start: span.start + 1, end: span.end - 1 } : span;
  const [first, ...rest] = partsBetweenCommas(text, inner);
  if (first === undefined) return false;
  const item = trimmed(text, first);
  // `v-for`: the destructured value is an element of `items`.
  if (/^[{[]/.test(text[item.start] ?? "")) parts.destructured(name.start + 2, item, items);
  else parts.local(nameIn(text, item), items, "element");
  for (const one of rest) parts.local(nameIn(text, trimmed(text, one)));
  return true;
}

const FUNCTION =
  /^\s*(?:async\s*)?(?:function\b|\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)/;
const STATEMENTS = /;|\n|^\s*(?:if|for|while|const|let|var|switch|try)\b/;

/** Reads an event handler: a function, its name, an expression, or statements, which form a block between two arrays. */
function takeHandler(parts: PartsBuilder, value: Span): void {
  const { text } = parts;
  const span = trimmed(text, value);
  const code = text.slice(span.start, span.end);
  if (FUNCTION.test(code) || !STATEMENTS.test(code)) {
    takeExpression(parts, value);
    return;
  }
  parts.references(value);
  if (ENTITY.test(withoutStrings(code))) {
    parts.isPartial = true;
    return;
  }
  parts.mark(value.start - 3, "];{");
  parts.mark(value.end, "}[");
  parts.keep(value);
}

/** An HTML entity in place of a character that JavaScript needs. */
const ENTITY = /&(?:\w+|#\d+);/;

function takeExpression(parts: PartsBuilder, span: Span): void {
  const code = parts.text.slice(span.start, span.end);
  if (code.trim() === "") return;
  if (ENTITY.test(withoutStrings(code))) {
    parts.isPartial = true;
    parts.references(span);
  } else parts.expression(span);
}

function attributeOf(text: string, tag: Tag, name: string): string | undefined {
  const found = tag.attributes.find(
    (attribute) => text.slice(attribute.name.start, attribute.name.end) === name,
  );
  return found?.value && text.slice(found.value.start, found.value.end);
}
