/** Compares types as text, without spaces, with patterns in which a sign stands for any type. Each part is compared once. */

/** Stands for any type. No type contains it, because question marks are removed. */
export const ANY_TYPE = "?";

/** Returns whether a pattern such as `List<?[]>` covers a type. */
export function isLike(pattern: string, type: string): boolean {
  if (pattern.length > type.length) return false;
  let at = 0;
  for (let index = 0; index < pattern.length; index++) {
    if (pattern[index] !== ANY_TYPE) {
      if (pattern[index] !== type[at]) return false;
      at++;
      continue;
    }
    // What follows up to the end of the type, such as `[]`, is not part of what the sign stands for.
    const rest = endOfType(pattern, index + 1) - (index + 1);
    const end = endOfType(type, at) - rest;
    if (end <= at) return false;
    at = end;
  }
  return at === type.length;
}

/** Returns where a type ends: at a comma or a closing bracket that is not its own. */
function endOfType(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if ("<([".includes(sign)) depth++;
    else if (">)]".includes(sign) && --depth < 0) return at;
    else if (sign === "," && depth === 0) return at;
  }
  return text.length;
}
