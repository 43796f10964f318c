/**
 * Finds where the type of an expression is stated by its place, so that `.name(…)` can be resolved: the parameter that it is
 * passed to, the declared type of a variable, the result of a function, the other side of an assignment or comparison.
 *
 * Such a member has a root that no other chain has: `?12:3` is the parameter of argument 3 of the file's call 12, and `?=`
 * stands before the chain of a value of the same type (`?=<Type>`, `?=this.state`).
 */
import { chainOf } from "../expression.ts";
import { lineAt, type Sweep } from "../sweep.ts";
import type { ArgumentSpan } from "../text/labelled-arguments.ts";
import { type Dialect, TextScanner } from "../text-scanner.ts";

/** Starts the root of a member whose type is that of another value. */
export const SAME_AS = "?=";
/** Lists in lists that are looked into. */
const MAX_DEPTH = 4;
/** Elements of a list. */
const MAX_ELEMENTS = 400;
/** Characters of an expression. */
const MAX_CHARS = 20_000;

type Call = Sweep["calls"][number];

const MEMBER = /\.([\p{ID_Start}_]\p{ID_Continue}*)/uy;
const WORDS = /(?:(?:try[?!]?|await)\s+)*/y;
/** Begins with such an expression, or has one behind a condition. */
const POSSIBLE = /^\s*(?:(?:try[?!]?|await)\s+)*[.[({]|[?:]\s+\./;
const COMPARED = /(?:[=!]==?|~=|&&|\|\||[<>]=?)\s/y;

/** Returns the root for values of a type as written; "" for none. */
export function rootOfType(type: string): string {
  return type === "" || type.includes("|") ? "" : `${SAME_AS}<${type}>`;
}

/** Returns the root for values like the one of a chain; "" if that is not understood. */
export function rootLike(chain: string): string {
  return chain === "" || /[|"[{#?]/.test(chain) ? "" : SAME_AS + chain;
}

/** Notes the type that the expressions in a span have, for the members and closures in them. */
export function expect(sweep: Sweep, start: number, end: number, root: string, scope: number) {
  if (root === "" || end - start > MAX_CHARS) return;
  const text = sweep.text.slice(start, end);
  if (!POSSIBLE.test(text)) return;
  for (const { at, steps } of new PlaceReader(text, sweep.language.dialect).places()) {
    const offset = start + at;
    sweep.implied.set(offset, root + steps);
    MEMBER.lastIndex = at;
    const name = MEMBER.exec(text)?.[1];
    const next = text.slice(MEMBER.lastIndex).match(/^\s*(.?)/s)?.[1] ?? "";
    if (name !== undefined && !"({.<".includes(next || ")"))
      readMember(sweep, offset, `${root}${steps}.${name}`, scope);
  }
}

/** Notes the types that the arguments of a call have. `from`: where the list starts that the spans count from. */
export function expectArguments(
  sweep: Sweep,
  call: number,
  from: number,
  spans: readonly ArgumentSpan[],
): void {
  const scope = sweep.calls[call]?.scope ?? -1;
  for (const [position, { start, end }] of spans.entries())
    expect(sweep, from + start, from + end, `?${call}:${position}`, scope);
}

/** Adds the use of a member that is not called: a case of an enum, or a static property. */
export function readMember(sweep: Sweep, offset: number, callee: string, scope: number): void {
  const line = lineAt(sweep, offset + 2);
  const column = offset + 1 - (sweep.lineStarts[line - 1] ?? 0);
  sweep.calls.push({ scope, kind: "read", callee, args: "", line, column });
}

/** Returns the chain of an expression that starts with a member of an implied type; undefined for any other. */
export function impliedChain(sweep: Sweep, start: number, end: number): string | undefined {
  if (sweep.text[start] !== ".") return undefined;
  const root = sweep.implied.get(start);
  const chain = chainOf(`x${sweep.text.slice(start, end)}`, sweep.language.dialect);
  return root === undefined || !chain.startsWith("x.") ? undefined : root + chain.slice(1);
}

const CALL_INDEX = /^\?(\d+)(?=:)/;
type Uses = Pick<Sweep, "calls" | "bindings">;

/** Returns the calls that a test accepts. The roots that have the number of a call get its new number. */
export function filterUses({ calls, bindings }: Uses, accepts: (call: Call) => boolean): Uses {
  const numbers = new Map<number, number>();
  const found = calls.filter((call, index) => {
    const isKept = accepts(call);
    if (isKept) numbers.set(index, numbers.size);
    return isKept;
  });
  if (found.length === calls.length) return { calls, bindings };
  const renumbered = (chain: string) =>
    chain.replace(CALL_INDEX, (_root, index) => `?${numbers.get(Number(index)) ?? ""}`);
  const isOfCall = (chain: string) => CALL_INDEX.test(chain);
  return {
    calls: found.map((call) =>
      isOfCall(call.callee) ? { ...call, callee: renumbered(call.callee) } : call,
    ),
    bindings: bindings.map((binding) =>
      isOfCall(binding.value) ? { ...binding, value: renumbered(binding.value) } : binding,
    ),
  };
}

const MAX_TYPE = 200;
const PATH = /(?:\p{Lu}\p{ID_Continue}*\.)*\p{Lu}\p{ID_Continue}*$/u;

/** Returns where `Box<Int>` starts before a member; the grammar lets the call begin behind it. */
export function startOfType(text: string, start: number): number {
  if (text[start] !== "." || text[start - 1] !== ">") return start;
  let depth = 0;
  for (let at = start - 1; at > start - MAX_TYPE; at--) {
    if (text[at] === ">") depth++;
    else if (text[at] === "<" && --depth === 0)
      return at - (PATH.exec(text.slice(Math.max(0, at - MAX_TYPE), at))?.[0].length ?? 0);
  }
  return start;
}

interface ImpliedPlace {
  readonly at: number;
  /** `[]` for each list around it. */
  readonly steps: string;
}

/** Finds the members of an implied type and the closures that an expression consists of. */
class PlaceReader extends TextScanner {
  readonly #found: ImpliedPlace[] = [];

  constructor(text: string, dialect: Dialect) {
    super(text, dialect);
  }

  places(): readonly ImpliedPlace[] {
    this.#operand("", 0);
    return this.#found;
  }

  /** Reads one expression, up to the comma or bracket behind it. */
  #operand(steps: string, depth: number): void {
    const count = this.#found.length;
    this.#start(steps, depth);
    while (this.at < this.text.length && !",)]}".includes(this.peek())) {
      if (this.#isNext(COMPARED)) this.#found.length = count;
      const width = this.#branch(steps !== "");
      if (width > 0) {
        // The key of a map has another type.
        if (width === 1 && this.peek() === ":" && !this.#isSpaceBefore())
          this.#found.length = count;
        this.at += width;
        this.#start(steps, depth);
      } else this.#skipOne();
    }
  }

  /** Returns the length of a sign behind which another value follows; 0 for any other. */
  #branch(isInList: boolean): number {
    if (this.text.startsWith("?? ", this.at)) return 2;
    const sign = this.peek();
    if ((sign !== "?" && sign !== ":") || !/\s/.test(this.text[this.at + 1] ?? "")) return 0;
    return this.#isSpaceBefore() || (isInList && sign === ":") ? 1 : 0;
  }

  #isSpaceBefore(): boolean {
    return /\s/.test(this.text[this.at - 1] ?? "");
  }

  #isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  #start(steps: string, depth: number): void {
    this.space();
    WORDS.lastIndex = this.at;
    WORDS.exec(this.text);
    this.at = WORDS.lastIndex;
    const sign = this.peek();
    if (sign === "." || sign === "{") this.#found.push({ at: this.at, steps });
    else if ((sign === "[" || sign === "(") && depth < MAX_DEPTH) this.#group(sign, steps, depth);
  }

  /** Reads a list, the values of a map, or an expression in brackets. */
  #group(sign: string, steps: string, depth: number): void {
    const start = this.at++;
    const count = this.#found.length;
    const inside = sign === "[" ? `${steps}[]` : steps;
    for (let element = 0; element < MAX_ELEMENTS && this.at < this.text.length; element++) {
      this.#operand(inside, depth + 1);
      if (sign === "(" || !this.take(",")) break;
    }
    const isWhole = this.take(sign === "[" ? "]" : ")") && !/[.([{?!]/.test(this.peek());
    if (isWhole) return;
    // A tuple, or the object of a member: its parts have other types.
    this.#found.length = count;
    this.at = start;
    if (!this.skipGroup()) this.at = this.text.length;
  }

  #skipOne(): void {
    const sign = this.peek();
    if (sign === '"') this.skipString();
    else if ("([{".includes(sign)) {
      if (!this.skipGroup()) this.at = this.text.length;
    } else if (!this.skipComment()) this.at++;
  }
}
