/** Parses types as written into a tree of names with arguments, unions and functions. Unreadable types are `unknown`. */
import { splitTypes } from "../../facts/comma-list.ts";

export type TypeNode =
  | { readonly kind: "name"; readonly name: string; readonly args: readonly TypeNode[] }
  | { readonly kind: "union"; readonly of: readonly TypeNode[] }
  | {
      readonly kind: "function";
      readonly parameters: readonly TypeNode[];
      readonly result: TypeNode;
    }
  /** `typeof x`: the type of a value. */
  | { readonly kind: "typeof"; readonly chain: string }
  /** `T["name"]`; the name is "" for `T[number]` and similar types. */
  | { readonly kind: "indexed"; readonly of: TypeNode; readonly name: string }
  /** An inline type: its members are definitions inside the declared symbol. */
  | { readonly kind: "literal" }
  | { readonly kind: "unknown" };

/** Marks the type of a named function as a whole. A type without it is the result type. */
export const FUNCTION_TYPE = "=>";

const UNKNOWN: TypeNode = { kind: "unknown" };
const ARRAY = "Array";
const NULLISH_TYPES = new Set(["null", "undefined", "None", "void", "never", "nil", "false"]);

const parsed = new Map<string, TypeNode>();
const MAX_KEPT = 50_000;

export function parseType(text: string): TypeNode {
  let found = parsed.get(text);
  if (found === undefined) {
    found = new TypeReader(text).read();
    if (parsed.size > MAX_KEPT) parsed.clear();
    parsed.set(text, found);
  }
  return found;
}

/** Python types whose arguments may be quoted names. */
const TAKES_QUOTED = new Set(
  `list dict set frozenset tuple type deque defaultdict List Dict Set FrozenSet Tuple Type Deque DefaultDict
  Optional Union Iterable Iterator Sequence Collection Mapping MutableMapping Awaitable Coroutine Generator
  AsyncIterator AsyncIterable AsyncGenerator ClassVar Final Annotated`.split(/\s+/),
);

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
const MAX_DEPTH = 12;

class TypeReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TypeNode {
    return this.#union();
  }

  #union(): TypeNode {
    if (++this.#depth > MAX_DEPTH) return UNKNOWN;
    this.#take("|");
    const parts = [this.#postfix()];
    while (this.#take("|") || this.#take("&")) parts.push(this.#postfix());
    this.#depth--;
    return this.#results() ?? oneOf(parts);
  }

  /** Reads what follows `A` in `A extends B ? C : D`: it may be C or D. Undefined if no condition follows. */
  #results(): TypeNode | undefined {
    CONDITION.lastIndex = this.#at;
    if (!CONDITION.test(this.#text)) return undefined;
    const start = this.#at;
    this.#at = CONDITION.lastIndex;
    if (!this.#skipToQuestion()) {
      this.#at = start;
      return undefined;
    }
    const yes = this.#union();
    return this.#take(":") ? oneOf([yes, this.#union()]) : yes;
  }

  /** Skips to after the `?` of a condition. Returns false if the type ends before. */
  #skipToQuestion(): boolean {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#peek();
      if (sign === "?" && depth === 0) return this.#take("?");
      if ("([{<".includes(sign)) depth++;
      else if (")]}".includes(sign) || (sign === ">" && this.#text[this.#at - 1] !== "=")) depth--;
      if (depth < 0 || (depth === 0 && sign === ",")) return false;
    }
    return false;
  }

  #postfix(): TypeNode {
    let node = this.#primary();
    for (;;) {
      this.#space();
      const list = ["[]", "..."].find((item) => this.#text.startsWith(item, this.#at));
      if (list !== undefined) {
        this.#at += list.length;
        node = { kind: "name", name: ARRAY, args: [node] };
      } else if (this.#peek() === "[") {
        // Python's type arguments are read with the name.
        const start = this.#at;
        this.#skipGroup();
        const key = this.#text.slice(start + 1, this.#at - 1).trim();
        const name = /^(["'])([\p{ID_Continue}$]+)\1$/u.exec(key)?.[2];
        const isElement = key === "number" || /^\d+$/.test(key);
        node =
          name === undefined && !isElement
            ? UNKNOWN
            : { kind: "indexed", of: node, name: name ?? "" };
      } else if (this.#peek() === "?" || this.#peek() === "!") this.#at++;
      else return node;
    }
  }

  #primary(): TypeNode {
    this.#space();
    const sign = this.#peek();
    if (sign === "(") return this.#parenthesised();
    if (sign === "{") {
      this.#skipGroup();
      return { kind: "literal" };
    }
    if (sign === '"' || sign === "'") return this.#quoted(sign);
    if (sign === "*" || sign === "&") {
      this.#at++;
      if (/^'\w+\s/.test(this.#text.slice(this.#at)))
        this.#at += 1 + (/^'\w+/.exec(this.#text.slice(this.#at))?.[0].length ?? 0);
      return this.#primary();
    }
    if (sign === "[") return this.#goList();
    if (sign === "<") {
      if (!this.#take("<-")) this.#skipAngle();
      return this.#primary();
    }
    return this.#named();
  }

  #named(): TypeNode {
    const name = this.#path();
    if (name === "") return UNKNOWN;
    if (name === "func" && this.#peek() === "(") return this.#goFunction();
    if (name === "typeof") return { kind: "typeof", chain: this.#path() };
    if (name === "chan") return { kind: "name", name: ARRAY, args: [this.#primary()] };
    if (PREFIXES.has(name)) return this.#primary();
    if (name === "map" && this.#peek() === "[") {
      const keys = this.#arguments("[");
      return { kind: "name", name: "map", args: [...keys, this.#primary()] };
    }
    const args = this.#hasArguments(name) ? this.#arguments(this.#peek()) : [];
    return { kind: "name", name, args };
  }

  /** Returns whether `<…>` or Python's `[…]` follows, as opposed to TypeScript's `T["key"]` and `T[]`. */
  #hasArguments(name: string): boolean {
    if (this.#peek() === "<") return true;
    if (this.#peek() !== "[") return false;
    const isIndexed = /^\[\s*(?:["'\]]|\d|number\s*\])/.test(this.#text.slice(this.#at));
    return !isIndexed || (TAKES_QUOTED.has(name) && this.#text[this.#at + 1] !== "]");
  }

  /** `a.b`, `a::b`. */
  #path(): string {
    this.#space();
    let name = this.#word();
    while (name !== "" && !this.#text.startsWith("..", this.#at) && this.#takeDot()) {
      const next = this.#word();
      if (next === "") break;
      name += `.${next}`;
    }
    return name;
  }

  #arguments(open: string): TypeNode[] {
    const close = open === "<" ? ">" : "]";
    this.#take(open);
    const args: TypeNode[] = [];
    while (this.#at < this.#text.length && !this.#take(close)) {
      const before = this.#at;
      args.push(this.#union());
      this.#space();
      if (!this.#take(",") && this.#peek() !== close) this.#skipTo(close);
      if (this.#at === before) this.#at++;
    }
    return args;
  }

  #parenthesised(): TypeNode {
    const start = this.#at;
    this.#skipGroup();
    const inner = this.#text.slice(start + 1, this.#at - 1);
    if (this.#take("=>")) {
      const result = this.#union();
      return { kind: "function", parameters: parameterTypes(inner), result };
    }
    return new TypeReader(inner).read();
  }

  /** Reads the result of Go's `func(a A) R`; its parameters are always declared where they are used. */
  #goFunction(): TypeNode {
    this.#skipGroup();
    const start = this.#at;
    this.#space();
    const isOpen = /[\p{ID_Start}_*[(]/u.test(this.#peek());
    if (!isOpen) this.#at = start;
    return { kind: "function", parameters: [], result: isOpen ? this.#union() : UNKNOWN };
  }

  /** Reads a quoted type, which Python uses for names that are not defined yet. */
  #quoted(quote: string): TypeNode {
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end < 0) return UNKNOWN;
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return /^[\w.[\], |]+$/.test(inner) ? new TypeReader(inner).read() : UNKNOWN;
  }

  /** Reads Go's `[]T` and `[4]T`. For a TypeScript tuple, returns its first type. */
  #goList(): TypeNode {
    const start = this.#at;
    this.#skipGroup();
    const inner = this.#text.slice(start + 1, this.#at - 1).trim();
    // A length may be an expression: `[maxHeight + 1]*node`.
    if (inner === "" || /^\d+$/.test(inner) || /[\p{ID_Start}_*]/u.test(this.#peek())) {
      return { kind: "name", name: ARRAY, args: [this.#primary()] };
    }
    const [first = inner] = inner.split(";");
    const parts = splitTypes(first).filter((splitType) => splitType.trim() !== "");
    const read = (part: string) =>
      new TypeReader(part.replace(/^\s*(?:\.\.\.)?[\p{ID_Continue}$]+\??:\s*/u, "")).read();
    const args = parts.map(read);
    return { kind: "name", name: parts.length > 1 ? "tuple" : ARRAY, args };
  }

  #skipAngle(): void {
    const end = this.#text.indexOf(">", this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #skipTo(close: string): void {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#peek();
      if (depth === 0 && (sign === close || sign === ",")) {
        this.#take(",");
        return;
      }
      if ("([{<".includes(sign)) depth++;
      else if (")]}>".includes(sign)) depth--;
    }
  }

  #skipGroup(): void {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#peek();
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign) && --depth === 0) {
        this.#at++;
        return;
      }
    }
  }

  #word(): string {
    this.#space();
    NAME.lastIndex = this.#at;
    const found = NAME.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #take(sign: string): boolean {
    this.#space();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #takeDot(): boolean {
    return this.#take(".") || this.#take("::");
  }

  #space(): void {
    while (/\s/.test(this.#peek())) this.#at++;
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }
}

const CONDITION = /\s*\bextends\b/y;

/** Returns the union of types, without those that have no members. */
function oneOf(parts: readonly TypeNode[]): TypeNode {
  const nonNull = parts.filter((part) => !(part.kind === "name" && NULLISH_TYPES.has(part.name)));
  const [first = UNKNOWN] = nonNull;
  return nonNull.length <= 1 ? first : { kind: "union", of: nonNull };
}

/** Words before a type that do not change its members. */
const PREFIXES = new Set([
  "readonly",
  "unique",
  "mut",
  "dyn",
  "impl",
  "const",
  "final",
  "keyof",
  "infer",
  "asserts",
  "abstract",
  "new",
  "ref",
  "is",
]);

/** Returns the types of `a: A, b?: B, ...c: C[]` in order. */
function parameterTypes(list: string): TypeNode[] {
  const types: TypeNode[] = [];
  for (const part of splitTypes(list)) {
    const text = part.trim();
    if (text === "") continue;
    const colon = /^(?:\.\.\.)?[\p{ID_Continue}$]+\??\s*:/u.exec(text);
    types.push(colon === null ? UNKNOWN : parseType(text.slice(colon[0].length).trim()));
  }
  return types;
}
