/** Alternatives of an expression: their chains, separated by a bar, such as `Lib^|Other^`. */

const BAR = "|";
/** Maximum alternatives of an expression. More are a table of values whose common type is declared elsewhere. */
const MAX_ALTERNATIVES = 4;

/**
 * Combines two chains to alternatives, the first one first. "" and "?" are unknown and add nothing, and a literal is dropped
 * in favour of the other chain.
 */
export function either(first: string, second: string): string {
  if (first === "" || first === "?") return second;
  if (second === "" || second === "?") return first;
  if (isLiteral(first) || isLiteral(second)) return isLiteral(first) ? second : first;
  const all = [...new Set([...alternativesOf(first), ...alternativesOf(second)])];
  return all.slice(0, MAX_ALTERNATIVES).join(BAR);
}

/**
 * Returns whether a chain is a literal (object, list, text or number) or yields values: it has nothing of the project to
 * call.
 */
const isLiteral = (chain: string) => /^["[{#*]/.test(chain);

/** Splits a chain into its alternatives, usually one. A bar inside type arguments is part of a type. */
export function alternativesOf(chain: string): readonly string[] {
  if (!chain.includes(BAR)) return [chain];
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < chain.length; at++) {
    const sign = chain[at];
    if (sign === "<") depth++;
    else if (sign === ">" && chain[at - 1] !== "=" && chain[at - 1] !== "-") depth--;
    else if (sign === BAR && depth === 0) {
      found.push(chain.slice(start, at));
      start = at + 1;
    }
  }
  return [...found, chain.slice(start)];
}

/** Appends a step to each alternative of a chain. */
export function stepOfEach(chain: string, step: string): string {
  if (chain === "") return "";
  return chain.includes(BAR)
    ? alternativesOf(chain)
        .map((item) => item + step)
        .join(BAR)
    : chain + step;
}
