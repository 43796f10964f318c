/** Converts matches in Ruby to definitions: classes, modules, methods, aliases. */
import type { SymbolKind } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { define, innermost, lineAt, partOf, type Sweep } from "../sweep.ts";
import { rubyChain } from "./ruby-chain.ts";
import { isInSingleton, stateOf } from "./state.ts";
import { documentedResult } from "./yard.ts";

/** Precedes the name of a module in a list of bases: how the class uses it. A superclass has no such word. */
export const MIXES = {
  include: "include ",
  prepend: "prepend ",
  extend: "extend ",
  hook: "hook ",
} as const;

export function takeClass(sweep: Sweep, item: Item): void {
  const index = openNamed(sweep, item, "class");
  const own = sweep.definitions[index];
  if (own === undefined || item.value === undefined) return;
  const written = partOf(sweep, item.value);
  const base = baseOf(written);
  if (base !== "") own.bases.push(base);
  for (const name of membersOfStruct(written)) addProperty(sweep, item, index, name, false);
  if (/^[\w:]+$/.test(written)) stateOf(sweep).constantEnd = item.value.end;
}

export function takeModule(sweep: Sweep, item: Item): void {
  openNamed(sweep, item, "module");
}

const MAX_PARTS = 10;

/** Opens `class A::B` as the module A and the class B in it. */
function openNamed(sweep: Sweep, item: Item, kind: SymbolKind): number {
  const written = partOf(sweep, item.name).replace(/\s+/g, "");
  const isAbsolute = written.startsWith("::");
  const parts = partsOf(written);
  const { name } = item;
  let index = -1;
  stateOf(sweep).constantEnd = name?.end ?? item.start;
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const column =
      isLast && name !== undefined
        ? name.column + (name.end - name.start) - part.length
        : (name?.column ?? 0);
    const place = name === undefined ? undefined : { ...name, column };
    const container = at === 0 ? (isAbsolute ? -1 : classAround(sweep)) : index;
    index = define(
      sweep,
      { ...item, name: place, value: undefined },
      { name: part, kind: isLast ? kind : "module", head: "" },
      container,
    );
    sweep.open.push(index);
  }
  return index;
}

/** Returns the names of `A::B::C`. */
export function partsOf(written: string): string[] {
  return written
    .split("::")
    .filter((part) => part !== "")
    .slice(0, MAX_PARTS);
}

/** Returns the innermost class or module; a class in a block is a constant of the class around the block. */
export function classAround(sweep: Sweep): number {
  let at = innermost(sweep);
  while (at >= 0 && !isClass(sweep, at)) at = sweep.definitions[at]?.container ?? -1;
  return at;
}

export function isClass(sweep: Sweep, index: number): boolean {
  const kind = sweep.definitions[index]?.kind;
  return kind === "class" || kind === "module";
}

export function takeSingleton(sweep: Sweep, item: Item): void {
  isInSingleton(sweep, item.start);
  stateOf(sweep).singletonEnds.push(item.end);
}

