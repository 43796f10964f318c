/**
 * The arguments of a call in a language with named arguments, as the linker compares them with parameters: one expression
 * (expression.ts) each, `name=` before a named one.
 */
import { ARGUMENT_SEPARATOR } from "../argument-list.ts";
import { splitTypes, splitValues } from "../comma-list.ts";
import { chainOf } from "../expression.ts";
import { type Dialect, TextScanner } from "../text-scanner.ts";

/** Starts a lambda; the number of its parameters follows, `?` if it is not known. */
export const LAMBDA = "->";
/** Starts a lambda behind the brackets. */
export const TRAILING = "...->";
/** Stands for arguments whose number is unknown. */
export const SPREAD = "*";
/** Precedes the name of a function or class that is passed: `::name`. */
export const REFERENCE = "::";
const MAX_ARGUMENTS = 100;
const MAX_CHARS = 20_000;

/** Where the value of an argument is in the text of the list. */
export interface ArgumentSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the arguments of the list that starts at the opening bracket in `text`, or of a lambda in its place.
 * `isBeforeLambda`: another lambda follows the list. `spans` gets the place of each argument.
 */
export function labelledArguments(
  text: string,
  isBeforeLambda: boolean,
  dialect: Dialect,
  spans: ArgumentSpan[] = [],
): string {
  const reader = new ListReader(text, dialect, spans);
  const list = text.length > MAX_CHARS ? null : reader.list();
  if (list === null) return SPREAD;
  const trailing = isBeforeLambda ? [`${TRAILING}?`] : reader.lambdas();
  return [...list.map((item) => argumentOf(item.trim(), dialect)), ...trailing].join(
    ARGUMENT_SEPARATOR,
  );
}

class ListReader extends TextScanner {
  readonly #spans: ArgumentSpan[];

  constructor(text: string, dialect: Dialect, spans: ArgumentSpan[]) {
    super(text, dialect);
    this.#spans = spans;
  }

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
        this.#spans.push({
          start: this.at - valueIn(parts.at(-1) ?? "", this.dialect),
          end: this.at,
        });
        start = ++this.at;
        if (sign === ")") break;
        if (parts.length > MAX_ARGUMENTS) return null;
      } else this.#skipOne(sign);
    }
    if (parts.at(-1)?.trim() === "") {
      parts.pop();
      this.#spans.pop();
    }
    return parts;
  }

  /** Returns the lambdas behind the list: `{ … } second: { … }`. */
  lambdas(): string[] {
    this.space();
    if (this.peek() !== "{") return [];
    const found = [TRAILING + this.#inputsHere()];
    this.#spans.push({ start: this.at, end: this.at + 1 });
    while (this.skipGroup() && found.length < MAX_ARGUMENTS) {
      this.space();
      const label = this.name();
      this.space();
      if (label === "" || !this.take(":")) break;
      this.space();
      if (this.peek() !== "{") break;
      found.push(`${label}=${LAMBDA}${this.#inputsHere()}`);
      this.#spans.push({ start: this.at, end: this.at + 1 });
    }
    return found;
  }

  /** Returns the number of parameters of the lambda at the current position. */
  #inputsHere(): string {
    return inputsOf(this.text.slice(this.at, this.at + MAX_HEAD), this.dialect);
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
    if (this.peek() !== "<" || !/\w/.test(this.text[this.at - 1] ?? "")) return 0;
    const text = this.text.slice(this.at, this.at + MAX_TYPE_ARGUMENTS);
    let depth = 0;
    for (let at = 0; at < text.length; at++) {
      const sign = text[at] ?? "";
      if (sign === "<") depth++;
      else if (sign === ">" && --depth === 0)
        return /^\s*[({]/.test(text.slice(at + 1)) ? at + 1 : 0;
      else if (!/[\w\s,.?*>]/.test(sign)) return 0;
    }
    return 0;
  }
}

/** Characters of type arguments in an argument. */
const MAX_TYPE_ARGUMENTS = 400;

/** Characters of a lambda in which its parameters are looked for. */
const MAX_HEAD = 200;
/** Returns how many parameters a lambda names; `?` if it names none. */
function inputsOf(text: string, { self }: Dialect): string {
  const isOfSwift = self === "self";
  const end = isOfSwift ? text.search(/\sin\s/) : text.indexOf("->");
  const inner = end < 0 ? "" : text.slice(1, end);
  // Another bracket before the mark belongs to the content.
  if (end >= 0 && !/[{};="]/.test(inner)) {
    const list = isOfSwift ? inner.replace(/->.*$/s, "").replace(/^\s*\[[^\]]*\]/, "") : inner;
    // In Kotlin, names in brackets are parts of one parameter.
    const open = isOfSwift ? list.trim().replace(/^\(([^()]*)\)$/, "$1") : list.trim();
    const names = splitTypes(open);
    return String(names.filter((part) => part.trim() !== "").length);
  }
  return isOfSwift && text.length < MAX_HEAD && !/\$\d/.test(text) ? "0" : "?";
}

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

/** Returns the length of an argument's value, without its label. */
function valueIn(part: string, dialect: Dialect): number {
  return split(part.trimStart(), dialect)[1].length;
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

/** Returns the chain of `.name(…)` without a root, and that of a list as `[` before that of its first element. */
function openChain(text: string, dialect: Dialect): string {
  if (text.startsWith(".")) {
    const chain = chainOf(`x${text}`, dialect);
    return chain.startsWith("x.") && !chain.includes(ARGUMENT_SEPARATOR) ? chain.slice(1) : "?";
  }
  const whole = chainOf(text, dialect);
  if (whole !== "[") return whole === "" || whole.includes(ARGUMENT_SEPARATOR) ? "?" : whole;
  const [first = ""] = splitValues(text.slice(1, -1));
  const isPlain = first.length <= MAX_ELEMENT && !/^[^"]*\w:\s/.test(first);
  const element = isPlain && first.trim() !== "" ? chainOfValue(first.trim(), dialect) : "?";
  return `[${element.includes("|") ? "?" : element}`;
}

/** Characters of an element whose type is looked at. */
const MAX_ELEMENT = 400;

function chainOfValue(text: string, dialect: Dialect): string {
  if (text.startsWith("*") && dialect.interpolation === "${") return SPREAD;
  if (text.startsWith("{")) return LAMBDA + inputsOf(text.slice(0, MAX_HEAD), dialect);
  if (/^fun\s*\(/.test(text)) return `${LAMBDA}?`;
  const literal = SPELT.find(([pattern]) => pattern.test(text))?.[1];
  if (literal !== undefined)
    return dialect.self === "self" ? literal.replace("Boolean", "Bool") : literal;
  if (dialect.self === "self" && /^[.[]/.test(text)) return openChain(text, dialect);
  if (/^::[\p{ID_Continue}]+$/u.test(text)) return text;
  const isReference = text.includes(REFERENCE) && !text.includes("(");
  const chain = isReference ? "" : chainOf(text, dialect);
  if (chain === "" || chain.includes(ARGUMENT_SEPARATOR)) return "?";
  return chain === '"' ? "<String>" : chain;
}
