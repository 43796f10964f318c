/** Destructuring: the names a pattern binds, and the parts of the value they are bound to. */
import { splitValues } from "./comma-list.ts";

/**
 * Returns the bindings of a pattern. With chain `x`, `{ a, b: c, ...rest }` binds a to `x.a` and c to `x.b`, and `[p, q]`
 * binds both to `x[]`; Python's `a, b` works likewise. Nested patterns are followed. Names with unknown values are left out
 * if both the chain and the step are "".
 */
export function bindPattern(pattern: string, chain: string): [string, string][] {
  const text = pattern.trim();
  const isObject = text.startsWith("{");
  const inner = /^[{[(]/.test(text) ? text.slice(1, -1) : text;
  const bound: [string, string][] = [];
  for (const [index, part] of splitValues(inner).entries()) {
    const match = /^\s*(?:([\p{ID_Continue}$]+)\s*:)?\s*([[{(]?[\s\S]*?)\s*$/u.exec(
      withoutDefault(part),
    );
    const target = match?.[2] ?? "";
    if (target === "" || target.startsWith("...") || target.startsWith("*")) continue;
    const step = isObject ? `.${match?.[1] ?? target}` : elementStep(index);
    if (/^[[{(]/.test(target)) bound.push(...bindPattern(target, chain + step));
    else if (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(target))
      bound.push([target, chain + step]);
  }
  return bound;
}

/**
 * The first element stands for any element of a list. A later index matters only if the type gives the element at that
 * position.
 */
const elementStep = (index: number) => (index === 0 ? "[]" : `[${index}]`);

function withoutDefault(part: string): string {
  let depth = 0;
  for (let at = 0; at < part.length; at++) {
    const sign = part[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "=" && depth === 0) return part.slice(0, at);
  }
  return part;
}
