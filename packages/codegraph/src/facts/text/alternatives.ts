/** An expression that may be one of several: their chains with a bar between, `Lib^|Other^`. */

const BAR = "|";
/** More are a table of things, and what they have in common is declared somewhere. */
const MAX_ALTERNATIVES = 4;

/** Either of two chains; "" and "?" say nothing. What stands first is asked first. */
export function either(first: string, second: string): string {
  if (first === "" || first === "?") return second;
  if (second === "" || second === "?") return first;
  if (isLiteral(first) || isLiteral(second)) return isLiteral(first) ? second : first;
  const all = [...new Set([...alternativesOf(first), ...alternativesOf(second)])];
  return all.slice(0, MAX_ALTERNATIVES).join(BAR);
}

/** An object or a list that is written out, text, numbers: nothing of ours to be called. */
const isLiteral = (chain: string) => /^["[{#*]/.test(chain);

/** One, mostly. A bar between type arguments is part of a type. */
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

/** One more step for each of them. */
export function stepOfEach(chain: string, step: string): string {
  if (chain === "") return "";
  return chain.includes(BAR)
    ? alternativesOf(chain)
        .map((item) => item + step)
        .join(BAR)
    : chain + step;
}
