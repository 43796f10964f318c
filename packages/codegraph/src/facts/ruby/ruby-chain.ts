/**
 * Converts the text of a Ruby expression to a chain (expression.ts). Examples:
 * - `Foo::Bar.new(x).run` → `Foo.Bar.new().run()`
 * - `@store&.items` → `this.@store.items()`
 * - `::Foo` → `$.Foo`, `a || Foo.new` → `a()|Foo.new()`
 *
 * Every method is followed by `()`, whether it is written or not, and a name alone may be a variable or a method. What is not
 * understood becomes "".
 */
import { either, stepOfEach } from "../text/alternatives.ts";

const MAX_CHARS = 2000;
const MAX_DEPTH = 20;
const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*(?:[?!](?![=~]))?/uy;
const VARIABLE = /@{1,2}[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const NUMBER = /[+-]?\d[\w.]*/y;
/** What may follow a method without brackets: the start of an argument. */
const ARGUMENT =
  /[ \t]+(?:["'`@$\p{ID_Start}_\d{[(]|:(?=[\p{ID_Start}_":])|->|[*-](?![\s=])|&(?![\s=&.])|%[wiqQ]?[[({])/uy;
const OPERATOR_WORD =
  /(?:and|or|if|unless|while|until|rescue|do|then|in|not|end|else|elsif|when)\b/y;
/** Words that start a statement, or whose value is not followed. */
const NO_OPERANDS = new Set(
  `if unless while until case begin for def class module return break next redo retry yield alias undef end do then else elsif
   when in ensure rescue defined? __method__ lambda proc raise`.split(/\s+/),
);
const LITERALS: ReadonlyMap<string, string> = new Map([
  ["self", "this"],
  ["nil", "?"],
  ["true", "#"],
  ["false", "#"],
  ["__FILE__", '"'],
  ["__dir__", '"'],
  ["__LINE__", "#"],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

/** Returns the chain, or "". Never throws, for any text. */
export function rubyChain(text: string): string {
  if (text.length > MAX_CHARS) return "";
  const chain = new RubyReader(text).whole();
  return chain === "?" ? "" : chain;
}

class RubyReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): string {
    const chain = this.#expression();
    this.#space();
    return this.#at >= this.#text.length ? chain : "";
  }

  #expression(): string {
    if (++this.#depth > MAX_DEPTH) return "";
    const left = this.#operand();
    const chain = this.#joined(left);
    this.#depth--;
    return chain;
  }

  /** Reads what may follow an operand: an assigned value, an alternative or a modifier. */
  #joined(left: string): string {
    this.#space();
    if (this.#take("||=")) return either(left, this.#expression());
    if (this.#take("&&=")) return this.#expression();
    if (this.#peek() === "=" && !/^=[=~>]/.test(this.#text.slice(this.#at, this.#at + 2))) {
      this.#at++;
      return this.#expression();
    }
    if (this.#take("||") || this.#takeWord("or")) return either(left, this.#expression());
    if (this.#take("&&") || this.#takeWord("and")) return this.#expression();
    if (this.#peek() === "?" && /\s/.test(this.#text[this.#at + 1] ?? ""))
      return this.#conditional();
    if (this.#takeModifier()) {
      this.#at = this.#text.length;
      return left;
    }
    return left;
  }

  #takeModifier(): boolean {
    return ["if", "unless", "while", "until", "rescue"].some((word) => this.#takeWord(word));
  }

  #conditional(): string {
    this.#at++;
    const yes = this.#expression();
    this.#space();
    if (!this.#take(":")) return this.#fail();
    return either(yes, this.#expression());
  }

  #operand(): string {
    this.#space();
    if (this.#take("!") || this.#takeWord("not")) {
      this.#operand();
      return "#";
    }
    return this.#steps(this.#root());
  }

  #root(): string {
    const first = this.#peek();
    if (first === '"' || first === "'" || first === "`")
      return this.#skipString() ? '"' : this.#fail();
    if (first === "[" || first === "{") return this.#skipGroup() ? first : this.#fail();
    if (first === "(") return this.#parenthesised();
    if (first === "%") return this.#percent();
    if (this.#text.startsWith("->", this.#at)) return this.#fail();
    if (first === ":") return this.#colon();
    if (first === "@") return this.#variable();
    if (this.#match(NUMBER) !== "") return "#";
    return this.#named();
  }

  #parenthesised(): string {
    const start = this.#at;
    this.#at++;
    const inner = this.#expression();
    this.#space();
    if (this.#take(")")) return inner;
    this.#at = start;
    return this.#skipGroup() ? "?" : this.#fail();
  }

  /** Reads `%w[a b]` and `%(text)`. */
  #percent(): string {
    const found = /%([wWiIqQrs]?)([[({<|!/])/y;
    found.lastIndex = this.#at;
    const match = found.exec(this.#text);
    if (match === null) return this.#fail();
    const open = match[2] ?? "";
    const end = this.#text.indexOf(CLOSING.get(open) ?? open, found.lastIndex);
    if (end < 0) return this.#fail();
    this.#at = end + 1;
    return /[wi]/i.test(match[1] ?? "") ? "[" : '"';
  }

  /** Reads a symbol, or a constant of the top level. */
  #colon(): string {
    this.#at++;
    if (this.#take(":")) {
      const name = this.#match(NAME);
      return name === "" ? this.#fail() : `$.${name}`;
    }
    if (this.#peek() === '"') return this.#skipString() ? "#" : this.#fail();
    return this.#match(NAME) === "" ? this.#fail() : "#";
  }

  #variable(): string {
    const name = this.#match(VARIABLE);
    if (name === "") return this.#fail();
    return name.startsWith("@@") ? `Self.${name}` : `this.${name}`;
  }

  #named(): string {
    const name = this.#match(NAME);
    if (name === "" || NO_OPERANDS.has(name)) return this.#fail();
    const literal = LITERALS.get(name);
    if (literal !== undefined) return literal;
    if (this.#peek() === ":" && this.#text[this.#at + 1] !== ":") return this.#fail();
    const isConstant = /^\p{Lu}/u.test(name);
    if (isConstant && this.#peek() !== "(") return name;
    if (!this.#arguments()) return this.#fail();
    if (name === "super") return "?";
    return `${name}()`;
  }

  #steps(root: string): string {
    let chain = root;
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const step = this.#element() ?? this.#step();
      if (step === undefined) {
        this.#at = start;
        return chain;
      }
      if (step === "") return this.#fail();
      chain = chain === "?" ? chain : stepOfEach(chain, step);
    }
    return chain;
  }

  #element(): string | undefined {
    if (this.#peek() !== "[") return undefined;
    return this.#skipGroup() ? "[]" : "";
  }

  /** Returns the next step, undefined at the end of the operand, and "" for what is not understood. */
  #step(): string | undefined {
    this.#space();
    const isRange = this.#text.startsWith("..", this.#at);
    if (isRange) return undefined;
    const isScope = this.#take("::");
    if (!isScope && !this.#take("&.") && !this.#take(".")) return undefined;
    this.#space();
    if (this.#peek() === "(") return this.#skipGroup() ? ".call()" : "";
    const name = this.#match(NAME);
    if (name === "") return "";
    if (isScope && /^\p{Lu}/u.test(name) && this.#peek() !== "(") return `.${name}`;
    return this.#arguments() ? `.${name}()` : "";
  }

  /** Skips arguments and a block. Returns false if the brackets do not match. */
  #arguments(): boolean {
    if (this.#peek() === "(" && !this.#skipGroup()) return false;
    const start = this.#at;
    if (this.#isBlock()) {
      this.#space();
      return this.#take("{") ? this.#skipFrom(this.#at - 1) : this.#skipToEnd();
    }
    this.#at = start;
    if (this.#isArgument()) return this.#skipToEnd();
    return true;
  }

  #isBlock(): boolean {
    const found = /[ \t]*(?:\{|do\b)/y;
    found.lastIndex = this.#at;
    return found.test(this.#text);
  }

  /** Returns whether arguments without brackets follow. */
  #isArgument(): boolean {
    ARGUMENT.lastIndex = this.#at;
    if (!ARGUMENT.test(this.#text)) return false;
    const rest = this.#text.slice(this.#at).trimStart();
    OPERATOR_WORD.lastIndex = 0;
    return !OPERATOR_WORD.test(rest);
  }

  /** Arguments without brackets, and a block with `do`, extend to the end of the expression. */
  #skipToEnd(): boolean {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    const isWhole = !/^\s*do\b/.test(rest) || /\bend\s*$/.test(rest);
    return isWhole && !/\bend\b\s*(?:\)\s*)?&?\./.test(rest);
  }

  #skipFrom(start: number): boolean {
    this.#at = start;
    return this.#skipGroup();
  }

  #skipGroup(): boolean {
    let depth = 0;
    while (this.#at < this.#text.length) {
      const sign = this.#peek();
      if (sign === '"' || sign === "'" || sign === "`") {
        if (!this.#skipString()) return false;
        continue;
      }
      if (sign === "#" && this.#text[this.#at + 1] !== "{") this.#skipComment();
      this.#at++;
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign) && --depth === 0) return true;
    }
    return false;
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  /** Skips a text. Quotes in `#{…}` belong to texts of their own. */
  #skipString(): boolean {
    const quote = this.#peek();
    let inside = 0;
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const sign = this.#text[at];
      if (sign === "\\") at++;
      else if (quote !== "'" && sign === "#" && this.#text[at + 1] === "{") inside++;
      else if (inside > 0 && sign === "}") inside--;
      else if (inside === 0 && sign === quote) {
        this.#at = at + 1;
        return true;
      }
    }
    this.#at = this.#text.length;
    return false;
  }

  #space(): void {
    while (/\s/.test(this.#peek()) || (this.#peek() === "#" && this.#isComment())) {
      if (this.#peek() === "#") this.#skipComment();
      else this.#at++;
    }
  }

  #isComment(): boolean {
    return this.#at === 0 || /\s/.test(this.#text[this.#at - 1] ?? "");
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #takeWord(word: string): boolean {
    const end = this.#at + word.length;
    if (/[\p{ID_Continue}?!:]/u.test(this.#text[end] ?? "") || !this.#take(word)) return false;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  /** Ends the reading: the rest cannot be understood. */
  #fail(): string {
    this.#at = this.#text.length + 1;
    return "";
  }
}
