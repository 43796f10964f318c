/**
 * Calls in a macro's arguments, which are not a syntax tree: `assert_eq!(a.b(c()), 2)` contains `a.b` and `c`. Reads the
 * text: a name before a bracket, and backwards the object it is a member of.
 */
import type { Span } from "./parser/items.ts";

/** Strings, characters and comments, whose brackets do not count. */
const OPAQUE =
  /r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[^'])'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const CALLEE = /([\p{ID_Start}_]\w*)(?:::<[^()]*?>)?\(/gu;
const NO_CALLEES = new Set([
  "if",
  "match",
  "while",
  "for",
  "in",
  "return",
  "fn",
  "as",
  "move",
  "let",
  "Some",
  "Ok",
  "Err",
]);

/** Returns the spans of callees in `text`, in order. */
export function calleesIn(text: string): Span[] {
  const plain = text.replace(OPAQUE, (item) => `"${" ".repeat(Math.max(0, item.length - 2))}"`);
  const found: Span[] = [];
  for (const match of plain.matchAll(CALLEE)) {
    const [whole, name = ""] = match;
    const start = startOf(plain, match.index);
    const isDefinition = /\bfn\s+$/.test(before(plain, start));
    if (NO_CALLEES.has(name) || isDefinition) continue;
    found.push({ start, end: match.index + whole.length - 1 });
  }
  return found;
}

/** Longer than real names, and short enough to search for each call of a long list. */
const MAX_NAME_CHARS = 200;
const before = (text: string, at: number) => text.slice(Math.max(0, at - MAX_NAME_CHARS), at);

/** Returns the start of the expression that ends with the name at `at`. */
function startOf(text: string, at: number): number {
  let start = at;
  for (;;) {
    const link = /(?:\.|::)\s*$/.exec(before(text, start));
    if (link === null) return start;
    const end = start - link[0].length;
    const operand = operandStart(text, end);
    if (operand === end) return start;
    start = operand;
  }
}

/** Returns the start of the name, call or element access that ends at `end`. */
function operandStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? "")) at--;
  while (at > 0 && ")]?".includes(text[at - 1] ?? ""))
    at = text[at - 1] === "?" ? at - 1 : openingOf(text, at);
  const name = /[\p{ID_Start}_]\w*$|"\s*"$/u.exec(before(text, at));
  return name === null ? at : at - name[0].length;
}

/** Returns the offset of the opening bracket for the one before `end`; 0 if none exists. */
function openingOf(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const sign = text[at] ?? "";
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && --depth === 0) return at;
  }
  return 0;
}
