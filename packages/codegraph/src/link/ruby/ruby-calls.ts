/** The targets of calls and constants in Ruby, and which calls may mean a method of the project that is not known. */
import type { Call, Definition } from "../../facts/facts.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { UniqueNames } from "../unique-names.ts";
import {
  type CallTarget,
  type Found,
  type Position,
  type Target,
  targetOf,
  type Value,
} from "../value.ts";
import { hasKnownAncestors } from "./ruby-classes.ts";
import { kindOf, ownMethod } from "./ruby-evaluate.ts";
import {
  isMethod,
  methodAround,
  methodOf,
  rubyMember,
  selfAt,
  superMethod,
} from "./ruby-members.ts";
import { isClassKind, isRuby, pathOf } from "./ruby-paths.ts";

/** Returns what a call or constant leads to; object creation leads to the class. */
export function rubyTarget(
  r: Resolver,
  unique: UniqueNames,
  file: number,
  call: Call,
): CallTarget | undefined {
  const place: Position = { file, scope: call.scope };
  if (call.callee === "super") {
    const target = superMethod(r, place);
    return target && { target, tier: "this" };
  }
  if (call.kind === "call" && METHOD_LIKE_CONSTANT.test(call.callee))
    return namedLikeConstant(r, call, place);
  const found = foundAt(r, call, place);
  const [first = found?.value] = found?.value?.kind === "union" ? found.value.of : [];
  const target =
    targetOf(first) ?? (call.kind === "reference" ? callback(r, call, place) : undefined);
  if (target !== undefined)
    return isCallable(r, call, target) ? { target, tier: found?.tier ?? "this" } : undefined;
  return found?.receiver === undefined ? byName(unique, file, call) : undefined;
}

/** A name alone is a call, never a variable: those are no calls. */
function foundAt(r: Resolver, { kind, callee }: Call, place: Position): Found | undefined {
  const isOwn = kind === "call" && /^[^.()|]+$/.test(callee);
  return isOwn ? ownMethod(r, callee, place) : r.evaluate(callee, place);
}

function byName(unique: UniqueNames, file: number, { kind, callee }: Call): CallTarget | undefined {
  if (kind !== "call" || !callee.startsWith("?")) return undefined;
  const target = unique.find(file, callee);
  return target && { target, tier: "unique" };
}

const METHOD_LIKE_CONSTANT = /^(.+)\.(\p{Lu}[^.()]*)$/u;

/** `Kit::Widget(1)` calls a method whose name is that of a constant. */
function namedLikeConstant(r: Resolver, { callee }: Call, place: Position): CallTarget | undefined {
  const [, receiver = "", name = ""] = METHOD_LIKE_CONSTANT.exec(callee) ?? [];
  const value = r.evaluate(receiver, place)?.value;
  const target = value && targetOf(rubyMember(r, value, name, true));
  return target && { target, tier: "typed" };
}

/** A name in a class body, as in `before_action :check`, means a method of objects. */
function callback(r: Resolver, call: Call, place: Position): Target | undefined {
  const self = selfAt(r, place);
  const path = self?.kind === "definition" ? pathOf(r, self) : undefined;
  const name = /^this\.([^.()]+)$/.exec(call.callee)?.[1];
  return path === undefined || name === undefined
    ? undefined
    : methodOf(r, path, name, false, place.file);
}

function isCallable(r: Resolver, call: Call, { file, definition }: Target): boolean {
  const own = r.program.definition(file, definition);
  if (own === undefined) return false;
  if (call.kind === "read") return isClassKind(own.kind) || own.kind === "variable";
  return isMethod(own) || isClassKind(own.kind);
}

/**
 * Returns further targets of a call: the constructor of a created object; other definitions of the same method in the same
 * place, of which a condition chooses one.
 */
export function rubyAlso(r: Resolver, target: Target): Target[] {
  const own = r.program.definition(target.file, target.definition);
  if (own?.kind === "method" || own?.kind === "function") return sameMethods(r, target, own);
  if (own?.kind !== "class") return [];
  const path = pathOf(r, target);
  const made = path === undefined ? undefined : methodOf(r, path, "initialize", false, target.file);
  return made === undefined ? [] : [made];
}

