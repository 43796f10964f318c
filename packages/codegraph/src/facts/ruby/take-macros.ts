/** Takes calls without a receiver, some of which declare something: `include`, `attr_reader`, `define_method`, `let`. */

import { INCLUDED } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { define, innermost, lineAt, partOf, type Sweep } from "../sweep.ts";
import { addBinding, isInSingleton, stateOf } from "./state.ts";
import {
  addAlias,
  addProperty,
  classAround,
  isClass,
  MIXES,
  openMethod,
  symbolsIn,
} from "./take-ruby-definitions.ts";
import {
  addUse,
  argumentsAfter,
  constantsIn,
  extendSelf,
  noteCallee,
  takeConfigured,
  takeDescribed,
  takeRequire,
} from "./take-ruby-uses.ts";
import { isLocal } from "./take-variables.ts";

type Macro = (sweep: Sweep, item: Item, word: string) => void;

const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ...["include", "prepend", "extend"].map((word) => [word, takeMix] as const),
  ...["attr_reader", "attr_writer", "attr_accessor", "attr"].map(
    (word) => [word, takeReaders] as const,
  ),
  ...["require", "require_relative", "load", "autoload"].map(
    (word) => [word, takeRequire] as const,
  ),
  ...["let", "let!", "subject", "subject!"].map((word) => [word, takeLet] as const),
  ["alias_method", takeAliasMethod],
  ["define_method", takeDefined],
  ["define_singleton_method", takeDefined],
  ["module_function", extendSelf],
  ["def_delegators", takeDelegators],
  ["def_delegator", takeDelegator],
  ["def_instance_delegators", takeDelegators],
  ["def_instance_delegator", takeDelegator],
  ["delegate", takeDelegate],
  ["class_methods", takeClassMethods],
  ["included", takeIncluded],
]);

/** Calls whose symbols are names of methods and that are no use of them. */
const NO_CALLBACKS = new Set(
  `attr_reader attr_writer attr_accessor attr private public protected module_function private_class_method public_class_method
   private_constant alias_method define_method def_delegators def_delegator delegate autoload undef_method remove_method`.split(
    /\s+/,
  ),
);
/** Calls that declare something and lead to no method of the project. */
const LANGUAGE_MACROS = new Set(
  `attr_reader attr_writer attr_accessor attr private public protected module_function private_class_method private_constant
   alias_method define_method require require_relative autoload raise block_given?`.split(/\s+/),
);
const FIRST_SYMBOL = /^:"?([\p{ID_Start}_][\p{ID_Continue}]*[?!=]?)/u;

export function takeBareCall(sweep: Sweep, item: Item): void {
  const { name } = item;
  if (name === undefined) return;
  stateOf(sweep).taken.add(name.start);
  const word = partOf(sweep, name);
  if (word === "super") {
    addUse(sweep, "call", "super", name.start);
    stateOf(sweep).supers.add(name.start);
    return;
  }
  if (!LANGUAGE_MACROS.has(word)) addCall(sweep, item, word, name.start);
  noteCallee(sweep, item, word);
  takeDescribed(sweep, item, word);
  if (isClass(sweep, innermost(sweep)) && !NO_CALLBACKS.has(word)) takeCallbacks(sweep, item);
  MACROS.get(word)?.(sweep, item, word);
}

/** Adds the call itself; `send(:name)` calls that method, and `method(:name)` refers to it. */
function addCall(sweep: Sweep, item: Item, word: string, start: number): void {
  const isSent =
    word === "send" || word === "__send__" || word === "public_send" || word === "method";
  const sent = isSent ? FIRST_SYMBOL.exec(argumentsAfter(sweep, item))?.[1] : undefined;
  if (sent !== undefined)
    addUse(sweep, word === "method" ? "reference" : "call", `this.${sent}`, start);
  else if (!isLocal(sweep, word) || sweep.text[item.name?.end ?? 0] === "(")
    addUse(sweep, "call", word, start);
}

const MAX_CALLBACKS = 20;

/** `before_action :check` in a class: the method may be called. */
function takeCallbacks(sweep: Sweep, item: Item): void {
  for (const name of symbolsIn(argumentsAfter(sweep, item)).slice(0, MAX_CALLBACKS)) {
    addUse(sweep, "reference", `this.${name}`, item.name?.start ?? item.start);
  }
}

function takeMix(sweep: Sweep, item: Item, word: string): void {
  const scope = innermost(sweep);
  const own = sweep.definitions[scope];
  const list = argumentsAfter(sweep, item);
  if (own === undefined || !isClass(sweep, scope)) {
    if (word === "include") includeInBlock(sweep, item, scope, list);
    return;
  }
  const isOfClass = word === "extend" || isInSingleton(sweep, item.start);
  const mix = isOfClass ? MIXES.extend : word === "prepend" ? MIXES.prepend : MIXES.include;
  if (/^self\b/.test(list)) own.bases.push(`${mix}this`);
  for (const chain of constantsIn(list)) own.bases.push(mix + chain);
}

/** Takes `include` outside of a class: at the top or in RSpec's configuration for all examples, in a block for that block. */
function includeInBlock(sweep: Sweep, item: Item, scope: number, list: string): void {
  const isConfiguring = stateOf(sweep).configuring.has(scope);
  if (scope < 0 || isConfiguring) takeConfigured(sweep, item);
  if (scope < 0 || (!isConfiguring && sweep.definitions[scope]?.kind === "lambda"))
    for (const chain of constantsIn(list)) addBinding(sweep, scope, INCLUDED, chain);
}

