/** Converts matches to bindings: parameters, locals, loops, destructuring. */

import { splitValues } from "./comma-list.ts";
import { chainOf } from "./expression.ts";
import type { Item } from "./parser/items.ts";
import { bindPattern } from "./pattern.ts";
import { chainAt, define, innermost, isInFunction, partOf, type Sweep, typeText } from "./sweep.ts";
import { either, stepOfEach } from "./text/alternatives.ts";
import { documentedType, isVague } from "./text/php-docs.ts";

export function bind(sweep: Sweep, item: Item, value: string): void {
  const name = partOf(sweep, item.name);
  const type = typeText(sweep, item.type);
  if (name !== "") {
    sweep.bindings.push({ name, scope: innermost(sweep), parameter: -1, type, value });
  }
}

/**
 * Binds a variable of a function. In a language without declarations (Python), another value for a known name becomes an
 * alternative.
 */
export function bindAgain(sweep: Sweep, item: Item): void {
  const value = chainAt(sweep, item.value);
  const isDeclared = sweep.language.readExport !== undefined || item.type !== undefined;
  if (isDeclared || !reassign(sweep, partOf(sweep, item.name), value, innermost(sweep)))
    bind(sweep, item, value);
}

/** Adds the value of `name = value` as an alternative of a name declared earlier, in this function or around it. */
export function takeReassigned(sweep: Sweep, item: Item): void {
  const name = partOf(sweep, item.name);
  const value = chainAt(sweep, item.value);
  for (const scope of [...sweep.open].reverse()) {
    if (reassign(sweep, name, value, scope)) return;
  }
  const own = sweep.definitions[sweep.named.get(`-1 ${name}`) ?? -1];
  if (own?.kind === "variable" && own.type === "" && !refersTo(value, name))
    own.value = either(own.value, value);
}

/** Adds a value to the binding of a name. Returns false if the scope has no binding of that name. */
function reassign(sweep: Sweep, name: string, value: string, scope: number): boolean {
  const at = sweep.bindings.findLastIndex(
    (binding) => binding.name === name && binding.scope === scope,
  );
  const existing = sweep.bindings[at];
  if (existing === undefined) return false;
  const isOpen = existing.type === "" && existing.parameter < 0 && !refersTo(value, name);
  if (isOpen) sweep.bindings[at] = { ...existing, value: either(existing.value, value) };
  return true;
}

/**
 * Returns whether a chain uses the name. Such a value is not added to the name, because it depends on the name's earlier
 * value.
 */
export function refersTo(chain: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replace(/\$/g, "\\$")}(?![\\w$])`).test(chain);
}

function bindName(sweep: Sweep, name: string, value: string): void {
  sweep.bindings.push({ name, scope: innermost(sweep), parameter: -1, type: "", value });
}

/**
 * Binds a narrowed name for a test: `x instanceof Foo`, `isinstance(x, Foo)`, `isFoo(x)`. The binding is added next to the
 * declared one. Its type is `is Foo`, or its value is the call that decides.
 */
export function takeNarrowed(sweep: Sweep, item: Item): void {
  const name = partOf(sweep, item.name);
  const scope = innermost(sweep);
  const add = (type: string, value: string) =>
    sweep.bindings.push({ name, scope, parameter: -1, type, value });
  const written = partOf(sweep, item.type).replace(/^\(|,?\s*\)$/g, "");
  const type = sweep.language.dialect.plain?.(written) ?? written;
  if (type !== "")
    add(
      `is ${splitValues(type)
        .map((splitValue) => splitValue.trim())
        .join(" | ")}`,
      "",
    );
  const predicate = chainAt(sweep, item.value);
  if (predicate !== "") add("", `${predicate}<is>()`);
}

export function takeParameter(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const position = sweep.parameters.get(scope) ?? 0;
  sweep.parameters.set(scope, position + 1);
  const name = partOf(sweep, item.name);
  const declared = restOf(sweep, item) ?? typeText(sweep, item.type);
  const type = (isVague(declared) && documentedAs(sweep, item)) || declared;
  const isPattern = name.startsWith("{") || name.startsWith("[");
  // A pattern has no name: its parts are bound to members of `#0`.
  const own = isPattern ? `#${position}` : name.replace(/^[.*&]+|\s.*$/gs, "");
  const value = selfOf(sweep, scope, position, type, name) || defaultOf(sweep, item);
  sweep.bindings.push({ name: own, scope, parameter: position, type, value });
  if (!isPattern) return;
  for (const [local, chain] of bindPattern(name, own)) {
    bindName(sweep, local, chain);
    noteTaken(sweep, item, chain);
  }
}

