/** Converts matches in Ruby to variables: parameters, locals, instance variables and constants. */
import { splitValues } from "../comma-list.ts";
import type { Item } from "../parser/items.ts";
import { define, innermost, partOf, type Sweep } from "../sweep.ts";
import { refersTo } from "../take-bindings.ts";
import { alternativesOf, either, stepOfEach } from "../text/alternatives.ts";
import { rubyChain } from "./ruby-chain.ts";
import { addBinding, bindingAt, isBranching, spanKey, stateOf } from "./state.ts";
import {
  addProperty,
  baseOf,
  classAround,
  isClass,
  membersOfStruct,
  partsOf,
} from "./take-ruby-definitions.ts";
import { documentedParameter } from "./yard.ts";

const LOCAL = /^[\p{Ll}_][\p{ID_Continue}]*$/u;
const PARAMETER = /^([*&]{0,2})([\p{ID_Start}_][\p{ID_Continue}]*)(?:\s*=\s*|:\s*)?/u;

export function takeParameter(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const text = partOf(sweep, item);
  const position = sweep.parameters.get(scope) ?? 0;
  sweep.parameters.set(scope, position + 1);
  const found = PARAMETER.exec(text);
  if (found === null) return;
  const [whole, marks = "", name = ""] = found;
  stateOf(sweep).taken.add(item.start + marks.length);
  const own = sweep.spans[scope];
  const isOfMethod = sweep.definitions[scope]?.kind !== "lambda";
  const stated =
    isOfMethod && own !== undefined ? documentedParameter(sweep.text, own.start, name) : "";
  const value = stated || (marks === "" ? rubyChain(text.slice(whole.length)) : "");
  addBinding(sweep, scope, name, value, position);
}

/** Takes a name in a pattern or a list: its value is unknown, unless the assignment has bound it. */
export function takePattern(sweep: Sweep, item: Item): void {
  const { taken } = stateOf(sweep);
  if (taken.has(item.start)) return;
  taken.add(item.start);
  bindLocal(sweep, partOf(sweep, item), "");
}

export function takeRescue(sweep: Sweep, item: Item): void {
  if (item.name === undefined) return;
  stateOf(sweep).taken.add(item.name.start);
  const chain = rubyChain(partOf(sweep, item.value));
  const isClassName = /^[\p{Lu}$][\w.]*$/u.test(chain);
  bindLocal(sweep, partOf(sweep, item.name), isClassName ? `${chain}.new()` : "");
}

/** `a ||= b` and `a += b`: the variable has another value from there on. */
export function takeChanged(sweep: Sweep, item: Item): void {
  const between = sweep.text.slice(item.name?.end ?? 0, item.value?.start ?? 0);
  const isOther = /\|\|=|&&=/.test(between);
  if (isOther) noteBranches(sweep, item);
  assign(sweep, item, isOther ? rubyChain(partOf(sweep, item.value)) : "");
}

/** `(a, b) = c` assigns as `a, b = c` does. */
const IN_BRACKETS = /^\(([^()]*)\)$/;

export function takeAssignment(sweep: Sweep, item: Item): void {
  const { name } = item;
  const left = partOf(sweep, name);
  const names = splitValues(IN_BRACKETS.exec(left)?.[1] ?? left);
  if (name !== undefined && /\.[\p{ID_Start}_]\w*$/u.test(left.slice(-100)))
    stateOf(sweep).setterEnds.add(name.end);
  const own = /^self\.([\p{ID_Start}_]\w*)$/u.exec(left)?.[1];
  if (own !== undefined) holdInObject(sweep, item, `@${own}`, rubyChain(partOf(sweep, item.value)));
  else if (names.length > 1) takeSeveral(sweep, item, names);
  else {
    noteBranches(sweep, item);
    assign(sweep, item, rubyChain(partOf(sweep, item.value)));
  }
}

/** `a = if b then c else d end`: the branches are the values. */
function noteBranches(sweep: Sweep, item: Item): void {
  const isVariable = /^@{0,2}[\p{Ll}_]\w*$/u.test(partOf(sweep, item.name));
  if (item.value !== undefined && isVariable && isBranching(sweep, item.value))
    stateOf(sweep).tails.set(spanKey(item.value), item);
}

/** Gives a name a value, or another one. */
export function assign(sweep: Sweep, item: Item, value: string): void {
  const left = partOf(sweep, item.name);
  if (LOCAL.test(left)) {
    stateOf(sweep).taken.add(item.name?.start ?? -1);
    bindLocal(sweep, left, value);
  } else if (/^@{1,2}\w+$/.test(left)) holdInObject(sweep, item, left, value);
  else if (/^(?:(?:\w+)?::)*\p{Lu}\w*$/u.test(left)) takeConstantValue(sweep, item, left, value);
}

/** Pairs the names and values of `a, @b = A.new, B.new`. */
function takeSeveral(sweep: Sweep, item: Item, written: readonly string[]): void {
  const names = written.map((part) => part.trim());
  const values = splitValues(partOf(sweep, item.value));
  const { taken } = stateOf(sweep);
  let at = item.name?.start ?? 0;
  for (const [index, name] of names.entries()) {
    const start = sweep.text.indexOf(name, at);
    const value = values.length === names.length ? rubyChain((values[index] ?? "").trim()) : "";
    if (LOCAL.test(name)) {
      taken.add(start);
      bindLocal(sweep, name, value);
    } else if (/^@{1,2}\w+$/.test(name)) holdInObject(sweep, item, name, value);
    at = Math.max(at, start + name.length);
  }
}