function takeReaders(sweep: Sweep, item: Item, word: string): void {
  const owner = classAround(sweep);
  if (owner < 0) return;
  for (const name of symbolsIn(argumentsAfter(sweep, item))) {
    const at = symbolAt(sweep, item, name);
    const written = word === "attr_writer" ? `${name}=` : name;
    addProperty(sweep, { ...item, name: at }, owner, written, isInSingleton(sweep, item.start));
  }
}

/** Returns where a symbol is written in a call. */
function symbolAt(sweep: Sweep, item: Item, name: string): Item["name"] {
  const from = item.name?.end ?? item.start;
  const found = new RegExp(`:"?(?=${name.replace(/[?]/g, "\\?")}(?![\\w?!=]))`).exec(
    sweep.text.slice(from, Math.min(item.end, from + MAX_LIST_CHARS)),
  );
  if (found === null) return item.name;
  const start = from + found.index + found[0].length;
  const row = lineAt(sweep, start + 1) - 1;
  const column = start - (sweep.lineStarts[row] ?? 0);
  return { start, end: start + name.length, row, column };
}

const MAX_LIST_CHARS = 2000;

function takeAliasMethod(sweep: Sweep, item: Item): void {
  const [name, old] = symbolsIn(argumentsAfter(sweep, item));
  if (name !== undefined && old !== undefined) addAlias(sweep, item, name, old);
}

function takeDefined(sweep: Sweep, item: Item, word: string): void {
  const name = FIRST_SYMBOL.exec(argumentsAfter(sweep, item))?.[1];
  if (name === undefined) return;
  const isStatic = word === "define_singleton_method" || isInSingleton(sweep, item.start);
  openMethod(sweep, item, name, isStatic);
}

/** Takes `let(:store) { Store.new }`: a name for the blocks beside it. */
function takeLet(sweep: Sweep, item: Item, word: string): void {
  const name = FIRST_SYMBOL.exec(argumentsAfter(sweep, item))?.[1];
  const isSubject = word.startsWith("subject");
  if (name === undefined && !isSubject) return;
  const binding = addBinding(sweep, innermost(sweep), name ?? "subject", "");
  if (name !== undefined && isSubject) addBinding(sweep, innermost(sweep), "subject", `${name}()`);
  stateOf(sweep).blocks.set(item.end, { kind: "value", binding });
}

/** `def_delegators :@list, :size, :add` */
function takeDelegators(sweep: Sweep, item: Item): void {
  const list = argumentsAfter(sweep, item);
  const target = delegateOf(list);
  const names = symbolsIn(list.replace(/^:@{1,2}/, ":"));
  for (const name of names.slice(1)) addDelegated(sweep, item, name, target, name);
}

/** `def_delegator :@list, :add, :push`: the last is the new name. */
function takeDelegator(sweep: Sweep, item: Item): void {
  const list = argumentsAfter(sweep, item);
  const [, old, name] = symbolsIn(list.replace(/^:@{1,2}/, ":"));
  if (old !== undefined) addDelegated(sweep, item, name ?? old, delegateOf(list), old);
}

/** `delegate :add, :size, to: :list` */
function takeDelegate(sweep: Sweep, item: Item): void {
  const list = argumentsAfter(sweep, item);
  const to = /\bto:\s*:?"?(@{0,2}[\p{ID_Start}_]\w*)/u.exec(list)?.[1];
  if (to === undefined || /\bprefix:/.test(list)) return;
  for (const name of symbolsIn(list)) addDelegated(sweep, item, name, chainOfName(to), name);
}

const delegateOf = (list: string) =>
  chainOfName(/^[:'"]+(@{0,2}[\p{ID_Start}_]\w*)/u.exec(list)?.[1] ?? "");

function chainOfName(name: string): string {
  if (name === "" || name === "self") return "this";
  if (name === "class") return "this.class()";
  return name.startsWith("@") ? `this.${name}` : `this.${name}()`;
}

function addDelegated(sweep: Sweep, item: Item, name: string, target: string, old: string): void {
  const owner = classAround(sweep);
  if (owner < 0) return;
  const index = define(
    sweep,
    { ...item, value: undefined },
    { name, kind: "method", head: "" },
    owner,
  );
  const own = sweep.definitions[index];
  if (own === undefined) return;
  own.isStatic = isInSingleton(sweep, item.start);
  own.value = `${target}.${old}()`;
  const { line, column } = { line: own.nameLine, column: own.nameColumn };
  sweep.calls.push({
    scope: index,
    kind: "call",
    callee: `${target}.${old}`,
    args: "",
    line,
    column,
  });
}

/** `class_methods do`: methods that a class which includes the module gets for itself. */
function takeClassMethods(sweep: Sweep, item: Item): void {
  const around = classAround(sweep);
  const own = sweep.definitions[around];
  if (own === undefined) return;
  own.bases.push(`${MIXES.hook}ClassMethods`);
  const index = define(
    sweep,
    { ...item, value: undefined },
    { name: "ClassMethods", kind: "module", head: "" },
    around,
  );
  stateOf(sweep).blocks.set(item.end, { kind: "transparent" });
  sweep.open.push(index);
}

/** The content of `included do` belongs to the classes that include the module. */
function takeIncluded(sweep: Sweep, item: Item): void {
  stateOf(sweep).blocks.set(item.end, { kind: "transparent" });
}