/** Returns the superclass as a chain; for `Struct.new(:a)` and the like what is made. */
export function baseOf(written: string): string {
  const made = /^(?:::)?(Struct|Data)\.(?:new|define)\b/.exec(written)?.[1];
  if (made !== undefined) return made;
  const parent =
    /^(?:(?:::)?Class\.new|DelegateClass|(?:::)?Module\.new)\s*\(?\s*([\w:]+)/.exec(written)?.[1] ??
    // A class that makes classes, as `Struct` does.
    /^((?:::)?\p{Lu}[\w:]*)\.new\b/u.exec(written)?.[1];
  const chain = rubyChain(parent ?? written).replace(/\[\]$/, "");
  return /^[\p{Lu}$][\p{ID_Continue}.]*$/u.test(chain) ? chain : "";
}

/** Returns the members that `Struct.new(:a, :b)` or `Data.define(:a)` declares. */
export function membersOfStruct(written: string): string[] {
  const list = /^(?:(?:::)?Data\.define|[\w:]+\.new)\s*\(([^)]{0,2000})/.exec(written)?.[1] ?? "";
  return symbolsIn(list);
}

const SYMBOL =
  /(?<![:\w]):(?:"([\p{ID_Continue}?!=]+)"|([\p{ID_Start}_][\p{ID_Continue}]*[?!=]?))/gu;

/** Returns the symbols in a list of arguments, before the first `key: value`. */
export function symbolsIn(list: string): string[] {
  const end = list.search(/[\w"]:\s|=>|\{|\bdo\b/);
  const plain = end < 0 ? list : list.slice(0, end);
  return [...plain.matchAll(SYMBOL)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

/** Adds a reader to a class; its value is the variable with its name. */
export function addProperty(
  sweep: Sweep,
  item: Item,
  container: number,
  name: string,
  isStatic: boolean,
): void {
  const index = define(
    sweep,
    { ...item, value: undefined },
    { name, kind: "property", head: "" },
    container,
  );
  const own = sweep.definitions[index];
  if (own === undefined) return;
  own.isStatic = isStatic;
  own.value = `this.@${name}`;
}

export function takeMethod(sweep: Sweep, item: Item): void {
  openMethod(sweep, item, partOf(sweep, item.name), isInSingleton(sweep, item.start));
}

export function takeStatic(sweep: Sweep, item: Item): void {
  openMethod(sweep, item, partOf(sweep, item.name), true);
}

/** Opens a method. Its container is the class around it, or the block for a method in a block. */
export function openMethod(sweep: Sweep, item: Item, name: string, isStatic: boolean): number {
  const container = methodOwner(sweep);
  if (item.name !== undefined) stateOf(sweep).taken.add(item.name.start);
  const kind = container < 0 ? "function" : "method";
  const index = define(sweep, { ...item, value: undefined }, { name, kind, head: "" }, container);
  const own = sweep.definitions[index];
  if (own !== undefined) {
    own.isStatic = isStatic;
    own.value = documentedResult(sweep.text, item.start);
    if (own.value !== "") stateOf(sweep).documented.set(index, own.value);
  }
  sweep.open.push(index);
  return index;
}

/**
 * A method in a method, and one in a block of a class body, belong to the class around it: `if_missing(:a) do def a; end end`.
 */
function methodOwner(sweep: Sweep): number {
  let at = innermost(sweep);
  for (;;) {
    const kind = sweep.definitions[at]?.kind;
    if (kind !== "method" && kind !== "function") break;
    at = sweep.definitions[at]?.container ?? -1;
  }
  let around = at;
  for (let own = sweep.definitions[at]; own?.kind === "lambda"; own = sweep.definitions[around]) {
    const name = /([^.()]*)(?:\(\))?$/.exec(own.value)?.[1] ?? "";
    if (name === "" || FOR_OTHERS.has(name)) return at;
    around = own.container;
  }
  return isClass(sweep, around) ? around : at;
}

/** Methods that run their block for another object, or for a class that they make or that includes the module. */
const FOR_OTHERS = new Set(
  `class_methods included extended prepended inherited class_eval module_eval class_exec module_exec instance_eval instance_exec
   refine new define describe context feature it specify scenario example before after around let let! subject setup teardown
   test should shared_examples shared_examples_for shared_context loop each map tap lambda proc define_method
   define_singleton_method`.split(/\s+/),
);

export function takeAlias(sweep: Sweep, item: Item): void {
  const { taken } = stateOf(sweep);
  if (item.name !== undefined) taken.add(item.name.start);
  if (item.value !== undefined) taken.add(item.value.start);
  const plain = (text: string) => text.replace(/^:/, "");
  addAlias(sweep, item, plain(partOf(sweep, item.name)), plain(partOf(sweep, item.value)));
}

/** Adds a method that is another name of a method. */
export function addAlias(sweep: Sweep, item: Item, name: string, old: string): void {
  if (!/^[\p{ID_Start}_]/u.test(name)) return;
  const container = methodOwner(sweep);
  const isStatic = isInSingleton(sweep, item.start);
  const kind = container < 0 ? "function" : "method";
  const index = define(sweep, { ...item, value: undefined }, { name, kind, head: "" }, container);
  const own = sweep.definitions[index];
  if (own !== undefined) own.isStatic = isStatic;
  if (!/^[\p{ID_Start}_]/u.test(old)) return;
  if (own !== undefined) own.value = `this.${old}()`;
  const line = lineAt(sweep, item.end);
  const column = Math.max(0, item.end - old.length - (sweep.lineStarts[line - 1] ?? 0));
  sweep.calls.push({ scope: index, kind: "call", callee: `this.${old}`, args: "", line, column });
}