/** Returns a parameter's default value. For overloads it matters that there is one, even if it is not understood. */
function defaultOf(sweep: Sweep, { value }: Item): string {
  const chain = chainAt(sweep, value);
  const isOptional = value !== undefined && sweep.language.hasOverloads === true;
  return chain === "" && isOptional ? "#" : chain;
}

/** Returns the type that PHP's comment before a function states for its parameter. */
function documentedAs(sweep: Sweep, { name }: Item): string {
  const own = sweep.spans[innermost(sweep)];
  if (sweep.language.name !== "php" || own === undefined) return "";
  const type = documentedType(sweep.text, own.start, "param", partOf(sweep, name));
  return sweep.language.dialect.plain?.(type) ?? type;
}

function noteTaken(sweep: Sweep, item: Item, callee: string): void {
  const offset = item.name?.start ?? item.start;
  if (/[^.]\.[\w$]+$/.test(callee)) sweep.taken.push({ scope: innermost(sweep), callee, offset });
}

/**
 * Returns the type of a rest parameter. Java's `int... xs` keeps its dots, which affect how it can be called; Go's `xs
 * ...int` becomes a list.
 */
function restOf(sweep: Sweep, item: Item): string | undefined {
  const { name, type } = item;
  if (type === undefined) return undefined;
  if (name === undefined) {
    const isRest = sweep.text.startsWith("...", item.start);
    return isRest ? `[]${typeText(sweep, type)}` : undefined;
  }
  const isBehind = type.end <= name.start;
  const isParams =
    sweep.language.hasParams === true &&
    /\bparams\s+$/.test(sweep.text.slice(Math.max(0, type.start - 12), type.start));
  if (isParams && isBehind) return `${typeText(sweep, type).replace(/\[\]\??$/, "")}...`;
  const between = isBehind
    ? sweep.text.slice(type.end, name.start)
    : sweep.text.slice(name.end, type.start);
  if (!between.includes("...")) return undefined;
  const text = typeText(sweep, type);
  return isBehind ? `${text}...` : `[]${text}`;
}

/** Returns what a method's first parameter stands for: the object or, by its name, the class; "" for all others. */
function selfOf(sweep: Sweep, scope: number, position: number, type: string, name: string): string {
  if (sweep.language.hasExplicitSelf !== true || position > 0 || type !== "") return "";
  const own = sweep.definitions[scope];
  const isMember = own?.kind === "method" || own?.kind === "property";
  if (!isMember || sweep.definitions[own.container]?.kind !== "class") return "";
  return name === "cls" ? "Self" : "this";
}

/**
 * Binds the names in `Shape::Circle(point, _)` and `Shape::Square { corner, side: s }` to the contents of the variant or
 * structure.
 */
