/** Writes Kotlin's expressions and types with the signs of the other languages. */
import { splitTypes } from "../comma-list.ts";

/** Replaces the signs that mean something else elsewhere. The length may change. */
export function plainKotlin(text: string): string {
  return text
    .replace(/\?:/g, "??")
    .replace(/\bas\?/g, "as")
    .replace(/\bthis@(\p{Lu}[\p{ID_Continue}]*)/gu, "(0 as $1)")
    .replace(/\bthis@\p{ID_Continue}+/gu, "(0)")
    .replace(/\bsuper(?:<([^<>]*)>)?(?:@\p{ID_Continue}+)?/gu, (_whole, base?: string) =>
      base === undefined ? "super" : `(0 as ${base})`,
    )
    .replace(/::class\b(?:\.java\w*)?$/, "")
    .replace(/^\s*(?:::|[!+-]+)/, "")
    .replace(/^object\s*:\s*([\p{ID_Continue}.]+)(?:<[^<>{}]*>)?\s*[({][\s\S]*$/u, "(0 as $1)")
    .replaceAll("`", "");
}

const WORDS = /\b(?:suspend|out|in|vararg|reified)\s+|@[\p{ID_Continue}.]+(?:\([^()]*\))?\s*/gu;

/** Deeper function types in function types are rare. */
const MAX_DEPTH = 6;

/** Returns a type with `=>` and a name for each parameter; the receiver of a function type is its first parameter, `this`. */
export function plainKotlinType(text: string): string {
  return withoutMark(converted(text.replace(WORDS, "").replace(/\s+/g, " ").trim(), 0));
}

/** Removes what says that a value may be null. */
function withoutMark(text: string): string {
  return text.replace(/\?+$/, "").trim();
}

function converted(text: string, depth: number): string {
  const arrow = depth > MAX_DEPTH ? -1 : arrowIn(text);
  if (arrow >= 0) {
    const [left, right] = [text.slice(0, arrow).trim(), text.slice(arrow + 2).trim()];
    return `(${inputsOf(left, depth).join(", ")}) => ${converted(right, depth + 1)}`;
  }
  const inner = /^\(([\s\S]*)\)\??$/.exec(text)?.[1];
  return inner === undefined || depth > MAX_DEPTH ? text : converted(inner.trim(), depth + 1);
}

/** Returns the parameters of `Receiver.(A, b: B)`. */
function inputsOf(left: string, depth: number): string[] {
  const match = /^(?:([\s\S]*?)\.)?\(([\s\S]*)\)$/.exec(left);
  if (match === null) return [];
  const [, receiver, list = ""] = match;
  const types = splitTypes(list)
    .map((part) => part.replace(/^\s*[\p{ID_Continue}`]+\s*:(?!:)/u, "").trim())
    .filter((part) => part !== "");
  const inputs = types.map((type, at) => `p${at}: ${converted(type, depth + 1)}`);
  return receiver === undefined ? inputs : [`this: ${withoutMark(receiver.trim())}`, ...inputs];
}

/** Returns the position of the first `->` outside of brackets; -1 if there is none. */
function arrowIn(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "-" && text[at + 1] === ">") {
      if (depth === 0) return at;
      at++;
    } else if ("([<".includes(sign)) depth++;
    else if (")]>".includes(sign)) depth--;
  }
  return -1;
}
