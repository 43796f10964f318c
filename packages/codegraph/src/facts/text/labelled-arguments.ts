/**
 * The arguments of a call in a language with named arguments, as the linker compares them with parameters: one expression
 * (expression.ts) each, `name=` before a named one.
 */
import { ARGUMENT_SEPARATOR } from "../argument-list.ts";
import { chainOf } from "../expression.ts";
import { type Dialect, TextScanner } from "../text-scanner.ts";

/** Stands for a lambda. */
export const LAMBDA = "->";
/** Stands before a lambda behind the brackets. */
export const TRAILING = "...->";
/** Stands for arguments whose number is unknown. */
export const SPREAD = "*";
const MAX_ARGUMENTS = 100;
const MAX_CHARS = 20_000;

/**
 * Returns the arguments of the list that starts at the opening bracket in `text`, or of a lambda in its place.
 * `isBeforeLambda`: another lambda follows the list.
 */
export function labelledArguments(text: string, isBeforeLambda: boolean, dialect: Dialect): string {
  const reader = new ListReader(text, dialect);
  const list = text.length > MAX_CHARS ? null : reader.list();
  if (list === null) return SPREAD;
  const trailing = isBeforeLambda || reader.isAtLambda() ? [TRAILING] : [];
  return [...list.map((item) => argumentOf(item.trim(), dialect)), ...trailing].join(
    ARGUMENT_SEPARATOR,
  );
}

class ListReader extends TextScanner {
  /** Returns the text of each argument; none without a list, null for too many. */
  list(): string[] | null {
    this.space();
    if (this.peek() === "<") this.#skipTypeArguments();
    this.space();
    if (this.peek() !== "(") return [];
    const parts: string[] = [];
    let start = ++this.at;
    while (this.at < this.text.length) {
      const sign = this.peek();
      if (sign === "," || sign === ")") {
        parts.push(this.text.slice(start, this.at));
        start = ++this.at;
        if (sign === ")") break;
        if (parts.length > MAX_ARGUMENTS) return null;
      } else this.#skipOne(sign);
    }
    if (parts.at(-1)?.trim() === "") parts.pop();
    return parts;
  }

  isAtLambda(): boolean {
    this.space();
    return this.peek() === "{";
  }

  #skipOne(sign: string): void {
    if (sign === '"' || sign === "'") this.skipString();
    else if ("([{".includes(sign)) this.skipGroup();
    else if (!this.skipComment()) this.at += this.#typeArguments() || 1;
  }

  #skipTypeArguments(): void {
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      if (this.peek() === "<") depth++;
      else if (this.peek() === ">" && this.text[this.at - 1] !== "-" && --depth === 0) break;
    }
    this.at++;
  }

  /** Returns the length of type arguments such as `<A, B>`, whose commas do not separate arguments; 0 for "less than". */
  #typeArguments(): number {
    if (this.peek() !== "<" || !/[\w]$/.test(this.text[this.at - 1] ?? "")) return 0;
    TYPE_ARGUMENTS.lastIndex = this.at;
    return TYPE_ARGUMENTS.exec(this.text)?.[0].length ?? 0;
  }
}

const TYPE_ARGUMENTS = /<[\w\s,.?*]*(?:<[\w\s,.?*<>]*>[\w\s,.?*]*)*>(?=\s*[({])/y;

/** Types of literals. */
const SPELT: readonly (readonly [RegExp, string])[] = [
  [/^-?\d[\d_]*L$/, "<Long>"],
  [/^-?(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*)$/, "<Int>"],
  [/^-?[\d._]+(?:[eE][-+]?\d+)?[fF]$/, "<Float>"],
  [/^-?[\d._]+(?:[eE][-+]?\d+)?$/, "<Double>"],
  [/^'(?:[^'\\]|\\.[^']*)'$/, "<Char>"],
  [/^(?:true|false|![\s\S]*)$/, "<Boolean>"],
  [/^(?:null|nil)$/, "null"],
];

function argumentOf(text: string, dialect: Dialect): string {
  const [label, value] = split(text, dialect);
  return label === "" ? chainOfValue(value, dialect) : `${label}=${chainOfValue(value, dialect)}`;
}

/** Separates `name = value`, or `name: value` in Swift. */
function split(text: string, { interpolation }: Dialect): [string, string] {
  const pattern =
    interpolation === "\\("
      ? /^([\p{ID_Start}_]\p{ID_Continue}*)\s*:\s*/u
      : /^([\p{ID_Start}_]\p{ID_Continue}*)\s*=(?!=)\s*/u;
  const match = pattern.exec(text);
  return match === null ? ["", text] : [match[1] ?? "", text.slice(match[0].length)];
}

function chainOfValue(text: string, dialect: Dialect): string {
  if (text.startsWith("*") && dialect.interpolation === "${") return SPREAD;
  if (text.startsWith("{") || /^fun\s*\(/.test(text)) return LAMBDA;
  for (const [pattern, type] of SPELT) if (pattern.test(text)) return type;
  if (text.includes("::") && !text.includes("(")) return "?";
  const chain = chainOf(text, dialect);
  if (chain.includes(ARGUMENT_SEPARATOR)) return "?";
  return chain === "" ? "?" : chain === '"' ? "<String>" : chain;
}
