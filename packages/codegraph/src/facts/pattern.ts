/** Destructuring: which names does a pattern bind, and to what of the value? */
import { splitValues } from "./comma-list.ts";

/**
 * `{ a, b: c, ...rest }` of chain `x` → a is `x.a`, c is `x.b`; `[p, q]` → both are `x[]`; Python's `a, b` too.
 * Nested patterns are followed. Names of unknown values are left out when the chain is "" and the step too.
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

/** The first is any of a list; what stands behind it counts where the type says what stands there. */
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