/** Binds a local: an enclosing block's if it has the name, else one of the innermost scope. */
function bindLocal(sweep: Sweep, name: string, value: string): void {
  for (const scope of scopesOutwards(sweep)) {
    const at = bindingAt(sweep, scope, name);
    const existing = sweep.bindings[at];
    if (existing === undefined) continue;
    const isOpen = value !== "" && !refersTo(value, name);
    if (isOpen) sweep.bindings[at] = { ...existing, value: either(existing.value, value) };
    return;
  }
  addBinding(sweep, innermost(sweep), name, refersTo(value, name) ? "" : value);
}

/** Returns the scopes whose locals are visible: blocks up to a method or class, innermost first. */
function scopesOutwards(sweep: Sweep): number[] {
  const scopes: number[] = [];
  for (let at = sweep.open.length - 1; at >= 0; at--) {
    const scope = sweep.open[at] ?? -1;
    scopes.push(scope);
    if (sweep.definitions[scope]?.kind !== "lambda") return scopes;
  }
  return [...scopes, -1];
}

export function isLocal(sweep: Sweep, name: string): boolean {
  return scopesOutwards(sweep).some((scope) => bindingAt(sweep, scope, name) >= 0);
}

/** Takes the assignment of an instance variable: a property of the class, of one value or several. */
function holdInObject(sweep: Sweep, item: Item, name: string, value: string): void {
  const { owner, isStatic } = holderOf(sweep, name);
  if (owner < 0) {
    bindOutside(sweep, name, value);
    return;
  }
  const key = `${owner} ${isStatic ? "self " : ""}${name}`;
  const existing = sweep.definitions[sweep.named.get(key) ?? -1];
  if (existing !== undefined) {
    existing.value = either(existing.value, withoutLocals(sweep, value));
    return;
  }
  const index = define(
    sweep,
    { ...item, value: undefined, type: undefined },
    { name, kind: "property", head: "" },
    owner,
  );
  sweep.named.set(key, index);
  const own = sweep.definitions[index];
  if (own !== undefined) [own.value, own.isStatic] = [withoutLocals(sweep, value), isStatic];
}

const MAX_REPLACED = 3;

/** Replaces locals by their values, because the variable of an object is read where they are not known. */
function withoutLocals(sweep: Sweep, value: string, depth = 0): string {
  return alternativesOf(value)
    .map((chain) => {
      const name = /^([\p{Ll}_][\p{ID_Continue}]*)\(\)/u.exec(chain)?.[1];
      const localType = name === undefined ? undefined : localValue(sweep, name);
      if (name === undefined || localType === undefined) return chain;
      const inner = depth < MAX_REPLACED ? withoutLocals(sweep, localType, depth + 1) : "";
      return stepOfEach(inner, chain.slice(name.length + 2));
    })
    .reduce(either, "");
}

/** Returns the value of a local; undefined for a name that is none. */
function localValue(sweep: Sweep, name: string): string | undefined {
  for (const scope of scopesOutwards(sweep)) {
    const binding = sweep.bindings[bindingAt(sweep, scope, name)];
    if (binding !== undefined) return binding.value;
  }
  return undefined;
}

/** A variable of a class body belongs to the class itself; one of a block in it to an object, as the block usually does. */
function holderOf(sweep: Sweep, name: string): { owner: number; isStatic: boolean } {
  let isOfClass = true;
  let isStatic = name.startsWith("@@");
  for (let at = innermost(sweep); at >= 0; at = sweep.definitions[at]?.container ?? -1) {
    if (isClass(sweep, at)) return { owner: at, isStatic: isStatic || isOfClass };
    isOfClass = false;
    isStatic ||= sweep.definitions[at]?.isStatic === true;
  }
  return { owner: -1, isStatic };
}

/** Binds an instance variable of blocks, as in RSpec's `before`: blocks beside it see it. */
function bindOutside(sweep: Sweep, name: string, value: string): void {
  const scope = sweep.definitions[innermost(sweep)]?.container ?? -1;
  const at = bindingAt(sweep, scope, name);
  const existing = sweep.bindings[at];
  if (existing !== undefined)
    sweep.bindings[at] = { ...existing, value: either(existing.value, value) };
  else addBinding(sweep, scope, name, value);
}

const MAKES_CLASS = /^(?:::)?(Struct\.new|Class\.new|Data\.define|Module\.new)\b/;

/** Takes a constant. `Point = Struct.new(:x) do … end` is a class. */
function takeConstantValue(sweep: Sweep, item: Item, left: string, value: string): void {
  const outer = partsOf(left);
  const name = outer.pop() ?? left;
  const { value: right } = item;
  const text = partOf(sweep, right);
  const made = MAKES_CLASS.exec(text)?.[1];
  stateOf(sweep).constantEnd = item.name?.end ?? -1;
  const kind = made === undefined ? "variable" : made === "Module.new" ? "module" : "class";
  let container = left.startsWith("::") ? -1 : classAround(sweep);
  for (const part of outer) {
    const around = { ...item, value: undefined };
    container = define(sweep, around, { name: part, kind: "module", head: "" }, container);
  }
  const index = define(sweep, { ...item, value: undefined }, { name, kind, head: "" }, container);
  const own = sweep.definitions[index];
  if (own === undefined) return;
  if (made === undefined) {
    own.value = value;
    return;
  }
  const base = baseOf(text);
  if (base !== "") own.bases.push(base);
  for (const member of membersOfStruct(text)) addProperty(sweep, item, index, member, false);
  if (right !== undefined) stateOf(sweep).blocks.set(right.end, { kind: "transparent" });
  sweep.open.push(index);
}
