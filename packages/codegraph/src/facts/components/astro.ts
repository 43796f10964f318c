/** Astro's components: front matter, then markup whose expressions contain markup in turn. */
import type { Span } from "../parser/items.ts";
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
  VOID_TAGS,
} from "./markup-scanner.ts";
import { type ComponentParts, PartsBuilder } from "./parts.ts";
import { isNativeTag } from "./tags.ts";

/** Deeper than real markup is nested, and shallow enough for the stack. */
const MAX_DEPTH = 60;

export function astroParts(text: string): ComponentParts {
  const parts = new PartsBuilder(text);
  const fence = /^\s*---[^\S\n]*\n/.exec(text)?.[0].length ?? 0;
  const end = fence === 0 ? -1 : closingFence(text, fence);
  if (end >= 0) parts.script({ start: fence, end });
  const start = end < 0 ? 0 : end + 3;
  parts.mark(Math.max(0, start - 3), ";[");
  new AstroTemplate(parts).read(start);
  parts.mark(text.length, "]");
  return parts.parts();
}

function closingFence(text: string, from: number): number {
  const found = /^---[^\S\n]*$/gm;
  found.lastIndex = from;
  return found.exec(text)?.index ?? -1;
}

class AstroTemplate {
  readonly #parts: PartsBuilder;
  #depth = 0;
  /** Set when markup in an expression does not end or is too deep. Without it, repeated searches would take forever. */
  #isBroken = false;

  constructor(parts: PartsBuilder) {
    this.#parts = parts;
  }

  /** Reads everything from `start` on. */
  read(start: number): void {
    const { text } = this.#parts;
    let at = start;
    while (at < text.length) {
      const next = nextMarkup(text, "{", at);
      if (next < 0) return;
      at = this.#one(next, true) ?? this.#brokenOff();
    }
  }

  /** Marks the component as partial and returns the end of the text, because the rest is not read. */
  #brokenOff(): number {
    this.#parts.isPartial = true;
    return this.#parts.text.length;
  }

  /** Reads the comment, tag or expression at `at`. Returns where the text continues, or undefined if it ends within it. */
  #one(at: number, isTop: boolean): number | undefined {
    const { text } = this.#parts;
    if (text[at] === "{") return this.#expression(at);
    if (text.startsWith("<!--", at)) return offsetAfter(text, "-->", at);
    if (text[at + 1] === "/") return offsetAfter(text, ">", at);
    const isName = /[\p{L}_$]/u.test(text[at + 1] ?? "");
    const tag = isName ? readTag(text, at, true) : null;
    if (tag === undefined) return undefined;
    return tag === null ? at + 1 : this.#tag(tag, isTop);
  }

  #tag(tag: Tag, isTop: boolean): number {
    const { text } = this.#parts;
    const raw = /^(?:script|style)$/.test(tag.name) && !tag.isClosed;
    if (!isNativeTag(tag.name)) this.#parts.use(tag.name, tag.nameStart);
    for (const attribute of tag.attributes) this.#attribute(attribute);
    if (!raw) return tag.end;
    const end = rawEnd(text, tag.name, tag.end);
    if (tag.name === "script" && isTop && !isData(text, tag)) {
      // A separate script, between two arrays.
      this.#parts.mark(tag.end - 1, "]");
      this.#parts.keep({ start: tag.end, end });
      this.#parts.mark(end, ";[");
    }
    return offsetAfter(text, ">", end);
  }

  #attribute({ value, expression, name }: Attribute): void {
    const { text } = this.#parts;
    if (expression !== undefined) this.#code(expression);
    // `name=`…`` is a template literal.
    if (value === undefined || text[value.start - 1] !== "`") return;
    this.#parts.mark(name.end, ",");
    this.#parts.keep({ start: value.start - 1, end: value.end + 1 });
    this.#parts.mark(value.end + 1, ",");
  }

  #expression(start: number): number {
    const { text } = this.#parts;
    const inner = { start: start + 1, end: 0 };
    const holes: Span[] = [];
    const end = braceEnd(text, start, (at) => {
      const next = this.#markup(at);
      if (next !== undefined) holes.push({ start: at, end: next });
      return next;
    });
    if (end >= text.length && text.at(-1) !== "}") return this.#brokenOff();
    inner.end = end - 1;
    this.#mixed(inner, holes);
    return end;
  }

  #code(span: Span): void {
    if (trimmed(this.#parts.text, span).start < span.end) this.#expression(span.start - 1);
  }

  /** Keeps the parts of an expression that are not markup. */
  #mixed(inner: Span, holes: readonly Span[]): void {
    const { text } = this.#parts;
    this.#parts.mark(inner.start - 1, ",");
    this.#parts.mark(inner.end, ",");
    let from = inner.start;
    for (const hole of [...holes, { start: inner.end, end: inner.end }]) {
      const piece = { start: from, end: hole.start };
      if (trimmed(text, piece).start < piece.end) {
        this.#parts.keep(piece);
        this.#parts.references(piece);
      }
      from = hole.end;
    }
  }

  /** Turns an element in an expression into an array. Returns the end of the element, or undefined if it does not end. */
  #markup(start: number): number | undefined {
    this.#isBroken ||= this.#depth >= MAX_DEPTH;
    if (this.#isBroken) return undefined;
    this.#depth++;
    try {
      const end = this.#element(start);
      if (end === undefined) {
        this.#isBroken = true;
        this.#parts.isPartial = true;
        return undefined;
      }
      this.#parts.mark(start, "[");
      this.#parts.mark(end - 1, "]");
      return end;
    } finally {
      this.#depth--;
    }
  }

  #element(start: number): number | undefined {
    const { text } = this.#parts;
    let depth = 0;
    let at = start;
    do {
      const next = at === start ? start : nextMarkup(text, "{", at);
      if (next < 0) return undefined;
      const isTag = text[next] === "<" && !text.startsWith("<!--", next);
      const end = text.startsWith("<>", next) ? next + 2 : this.#one(next, false);
      if (end === undefined) return undefined;
      if (isTag) depth += depthOf(text, next, end);
      at = end;
    } while (depth > 0);
    return at;
  }
}

/** Returns 1 for a tag that opens an element, -1 for one that closes it, and 0 for others. */
function depthOf(text: string, start: number, end: number): number {
  if (text[start + 1] === "/") return -1;
  if (text.startsWith("/>", end - 2)) return 0;
  const name = matchAt(NAME, text, start + 1) ?? "";
  return VOID_TAGS.has(name) || name === "script" || name === "style" ? 0 : 1;
}

const NAME = /[^\s/>]*/y;

/** JSON, or a template: no code. */
function isData(text: string, tag: Tag): boolean {
  const type = tag.attributes.find(
    (attribute) => text.slice(attribute.name.start, attribute.name.end) === "type",
  )?.value;
  return type !== undefined && !/module|javascript/.test(text.slice(type.start, type.end));
}
