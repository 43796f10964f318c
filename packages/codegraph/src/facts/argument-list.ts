/**
 * The arguments of a call as the linker compares them with parameters: an expression each (expression.ts), with the
 * types of literals spelt out. Only languages that choose among functions of one name by their arguments need it.
 */
import { chainOf } from "./expression.ts";
import { type Dialect, TextScanner } from "./text-scanner.ts";

/** Between two arguments; in no chain. */
export const ARGUMENT_SEPARATOR = ";";

/**
 * `text` begins with the bracket that opens the list. "" for no arguments; `?` for one that is not understood,
 * `->2` for a lambda with two parameters, `::` for a method's name, `null`.
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

  /** Characters of `<A, B>`, whose comma parts no arguments; 0 for "less than". */
  #typeArguments(): number {
    if (this.peek() !== "<" || !/(?:\p{Lu}\w*|\.)$/u.test(this.text.slice(0, this.at))) return 0;
    TYPE_ARGUMENTS.lastIndex = this.at;
    return TYPE_ARGUMENTS.exec(this.text)?.[0].length ?? 0;
  }
}

/** `(Type) value`, where what is in brackets can be no value. */
const CAST =
  /^\(\s*((?:boolean|byte|char|short|int|long|float|double|[A-Z][\w.]*)(?:<[^()]*>)?(?:\[\])*)\s*\)\s*[\w("'!]/;
const TYPE_ARGUMENTS = /<[\w\s,.?&[\]]*(?:<[\w\s,.?&[\]<>]*>[\w\s,.?&[\]]*)*>/y;

/** What a literal, or an expression that ends like this, is of. */
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
  const lambda = /^(?:\(([^()]*)\)|\w+)\s*->/.exec(text);
  if (lambda !== null) return `->${parameterCount(lambda[1])}`;
  const cast = CAST.exec(text);
  if (cast !== null) return `<${cast[1]}>`;
  const array = /^new\s+([\w.]+)(?:<[^>]*>)?\s*((?:\[[^\]]*\]\s*)+)/.exec(text);
  if (array !== null) return `<${array[1]}${(array[2] ?? "").replace(/\[[^\]]*\]\s*/g, "[]")}>`;
  const chain = chainOf(text, dialect);
  if (chain !== "") return chain === '"' ? "<String>" : chain;
  return /"/.test(text) && /\+/.test(text) && !/^[\w.]+\(/.test(text) ? "<String>" : "?";
}

/** `undefined` where there is one without brackets. */
function parameterCount(list: string | undefined): number {
  if (list === undefined) return 1;
  return list.trim() === "" ? 0 : list.split(",").length;
}
