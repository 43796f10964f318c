/** Names that a template binds: in loops, slots, snippets and promises. */
import type { Span } from "../parser/items.ts";
import { bindPattern } from "../pattern.ts";
import { trimmed } from "./markup-scanner.ts";
import type { PartsBuilder } from "./parts.ts";

/** Longer text is not a list of names, and the time to split it grows quadratically. */
const MAX_CHARS = 2000;

/** Binds the names of `a, { b, c }`, whose values are unknown. */
export function takeNames(parts: PartsBuilder, value: Span): void {
  const { text } = parts;
  if (value.end - value.start > MAX_CHARS) return;
  for (const partsBetweenComma of partsBetweenCommas(text, value)) {
    const span = trimmed(text, partsBetweenComma);
    const pattern = text.slice(span.start, span.end);
    if (!/^[{[]/.test(pattern)) {
      parts.local(nameIn(text, span));
      continue;
    }
    for (const [name] of bindPattern(pattern, "?")) {
      const at = new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$]|\\s*:)`).exec(
        pattern,
      );
      if (at === null) continue;
      const start = span.start + at.index;
      parts.local({ start, end: start + name.length });
    }
  }
}

/** Returns the span of a name without its type or default. */
export function nameIn(text: string, span: Span): Span {
  const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*/u.exec(text.slice(span.start, span.end))?.[0];
  return { start: span.start, end: span.start + (name?.length ?? 0) };
}

export function partsBetweenCommas(text: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < end; at++) {
    const sign = text[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) {
      found.push({ start: from, end: at });
      from = at + 1;
    }
  }
  return [...found, { start: from, end }].filter((span) => trimmed(text, span).end > span.start);
}
