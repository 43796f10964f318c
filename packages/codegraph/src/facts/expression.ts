/**
 * Converts the text of an expression to a chain of names that the linker can follow: a root and steps. Examples:
 * - `new Foo().bar(b)[0]` → `Foo^.bar()[]`
 * - `(await this.load()).rows` → `this.load()~.rows`
 * - `x as Shape` → `<Shape>`
 * - `get(Store)` → `get<=typeof Store>()` and `new Foo(a)` → `Foo<=typeof a>^`, in languages that infer types from arguments
 * - `x ? new Foo() : bar` → `Foo^|bar`, see text/alternatives.ts
 *
 * Roots: a name, `this`, `super`, `Self`, `<Type>`, `@specifier` (a module), `"`, `[`, `{`, `#` for literals, and `?` for a
 * value about which nothing is known. Steps: `.name`, `()` call, `^` construct, `[]` element, `~` await or unwrap; `<…>`
 * before `()` or `^` are type arguments. An expression that is not understood becomes "", because no type is better than a
 * wrong one.
 *
 * The text is read instead of the syntax tree on purpose: each step through the tree is a call into WebAssembly, and these
 * calls cost more than the parsing.
 */

import { castAt, isNativeWord, nativeRoot } from "./cpp/native-roots.ts";
import { either, stepOfEach } from "./text/alternatives.ts";
import * as argument from "./text/first-argument.ts";
import { shortened } from "./text/long-types.ts";
import { CONSTANTS, NOT_VALUES } from "./text/words.ts";
import { type Dialect, TextScanner } from "./text-scanner.ts";

const MAX_CHARS = 4000;
const MAX_TYPE_ARGUMENTS = 400;
/** Precedes a chain that stands in place of what was read before. */
const REPLACEMENT_MARK = "=";
const PLAIN = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$#][\p{ID_Continue}$]*)*$/u;
/** Returns the chain, or "". Never throws, for any text. */
export function chainOf(written: string, dialect: Dialect): string {
  // Every call of a chain reads the text before it, so a longer text must cost nothing.
  if (written.length > MAX_CHARS) return "";
  if (dialect.chain !== undefined) return dialect.chain(written);
  const text = dialect.plain === undefined ? written : dialect.plain(written);
  const isName = text.length <= 200 && PLAIN.test(text) && !CONSTANTS.has(text);
  const isWord = dialect.isNative === true && isNativeWord(text);
  if (isName && !isWord) return renamed(text, dialect);
  const chain = new ChainReader(text, dialect).whole();
  return chain === "?" ? "" : chain;
}

/** Replaces the language's names of the object and of its base class by `this` and `super`. */
function renamed(chain: string, { self, parent }: Dialect): string {
  if (self === undefined && parent === undefined) return chain;
  const end = chain.indexOf(".");
  const root = end < 0 ? chain : chain.slice(0, end);
  if (root === self) return `this${chain.slice(root.length)}`;
  return root === parent ? `super${chain.slice(root.length)}` : chain;
}

class ChainReader extends TextScanner {
  whole(): string {
    const chain = this.#expression();
    this.space();
    return this.at >= this.text.length ? chain : "";
  }

