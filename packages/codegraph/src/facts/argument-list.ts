/**
 * The arguments of a call as the linker compares them with parameters: one expression (expression.ts) each, with the types of
 * literals made explicit. Only languages that choose overloads by arguments need it.
 */
import { angleEnd } from "./cpp/declarators.ts";
import { chainOf } from "./expression.ts";
import { type Dialect, TextScanner } from "./text-scanner.ts";

/** Separates two arguments; never occurs in a chain. */
export const ARGUMENT_SEPARATOR = ";";

/**
 * Returns the arguments of the list that starts at the opening bracket in `text`: "" for none, `?` for one that is not
 * understood, `->2` for a lambda with two parameters, `::` for a method reference, `null`.
 */
export function argumentsOf(text: string, dialect: Dialect): string {
  return new ArgumentReader(text, dialect)
    .list()
    .map((item) => argumentOf(item.trim(), dialect))
    .join(ARGUMENT_SEPARATOR);
}

class ArgumentReader extends TextScanner {
  list(): string[] {
    const parts: string[] = [];
    let start = ++this.at;
    while (this.at < this.text.length) {
      const sign = this.peek();
      if (sign === "," || sign === ")") {
        parts.push(this.text.slice(start, this.at));
        start = this.at + 1;
        if (sign === ")") break;
      }
      this.#skipOne(sign);
    }
    return parts.length === 1 && parts[0]?.trim() === "" ? [] : parts;
  }

  #skipOne(sign: string): void {
    if (sign === '"' || sign === "'") this.skipString();
    else if ("([{".includes(sign)) this.skipGroup();
    else if (!this.skipComment()) this.at += this.#typeArguments() || 1;
  }

  /**
   * Returns the length of type arguments such as `<A, B>`, whose commas do not separate arguments; 0 if `<` means "less
   * than".
   */
  #typeArguments(): number {
    if (this.peek() !== "<") return 0;
    const isNative = this.dialect.isNative === true;
    const before = this.text.slice(Math.max(0, this.at - 80), this.at);
    if (!(isNative ? /\w$/ : /(?:\p{Lu}\w*|\.)$/u).test(before)) return 0;
    if (isNative) {
      const end = angleEnd(this.text, this.at);
      return end > 0 && /^\s*(?:[({]|::)/.test(this.text.slice(end, end + 9)) ? end - this.at : 0;
    }
    TYPE_ARGUMENTS.lastIndex = this.at;
    return TYPE_ARGUMENTS.exec(this.text)?.[0].length ?? 0;
  }
}

/** A cast `(Type) value`, where the brackets cannot contain a value. */
const CAST =
  /^\(\s*((?:boolean|byte|char|short|int|long|float|double|[A-Z][\w.]*)(?:<[^()]*>)?(?:\[\])*)\s*\)\s*[\w("'!]/;
const TYPE_ARGUMENTS = /<[\w\s,.?&[\]]*(?:<[\w\s,.?&[\]<>]*>[\w\s,.?&[\]]*)*>/y;

/** Types of literals and of expressions that end in a recognizable way. */
const SPELT: readonly (readonly [RegExp, string])[] = [
  [/^'(?:[^'\\]|\\.[^']*)'$/, "<char>"],
  [/^-?\d[\d_]*[lL]$|^-?0[xXbB][\da-fA-F_]+[lL]$/, "<long>"],
  [/^-?0[xXbB][\da-fA-F_]+$|^-?\d[\d_]*$/, "<int>"],
  [/^-?[\d._]+(?:[eE][-+]?\d+)?[fF]$/, "<float>"],
  [/^-?[\d._]+(?:[eE][-+]?\d+)?[dD]?$/, "<double>"],
  [/^(?:true|false|!.*)$/s, "<boolean>"],
  [/^null$/, "null"],
  [/^[\w.[\]]+\.class$/, "<Class>"],
  [/^[\w.]+::\w+$/, "::"],
  [/^[\w.()]+\.(?:length|length\(\)|size\(\)|hashCode\(\)|ordinal\(\))$/, "<int>"],
  [/\.toString\(\)$/, "<String>"],
];

function argumentOf(text: string, dialect: Dialect): string {
  for (const [pattern, type] of SPELT) if (pattern.test(text)) return type;
  const lambda = /^(?:async\s+)?(?:\(([^()]*)\)|\w+)\s*[-=]>/.exec(text);
  if (lambda !== null) return `->${parameterCount(lambda[1])}`;
  const cast = CAST.exec(text);
  if (cast !== null) return `<${cast[1]}>`;
  const array = /^new\s+([\w.]+)(?:<[^>]*>)?\s*((?:\[[^\]]*\]\s*)+)/.exec(text);
  if (array !== null) return `<${array[1]}${(array[2] ?? "").replace(/\[[^\]]*\]\s*/g, "[]")}>`;
  const chain = chainOf(text, dialect);
  if (chain !== "") return chain === '"' ? "<String>" : chain;
  return /"/.test(text) && /\+/.test(text) && !/^[\w.]+\(/.test(text) ? "<String>" : "?";
}

/** Returns the number of lambda parameters. `undefined` stands for one parameter without brackets. */
function parameterCount(list: string | undefined): number {
  if (list === undefined) return 1;
  return list.trim() === "" ? 0 : list.split(",").length;
}
