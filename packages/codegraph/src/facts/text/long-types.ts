/** Shortens types of TypeScript that are too long to be stored, and keeps what has members: names, and short type arguments. */
import { splitTypes } from "../comma-list.ts";

export const MAX_TYPE_CHARS = 300;
/** Lengths up to which a part is kept as written. The first that gives a type short enough is used. */
const PART_CHARS = [60, 20];
const MAX_DEPTH = 3;

/**
 * Returns a type as written if it is short, otherwise what is known of it: `Box<A, …>` becomes `Box<A, unknown>`, and of a
 * condition both results remain. Returns "" if nothing is known.
 */
export function shortened(type: string): string {
  if (type.length <= MAX_TYPE_CHARS) return type;
  const text = type.replace(/\s+/g, " ");
  const found = PART_CHARS.map((chars) => partOf(text, chars, 0));
  return found.find((short) => short.length <= MAX_TYPE_CHARS) ?? "";
}

function partOf(type: string, chars: number, depth: number): string {
  const text = type.trim();
  if (text.length <= chars) return text;
  if (depth > MAX_DEPTH) return "";
  const each = (parts: readonly string[]) =>
    oneOf(parts.map((one) => partOf(one, chars, depth + 1)));
  const results = resultsOf(text);
  if (results !== undefined) return each(results);
  const parts = splitAt(text, /[|&]/);
  if (parts.length > 1) return each(parts);
  // The members of an inline type are definitions of their own.
  if (/^\{[\s\S]*\}$/.test(text)) return "{}";
  const read = (one: string) => partOf(one, chars, depth + 1) || "unknown";
  return named(text, read) ?? functionType(text, read) ?? "";
}

function oneOf(parts: readonly string[]): string {
  return [...new Set(parts.filter((one) => one !== ""))].join(" | ");
}

function named(text: string, read: (one: string) => string): string | undefined {
  const [head = "", name = ""] = /^([\p{ID_Start}_$][\p{ID_Continue}$.]*)\s*</u.exec(text) ?? [];
  if (name === "" || !text.endsWith(">")) return undefined;
  const list = text.slice(head.length, -1);
  // Another `>` of depth 0 ends the arguments earlier: `A<B> extends C<D>`.
  if (splitAt(`<${list}>`, /\S/).length > 1) return undefined;
  return `${name}<${splitTypes(list).map(read).join(", ")}>`;
}

/** `(a: A, b?: B) => C` */
function functionType(text: string, read: (one: string) => string): string | undefined {
  const [input = "", result = ""] = splitAt(text, /=/);
  if (!input.startsWith("(") || !result.startsWith(">")) return undefined;
  const parameters = splitTypes(input.trim().slice(1, -1)).flatMap((parameter) => {
    const [, name, type] =
      /^\s*((?:\.\.\.)?[\p{ID_Continue}$]+\??)\s*:([\s\S]*)$/u.exec(parameter) ?? [];
    return parameter.trim() === "" ? [] : `${name ?? "_"}: ${read(type ?? "")}`;
  });
  return `(${parameters.join(", ")}) => ${read(result.slice(1))}`;
}

/** Returns the two results of `A extends B ? C : D`; undefined for anything else. */
function resultsOf(text: string): string[] | undefined {
  const [condition = "", ...rest] = splitAt(text, /\?/);
  if (rest.length === 0 || !/\sextends\s/.test(condition)) return undefined;
  const results = rest.join("?");
  // `a?: B` is in brackets, so each question mark belongs to a condition.
  let open = 0;
  let colon = -1;
  eachOutside(results, (sign, at) => {
    if (sign === "?") open++;
    else if (sign === ":" && open-- === 0 && colon < 0) colon = at;
  });
  return colon < 0 ? undefined : [results.slice(0, colon), results.slice(colon + 1)];
}

/** Splits a type at signs outside of brackets. */
function splitAt(text: string, pattern: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  eachOutside(text, (sign, at) => {
    if (!pattern.test(sign)) return;
    parts.push(text.slice(start, at));
    start = at + 1;
  });
  return [...parts, text.slice(start)].filter((part) => part.trim() !== "");
}

/** Visits the characters outside of brackets and quotes. */
function eachOutside(text: string, visit: (sign: string, at: number) => void): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (`"'\``.includes(sign)) {
      const end = text.indexOf(sign, at + 1);
      at = end < 0 ? text.length : end;
    } else if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && text[at - 1] !== "=")) depth--;
    else if (depth === 0) visit(sign, at);
  }
}