export function takeVariant(sweep: Sweep, item: Item): void {
  const written = partOf(sweep, item);
  const open = written.search(/[({]/);
  const path = chainOf(written.slice(0, open).trim(), sweep.language.dialect);
  if (open < 0 || path === "") return;
  for (const [at, part] of splitValues(written.slice(open + 1, -1)).entries()) {
    const [, field, name] = VARIANT_PART.exec(part) ?? [];
    if (name === undefined || /^\p{Lu}/u.test(name)) continue;
    const isPlace = written[open] === "(";
    bindName(sweep, name, isPlace ? `${path}<#${at}>()` : `${path}.${field ?? name}`);
  }
}

const VARIANT_PART =
  /^\s*(?:(\w+)\s*:\s*)?(?:&\s*)?(?:ref\s+)?(?:mut\s+)?([\p{ID_Start}_]\p{ID_Continue}*)\s*(?:@[\s\S]*)?$/u;

/** Binds a pattern on the left of a value or of its elements. */
export function takePattern(sweep: Sweep, item: Item): void {
  const isElement = sweep.text.startsWith("for", item.start);
  const type = typeText(sweep, item.type);
  const value = stepOfEach(chainAt(sweep, item.value), isElement ? "[]" : "");
  const written = partOf(sweep, item.name);
  const pairs =
    eachOf(sweep, written, item) ?? bindPattern(written, type === "" ? value : `<${type}>`);
  if (isElement || isInFunction(sweep)) {
    for (const [name, chain] of pairs) {
      bindName(sweep, name, chain);
      noteTaken(sweep, item, chain);
    }
    return;
  }
  for (const [name, chain] of pairs) {
    const index = define(sweep, { ...item, type: undefined }, { name, kind: "variable", head: "" });
    const own = sweep.definitions[index];
    if (own !== undefined) own.value = chain;
  }
}

/** Pairs the names and values of Python's `a, b = A(), B()`. */
function eachOf(sweep: Sweep, written: string, item: Item): [string, string][] | undefined {
  if (/^\s*[{[]/.test(written) || sweep.text.startsWith("for", item.start)) return undefined;
  const names = listed(withoutBrackets(written).split(","));
  const values = listed(splitValues(withoutBrackets(partOf(sweep, item.value))));
  if (values.length < 2 || values.length !== names.length) return undefined;
  return names.flatMap((name, index): [string, string][] =>
    /^\s*[\p{ID_Start}_]\p{ID_Continue}*\s*$/u.test(name)
      ? [[name.trim(), chainOf(values[index] ?? "", sweep.language.dialect)]]
      : [],
  );
}

/** Binds Go's `a, err := f()` or Rust's `let (a, b) = f()`: one value for each name, or the results of one call. */
export function takeList(sweep: Sweep, item: Item): void {
  const names = listed(withoutBrackets(partOf(sweep, item.name)).split(","));
  const values = listed(splitValues(withoutBrackets(partOf(sweep, item.value))));
  names.forEach((written, index) => {
    const name = written.replace(/^\s*(?:mut|ref)\s+/, "");
    const isEach = values.length === names.length;
    const chain = chainOf(values[isEach ? index : 0] ?? "", sweep.language.dialect);
    const input = isEach || index === 0 ? chain : resultOf(chain, index);
    if (/^\s*[\p{ID_Start}_]\p{ID_Continue}*\s*$/u.test(name)) bindName(sweep, name.trim(), input);
  });
}

/** Returns the chain of one of several results of a call; "" for anything else. */
function resultOf(chain: string, index: number): string {
  return /[^>]\(\)$/.test(chain) ? `${chain.slice(0, -2)}<#${index}>()` : "";
}

/** Ignores a trailing comma. */
const listed = (parts: readonly string[]) => parts.filter((part) => part.trim() !== "");

/** Removes the brackets of a list `(a, b)`, but not those of `(a).b` and `(a)(b)`. */
function withoutBrackets(text: string): string {
  return /^\([^()]*(?:\([^()]*\)[^()]*)*\)$/.test(text) ? text.slice(1, -1) : text;
}

/** Binds the last name of Go's `for i, v := range xs` to the element. */
export function takeRange(sweep: Sweep, item: Item): void {
  const names = partOf(sweep, item.name).split(",");
  const name = names.length > 1 ? names.at(-1)?.trim() : undefined;
  if (name !== undefined && name !== "_")
    bindName(sweep, name, stepOfEach(chainAt(sweep, item.value), "[]"));
}
