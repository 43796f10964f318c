/** Scans program text without understanding it: names, brackets, strings, comments. */

export interface Dialect {
  /** Start of a line comment. */
  readonly lineComment: "//" | "#";
  /** `Name{…}` makes a value of type Name. */
  readonly hasStructLiterals?: boolean;
  /** `value?` unwraps. */
  readonly hasTry?: boolean;
  /** `new Name(…)`. */
  readonly hasNew?: boolean;
  /** `(Type) value`. */
  readonly hasPrefixCasts?: boolean;
  /** `name<…>(…)`: without it `<` is always "less than". */
  readonly hasTypeArguments?: boolean;
  /** Type parameters are inferred from arguments. */
  readonly hasInference?: boolean;
  /** `Name.class` or `Name::class` as the first argument is recorded. */
  readonly hasClassLiterals?: boolean;
  /** Name of a method's object, if not `this`. */
  readonly self?: string;
  /** Name of the base class in a method, if not `super`. */
  readonly parent?: string;
  /** `name { … }` calls a function with a lambda. */
  readonly hasTrailingLambdas?: boolean;
  /** What starts an expression in a string, for a language whose strings can have three quotes. */
  readonly interpolation?: "${" | "\\(";
  /** C and C++: `->`, `*x`, casts before a value or with type arguments. */
  readonly isNative?: boolean;
  /** Returns a type as the other languages write it. */
  readonly plainType?: (text: string) => string;
  /** Returns the text with the signs of the other languages, for a language with its own signs. */
  readonly plain?: (text: string) => string;
  /** Returns what a call of one of the language's own functions gives, as a chain. */
  readonly resultOf?: (callee: string, list: string, dialect: Dialect) => string | undefined;
  /** Returns the chain of an expression, for a language whose expressions are read by rules of its own. */
  readonly chain?: (text: string) => string;
}

/** Ends the root of a chain of C++ that is followed by `::`: a namespace or a type, never a variable. */
export const SCOPE_MARK = ":";

/** Deeper strings in strings are not read: each level is a recursion. */
const MAX_NESTED_STRINGS = 20;

const NAME = /[\p{ID_Start}_$#@][\p{ID_Continue}$]*/uy;

export class TextScanner {
  protected readonly text: string;
  protected readonly dialect: Dialect;
  protected at = 0;
  #nestedStrings = 0;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  protected skipGroup(): boolean {
    let depth = 0;
    while (this.at < this.text.length) {
      const sign = this.peek();
      if (sign === '"' || sign === "'" || sign === "`") {
        if (!this.skipString()) return false;
        continue;
      }
      if (this.skipComment()) continue;
      this.at++;
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign) && --depth === 0) return true;
    }
    return false;
  }

  /** Skips a lambda behind the brackets of a call. */
  protected skipLambda(): void {
    const start = this.at;
    this.space();
    if (this.peek() !== "{" || !this.skipGroup()) this.at = start;
  }

  protected skipString(): boolean {
    const quote = this.peek();
    if (this.#isTriple(quote)) {
      const end = this.text.indexOf(quote.repeat(3), this.at + 3);
      this.at = end < 0 ? this.text.length : end + 3;
      return end >= 0;
    }
    for (let at = this.at + 1; at < this.text.length; at++) {
      const inner = this.#interpolationEnd(at);
      if (inner < 0) break;
      if (inner > at) at = inner - 1;
      else if (this.text[at] === "\\") at++;
      else if (this.text[at] === quote) {
        this.at = at + 1;
        return true;
      }
    }
    // Rust's lifetimes and an apostrophe in a regular expression are not strings.
    this.at++;
    return quote === "'";
  }

  #isTriple(quote: string): boolean {
    const { lineComment, interpolation } = this.dialect;
    const isPossible = lineComment === "#" || interpolation !== undefined;
    return isPossible && this.text.startsWith(quote.repeat(3), this.at);
  }

  /** Returns the end of an expression in a string that starts at `at`; `at` if none does, -1 if it does not end. */
  #interpolationEnd(at: number): number {
    const { interpolation } = this.dialect;
    if (interpolation === undefined || !this.text.startsWith(interpolation, at)) return at;
    return this.#groupEnd(at + 1);
  }

  /** Returns the end of the brackets that open at `at` in a string; -1 if they do not close or are nested too deep. */
  #groupEnd(at: number): number {
    if (this.#nestedStrings >= MAX_NESTED_STRINGS) return -1;
    const before = this.at;
    this.at = at;
    this.#nestedStrings++;
    const end = this.skipGroup() ? this.at : -1;
    this.#nestedStrings--;
    this.at = before;
    return end;
  }

  protected skipComment(): boolean {
    const { lineComment } = this.dialect;
    if (this.text.startsWith(lineComment, this.at)) {
      const end = this.text.indexOf("\n", this.at);
      this.at = end < 0 ? this.text.length : end;
      return true;
    }
    if (lineComment === "//" && this.text.startsWith("/*", this.at)) {
      const end = this.text.indexOf("*/", this.at + 2);
      this.at = end < 0 ? this.text.length : end + 2;
      return true;
    }
    return false;
  }

  protected space(): void {
    for (;;) {
      while (/\s/.test(this.peek())) this.at++;
      if (this.peek() === "" || !this.skipComment()) return;
    }
  }

  protected name(): string {
    NAME.lastIndex = this.at;
    const found = NAME.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  protected take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  protected takeWord(word: string): boolean {
    this.space();
    if (!this.text.startsWith(word, this.at)) return false;
    if (/[\p{ID_Continue}$]/u.test(this.text[this.at + word.length] ?? "")) return false;
    this.at += word.length;
    return true;
  }

  protected peek(): string {
    return this.text[this.at] ?? "";
  }
}