  /** Reads one operand and what may follow it without changing its type. */
  #expression(): string {
    const left = this.#operand();
    this.space();
    if (this.takeWord("as")) {
      // `x as unknown as Type`
      const type = this.#untilClose().replace(/^(?:unknown|any)\s+as\s+/, "");
      return type === "const" ? left : `<${shortened(type)}>`;
    }
    if (this.takeWord("satisfies")) {
      this.#untilClose();
      return left;
    }
    if (this.take("??") || this.take("||") || this.takeWord("or")) {
      if (this.takeWord("throw")) {
        this.#untilClose();
        return left;
      }
      const right = this.#expression();
      return either(left, right);
    }
    if (this.dialect.lineComment === "#" && this.takeWord("if")) {
      return this.#skipToElse() ? either(left, this.#expression()) : left;
    }
    if (!this.dialect.hasTry && this.peek() === "?" && this.text[this.at + 1] !== ".") {
      return this.#conditional();
    }
    return left;
  }

  #conditional(): string {
    this.at++;
    const yes = this.#expression();
    this.space();
    if (!this.take(":")) return "";
    const no = this.#expression();
    return either(yes, no);
  }

  /** Skips the condition of Python's `a if condition else b`. Returns whether an `else` was found. */
  #skipToElse(): boolean {
    while (this.at < this.text.length) {
      if (this.takeWord("else")) return true;
      const sign = this.peek();
      const isGroup = "([{".includes(sign);
      const isOpaque = isGroup || sign === '"' || sign === "'";
      if (isOpaque && !(isGroup ? this.skipGroup() : this.skipString())) return false;
      if (!isOpaque && this.name() === "") this.at++;
    }
    return false;
  }

  #operand(): string {
    this.space();
    if (this.takeWord("await")) return stepOfEach(this.#operand(), "~");
    if (this.dialect.hasNew && this.takeWord("new")) return this.#steps(this.#constructed());
    // Go receives from a channel, which has elements.
    if (this.dialect.hasStructLiterals && this.take("<-")) return stepOfEach(this.#operand(), "[]");
    const stars = this.#stars();
    const isNative = this.dialect.isNative === true;
    if (isNative && this.take("::")) this.space();
    const chain = this.#steps(isNative ? (this.#cast() ?? this.#root()) : this.#root());
    return isNative && stars > 0 && chain !== "" ? stepOfEach(chain, "~".repeat(stars)) : chain;
  }

  /** Reads `*`, `&` and `mut` before a value, and returns the number of `*`. */
  #stars(): number {
    const signs = /\s*(?:[*&]\s*(?:mut\b\s*)?)*/y;
    signs.lastIndex = this.at;
    const found = signs.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found.split("*").length - 1;
  }

  /** Reads a cast of C or C++, or a function that returns its argument; undefined for anything else. */
  #cast(): string | undefined {
    const found = castAt(this.text, this.at);
    if (found === undefined) return undefined;
    this.at = found.end;
    if (found.kind === "same") return this.#parenthesised();
    if (found.kind === "prefix") this.#operand();
    else if (!this.skipGroup()) return "";
    const type = this.dialect.plainType?.(found.type) ?? "";
    if (type === "") return "#";
    return found.pointer === undefined ? `<${type}>` : `<${found.pointer}<${type}>>`;
  }

  #root(): string {
    const first = this.peek();
    switch (first) {
      case "(":
        return this.#parenthesised();
      case '"':
      case "'":
      case "`":
        return this.skipString() ? '"' : "";
      case "[":
        return this.#bracketed();
      case "{":
        return this.skipGroup() ? "{" : "";
      default:
        return /\d/.test(first) ? this.#number() : this.#named();
    }
  }

  #number(): string {
    while (/[\w.]/.test(this.peek())) this.at++;
    return "#";
  }

  #named(): string {
    const name = this.name();
    if (name === "" || NOT_VALUES.has(name)) return "";
    const native =
      this.dialect.isNative === true ? nativeRoot(name, this.text, this.at) : undefined;
    if (native !== undefined) return native;
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return constant;
    this.space();
    if (this.text.startsWith("=>", this.at)) return "";
    const next = this.peek();
    if ((name === "require" || name === "import") && next === "(") return this.#module();
    // A prefix before quotes gives the kind of string.
    if ((next === '"' || next === "'") && name.length <= 2) return this.skipString() ? '"' : "";
    return renamed(name, this.dialect);
  }

  /** Reads the module of `require("x")` or `import("x")`. Awaiting a module does not change it. */
  #module(): string {
    const found = /\(\s*["'`]([^"'`\n]+)["'`]\s*\)/y;
    found.lastIndex = this.at;
    const match = found.exec(this.text);
    if (match === null) return "";
    this.at = found.lastIndex;
    return `@${match[1]?.replace(/[~^<>()[\]]/g, "")}@`;
  }

  #parenthesised(): string {
    const start = this.at;
    this.at++;
    const inner = this.#expression();
    this.space();
    if (this.peek() !== ")") {
      this.at = start;
      if (!this.skipGroup()) return "";
      this.space();
      return this.text.startsWith("=>", this.at) ? "" : "?";
    }
    this.at++;
    this.space();
    if (this.text.startsWith("=>", this.at)) return "";
    if (this.dialect.hasPrefixCasts && /[\p{ID_Start}_("]/u.test(this.peek())) {
      this.#operand();
      return `<${inner}>`;
    }
    return inner;
  }

  /** A list; in Go also `[]Type{…}` and `map[K]V{…}`. */
  #bracketed(): string {
    const start = this.at;
    if (!this.skipGroup()) return "";
    if (!this.dialect.hasStructLiterals || !/[\p{ID_Start}_*[]/u.test(this.peek())) return "[";
    const brace = this.text.indexOf("{", this.at);
    if (brace < 0) return "[";
    const type = this.text.slice(start, brace).trim();
    this.at = brace;
    return this.skipGroup() ? `<${type}>` : "";
  }

  #constructed(): string {
    this.space();
    let chain = this.name();
    while (chain !== "" && (this.take(".") || (this.dialect.isNative === true && this.take("::"))))
      chain += `.${this.name()}`;
    if (chain === "") return "";
    const written = this.#typeArguments();
    chain += written;
    this.space();
    const start = this.at;
    if (this.peek() === "(" && !this.skipGroup()) return "";
    if (written === "") chain += this.#givenTo(start, argument.NAMED_OR_OWN);
    this.space();
    // The body of an anonymous class follows the arguments.
    if (this.peek() === "{" && !this.skipGroup()) return "";
    return `${chain}^`;
  }

  #steps(root: string): string {
    let chain = root;
    for (;;) {
      const step = this.#step(chain);
      if (step === null) return chain;
      if (step === "" && this.dialect.isNative === true) return "";
      if (step.startsWith(REPLACEMENT_MARK)) chain = step.slice(REPLACEMENT_MARK.length);
      else if (step.startsWith(":")) chain = `<${step.slice(1)}>`;
      else if (chain !== "") chain = chain === "?" ? "" : stepOfEach(chain, step);
    }
  }

  /** Returns the next step, or null at the end of the operand. */
  #step(chain: string): string | null {
    const start = this.at;
    this.space();
    const next = this.peek();
    const isRange = next === "." && this.text[this.at + 1] === ".";
    if (this.take("?.") || (!isRange && this.take("."))) return this.#dotted();
    if (this.take("::")) {
      return this.dialect.isNative === true
        ? this.#dotted()
        : this.#typeArguments() || `.${this.name()}`;
    }
    if (next === "(") return this.#call(chain);
    if (this.dialect.isNative === true && this.take("->")) return this.#arrow();
    if (next === "[") return this.#element(chain);
    const step = this.#markStep(next, chain);
    if (step === null) this.at = start;
    return step;
  }

  /** Reads `[…]`. The type arguments of a class of Python that is called are no step: `Box[int](1)`. */
  #element(chain: string): string | null {
    const start = this.at;
    if (!this.skipGroup()) return null;
    const isType = this.dialect.lineComment === "#" && this.peek() === "(";
    if (isType && /(?:^|\.)\p{Lu}\w*$/u.test(chain)) return "";
    return `[${/^\[([1-9])\]$/.exec(this.text.slice(start, this.at))?.[1] ?? ""}]`;
  }

  /** Reads a call. If its first argument is a class or a new object, its type is recorded to infer type parameters. */
  #call(chain: string): string | null {
    const start = this.at;
    if (!this.skipGroup()) return null;
    const end = this.at;
    if (this.dialect.hasTrailingLambdas === true) this.skipLambda();
    const instead = this.dialect.resultOf?.(chain, this.text.slice(start, end), this.dialect);
    if (instead !== undefined) return REPLACEMENT_MARK + instead;
    return chain.endsWith(">") ? "()" : `${this.#givenTo(start, argument.NAMED, end)}()`;
  }

  /**
   * Returns the type of the first argument, as type arguments, for the brackets that open at `start` and close at the current
   * position; "" if it is unknown.
   */
  #givenTo(start: number, names: RegExp, end = this.at): string {
    const { hasInference, hasClassLiterals, hasTypeArguments } = this.dialect;
    const inside = this.text.slice(start + 1, end - 1);
    if (hasClassLiterals === true) return argument.classLiteral(inside, hasTypeArguments === true);
    if (hasInference !== true) return "";
    const isPython = this.dialect.lineComment === "#";
    const named = (names.exec(inside) ??
      (isPython ? argument.NAMED_SECOND.exec(inside) : null))?.[1];
    if (named !== undefined) return CONSTANTS.has(named) ? "" : `<=typeof ${named}>`;
    const made = argument.NEW_EXPRESSION.exec(inside);
    if (made === null) return "";
    this.at = start + made[0].length;
    const isWhole = this.skipGroup() && /^\s*[,)]/.test(this.text.slice(this.at));
    this.at = end;
    return isWhole ? `<=${made[1]}${(made[2] ?? "").replace(/\s+/g, " ")}>` : "";
  }

  /** Reads steps that exist only in some languages. */
  #markStep(next: string, chain: string): string | null {
    const { hasTry, hasTypeArguments, hasStructLiterals } = this.dialect;
    if (next === "!" && this.text[this.at + 1] !== "=") return this.#unwrapped("!", "");
    if (next === "?" && hasTry) return this.#unwrapped("?", "~");
    if (next === "<" && hasTypeArguments) return this.#typeArguments() || null;
    if (next === "{" && this.dialect.hasTrailingLambdas === true && chain !== "")
      return this.skipGroup() ? "()" : null;
    const isNamed = /^[\w.]*\p{L}[\w.]*$/u.test(chain);
    return next === "{" && hasStructLiterals && isNamed && this.skipGroup() ? "^" : null;
  }

  #arrow(): string {
    this.space();
    return this.peek() === "*" ? "" : `~${this.#dotted()}`;
  }

  #unwrapped(mark: string, step: string): string {
    this.take(mark);
    return step;
  }

  #dotted(): string {
    this.space();
    if (this.peek() === "(") {
      // Go's type assertion, or an optional call in JavaScript.
      const start = this.at;
      if (!this.skipGroup()) return "";
      if (!this.dialect.hasStructLiterals) return "()";
      return `:${this.text.slice(start + 1, this.at - 1).trim()}`;
    }
    if (this.peek() === "[") return this.skipGroup() ? "[]" : "";
    const isNative = this.dialect.isNative === true;
    if (isNative && (this.takeWord("template") || this.peek() === "~")) this.space();
    const name = this.name();
    if (isNative && name === "") return "";
    return name === "await" ? "~" : `.${name}`;
  }

  /** Reads `<…>` if the following character fits type arguments; otherwise reads nothing. */
  #typeArguments(): string {
    const start = this.at;
    const end = this.peek() === "<" ? this.#angleEnd() : -1;
    if (end < 0) return "";
    const after = this.text.slice(end).trimStart()[0] ?? "";
    // C# has static members of types with type arguments: `Box<int>.Make()`.
    const isMember = after === "." && this.dialect.parent !== undefined;
    if (!isMember && !["(", "{", ":", ""].includes(after)) return "";
    this.at = end;
    return this.text.slice(start, end).replace(/\s+/g, " ");
  }

  /** Returns the offset after the `>` that closes the `<` at the current position; -1 if it is not a bracket. */
  #angleEnd(): number {
    let depth = 0;
    const end = Math.min(this.text.length, this.at + MAX_TYPE_ARGUMENTS);
    for (let at = this.at; at < end; at++) {
      const sign = this.text[at] ?? "";
      if (sign === ";" || sign === '"') return -1;
      if (sign === "<") depth++;
      const isArrow = this.text[at - 1] === "=" || this.text[at - 1] === "-";
      if (sign === ">" && !isArrow && --depth === 0) return at + 1;
    }
    return -1;
  }

  /** Reads everything up to the closing bracket of the current group, or to the end. */
  #untilClose(): string {
    this.space();
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const sign = this.peek();
      if ("([{<".includes(sign)) depth++;
      else if (")]}>".includes(sign) && depth-- === 0) break;
      else if (depth === 0 && (sign === "," || sign === ";")) break;
    }
    return this.text.slice(start, this.at).trim();
  }
}