const MAX_SAME = 8;

function sameMethods(
  r: Resolver,
  { file, definition }: Target,
  { container, name, isStatic }: Definition,
): Target[] {
  const named = r.program.membersNamed(file, container, name);
  if (named.length < 2) return [];
  const same = named.filter((index) => {
    const other = r.program.definition(file, index);
    return index !== definition && other?.isStatic === isStatic && other.kind !== "property";
  });
  return same.slice(0, MAX_SAME).map((index) => ({ file, definition: index }));
}

/** Methods that every object has and that are called without a receiver. */
const KERNEL_METHODS = new Set(
  `puts print p pp raise fail require require_relative load loop lambda proc format sprintf printf sleep rand srand exit exit!
   abort at_exit catch throw warn gets binding caller caller_locations block_given? autoload Integer Float String Array Hash
   Rational Complex open system spawn fork exec trap select eval instance_variable_get instance_variable_set freeze class
   is_a? respond_to? nil? attr_reader attr_writer attr_accessor include extend prepend private public protected module_function
   alias_method define_method private_constant private_class_method const_get instance_method`.split(
    /\s+/,
  ),
);

/** Returns the name of the called method; undefined if none of the project can be meant. */
export function unknownRuby(r: Resolver, file: number, call: Call): string | undefined {
  const place: Position = { file, scope: call.scope };
  if (call.callee === "super") return unknownSuper(r, place);
  const name = /([^.()[\]^~<>|]+)$/.exec(call.callee)?.[1];
  // An object of any class may be created.
  const declared = name === undefined ? undefined : declaredAs(r, name === "new" ? MAKER : name);
  if (declared === undefined) return undefined;
  if (!call.callee.includes(".")) return isKernels(r, declared, place) ? undefined : declared;
  return isOutside(r.evaluate(call.callee, place)) ? undefined : declared;
}

const MAKER = "initialize";

/** A module's `super` calls a method of what includes the module; in an unnamed class the superclass is not known. */
function unknownSuper(r: Resolver, place: Position): string | undefined {
  const self = selfAt(r, place);
  const isKnown =
    (self?.kind === "instance" || self?.kind === "definition") && kindOf(r, self) === "class";
  const method = isKnown ? undefined : methodAround(r, place);
  const name = method === undefined ? undefined : r.program.definition(place.file, method)?.name;
  return name === undefined ? undefined : declaredAs(r, name);
}

/** A method of the language, unless the class may inherit one of that name from elsewhere. */
function isKernels(r: Resolver, name: string, place: Position): boolean {
  if (!KERNEL_METHODS.has(name)) return false;
  const self = selfAt(r, place);
  if (self?.kind !== "instance" && self?.kind !== "definition") return true;
  const path = pathOf(r, self);
  return path === undefined || hasKnownAncestors(r, path) || kindOf(r, self) === "class";
}

function isOutside(found: Found | undefined): boolean {
  return isExternal(found?.receiver) || isExternal(found?.value);
}

function isExternal(value: Value | undefined): boolean {
  if (value?.kind === "union") return value.of.every(isExternal);
  return value?.kind === "external";
}

/** Returns the name of the methods that a call may mean: for `a=` also that of an accessor. */
function declaredAs(r: Resolver, name: string): string | undefined {
  if (isDeclared(r, name)) return name;
  const reader = name.endsWith("=") ? name.slice(0, -1) : "";
  return reader !== "" && isDeclared(r, reader) ? reader : undefined;
}

const declaredFor = perResolver(() => new Map<string, boolean>());

/** Returns whether the project defines a method of this name. */
function isDeclared(r: Resolver, name: string): boolean {
  const cache = declaredFor(r);
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const found = r.declared(name).some((file) => declares(r, file, name));
  cache.set(name, found);
  return found;
}

function declares(r: Resolver, file: number, name: string): boolean {
  if (!isRuby(r, file)) return false;
  const { definitions = [] } = r.program.tables(file)?.facts ?? {};
  return definitions.some((own) => own.name === name && isMethod(own));
}
