/** Types that a YARD comment states for the method below it. */

const MAX_CHARS = 3000;
/** Classes of the language, whose members are not of the project, and words that state no class. */
const PLAIN = new Set(
  `Object BasicObject Class Module Boolean String Symbol Integer Float Numeric Array Hash Proc Method IO File Time Date Regexp
   Enumerator Enumerable Range Set NilClass TrueClass FalseClass Exception Struct Void`.split(
    /\s+/,
  ),
);

/** Returns the chain of an object of the class after `@return`; "" for none or several. */
export function documentedResult(text: string, start: number): string {
  return objectOf(/@return\s+\[([^\]\n]+)\]/.exec(commentBefore(text, start))?.[1]);
}

/** Returns the chain of an object of the class that `@param` states for a parameter. */
export function documentedParameter(text: string, start: number, name: string): string {
  const comment = commentBefore(text, start);
  if (!comment.includes("@param")) return "";
  const found = new RegExp(
    `@param\\s+(?:${name}\\s+\\[([^\\]\\n]+)\\]|\\[([^\\]\\n]+)\\]\\s+${name}\\b)`,
  ).exec(comment);
  return objectOf(found?.[1] ?? found?.[2]);
}

function objectOf(type: string | undefined): string {
  const names = (type ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "nil");
  const [name = ""] = names;
  if (names.length !== 1 || !/^(?:::)?\p{Lu}[\w:]*$/u.test(name) || PLAIN.has(name)) return "";
  return `${name.replace(/^::/, "$.").replaceAll("::", ".")}.new()`;
}

/** Returns the lines of comments directly before an offset. */
function commentBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - MAX_CHARS), start).split("\n");
  before.pop();
  let first = before.length;
  while (first > 0 && /^\s*#/.test(before[first - 1] ?? "")) first--;
  return before.slice(first).join("\n");
}
