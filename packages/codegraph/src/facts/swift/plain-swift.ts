/** Writes Swift's expressions and types with the signs of the other languages. */
import { splitTypes } from "../comma-list.ts";

/** A type with type arguments before a member: `Box<Int>.make`. */
const TYPED =
  /^\s*((?:\p{Lu}\p{ID_Continue}*\.){0,5}\p{Lu}\p{ID_Continue}*<[^()=;"{}]{1,200}>)(?=\.\p{ID_Start})/u;

/** Replaces the signs that mean something else elsewhere. The length may change. */
export function plainSwift(text: string): string {
  return text
    .replace(/^(?:\s*(?:try[?!]?|await)\s)+/, "")
    .replace(/^\s*[!&-]+(?=[\p{ID_Start}_(])/u, "")
    .replace(/\bas[?!]/g, "as")
    .replace(TYPED, "(0 as $1)")
    .replace(/\.self$/, "")
    .replace(/\.init(?=\()/g, "")
    .replace(/^\[\s*([\p{ID_Continue}.<>]+)\s*\]\(\)$/u, "(0 as Array<$1>)")
    .replace(
      /^\[\s*([\p{ID_Continue}.]+)\s*:\s*([\p{ID_Continue}.<>]+)\s*\]\(\)$/u,
      "(0 as Map<$1, $2>)",
    )
    .replaceAll("`", "");
}

const WORDS =
  /\b(?:inout|__owned|__shared|some|any|borrowing|consuming|sending|async|throws|rethrows|indirect|isolated)\b\s*|@[\p{ID_Continue}]+(?:\([^()]*\))?\s*/gu;
/** Deeper types in types are rare. */
const MAX_DEPTH = 6;

/** Returns a type with `Array` and `Map` for its brackets, and with `=>` and names in function types. */
export function plainSwiftType(text: string): string {
  return converted(text.replace(WORDS, "").replace(/\s+/g, " ").trim(), 0);
}

function converted(written: string, depth: number): string {
  const text = written.trim();
  if (depth > MAX_DEPTH) return "";
  const arrow = outside(text, "->");
  if (arrow >= 0) return functionType(text, arrow, depth);
  const bare = text.replace(/[?!]+$/, "").trim();
  // The type of a type is no value of it.
  if (/\.(?:Type|Protocol)$/.test(bare)) return `Type<${bare.replace(/\.\w+$/, "")}>`;
  if (bare.startsWith("[") && closes(bare)) return listType(bare.slice(1, -1), depth);
  if (!bare.startsWith("(") || !closes(bare)) return bare;
  const inner = bare.slice(1, -1);
  // A tuple has no members that could be followed.
  const isTuple = splitTypes(inner).length > 1 || outside(inner, ":") >= 0;
  return isTuple ? "" : converted(inner, depth + 1);
}

function functionType(text: string, arrow: number, depth: number): string {
  const inner = /^\(([\s\S]*)\)$/.exec(text.slice(0, arrow).trim())?.[1] ?? "";
  const types = splitTypes(inner)
    .map((part) => part.replace(/^\s*[\p{ID_Continue}]+(?:\s+[\p{ID_Continue}]+)?\s*:/u, "").trim())
    .filter((part) => part !== "");
  const inputs = types.map((type, at) => `p${at}: ${converted(type, depth + 1)}`);
  return `(${inputs.join(", ")}) => ${converted(text.slice(arrow + 2), depth + 1)}`;
}

function listType(inner: string, depth: number): string {
  const colon = outside(inner, ":");
  if (colon < 0) return `Array<${converted(inner, depth + 1)}>`;
  const [key, value] = [inner.slice(0, colon), inner.slice(colon + 1)];
  return `Map<${converted(key, depth + 1)}, ${converted(value, depth + 1)}>`;
}

/** Returns whether the bracket at the start closes at the end. */
function closes(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([<".includes(text[at] ?? "")) depth++;
    else if (")]>".includes(text[at] ?? "") && text[at - 1] !== "-" && --depth === 0)
      return at === text.length - 1;
  }
  return false;
}

/** Returns the position of the first such sign outside of brackets; -1 if there is none. */
function outside(text: string, sign: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text.startsWith(sign, at)) return at;
    if ("([<".includes(text[at] ?? "")) depth++;
    else if (")]>".includes(text[at] ?? "") && text[at - 1] !== "-") depth--;
  }
  return -1;
}
