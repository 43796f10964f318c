/** Finds the methods, variables and constants of Ruby's classes and objects. */

import type { Definition } from "../../facts/facts.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { definitionValue, instanceValue } from "../types/targets.ts";
import type { Position, Target, Value } from "../value.ts";
import { ancestorsOf, ancestorsOfClass, constantIn } from "./ruby-classes.ts";
import { isClassKind, pathOf, placesOf } from "./ruby-paths.ts";

/** Returns a member of a class or of an object: a method, a constant, or a variable whose name begins with `@`. */
export function rubyMember(
  r: Resolver,
  value: Value,
  name: string,
  isCall = false,
): Value | undefined {
  if (value.kind !== "instance" && value.kind !== "definition") return undefined;
  const own = r.program.definition(value.file, value.definition);
  if (!isClassKind(own?.kind)) return undefined;
  const path = pathOf(r, value);
  if (path === undefined) return undefined;
  if (value.kind === "definition" && !isCall && /^\p{Lu}/u.test(name)) {
    const constant = constantIn(r, path, name, value.file);
    if (constant !== undefined) return definitionValue(constant);
  }
  const found = methodOf(r, path, name, value.kind === "definition", value.file);
  return found && definitionValue(found);
}

const cacheFor = perResolver(() => new Map<string, Target | undefined>());

/** Returns a method of an object, or of the class itself. `from`: a file whose definitions are preferred. */
export function methodOf(
  r: Resolver,
  path: string,
  name: string,
  isOfClass: boolean,
  from: number,
): Target | undefined {
  const cache = cacheFor(r);
  const key = `${isOfClass} ${from} ${path} ${name}`;
  if (cache.has(key)) return cache.get(key);
  const found = find(r, path, name, isOfClass, from) ?? readerFor(r, path, name, isOfClass, from);
  cache.set(key, found);
  return found;
}

/** `attr_accessor :a` also defines `a=`. */
function readerFor(
  r: Resolver,
  path: string,
  name: string,
  isOfClass: boolean,
  from: number,
): Target | undefined {
  if (!name.endsWith("=") || name.startsWith("@")) return undefined;
  const found = find(r, path, name.slice(0, -1), isOfClass, from);
  const kind = found && r.program.definition(found.file, found.definition)?.kind;
  return kind === "property" ? found : undefined;
}

function find(
  r: Resolver,
  path: string,
  name: string,
  isOfClass: boolean,
  from: number,
): Target | undefined {
  if (!isOfClass) return firstIn(r, ancestorsOf(r, path), name, false, from);
  for (const { path: above, isObject } of ancestorsOfClass(r, path)) {
    const found = methodAt(r, above, name, !isObject, from);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstIn(
  r: Resolver,
  paths: readonly string[],
  name: string,
  isStatic: boolean,
  from: number,
): Target | undefined {
  for (const path of paths) {
    const found = methodAt(r, path, name, isStatic, from);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a method that a class itself defines, in any of its places; the file's own first. */
function methodAt(
  r: Resolver,
  path: string,
  name: string,
  isStatic: boolean,
  from: number,
): Target | undefined {
  let first: Target | undefined;
  for (const place of placesOf(r, path)) {
    if (first !== undefined && place.file !== from) continue;
    const definition = methodIn(r, place, name, isStatic);
    if (definition === undefined) continue;
    first = { file: place.file, definition };
    if (place.file === from) break;
  }
  return first;
}

/** Returns the method of one place of a class: the last definition counts, and a method more than a reader. */
function methodIn(r: Resolver, { file, definition }: Target, name: string, isStatic: boolean) {
  let found: number | undefined;
  for (const index of r.program.membersNamed(file, definition, name)) {
    const own = r.program.definition(file, index);
    if (own === undefined || own.isStatic !== isStatic || !isMethod(own)) continue;
    if (found === undefined || own.kind === "method") found = index;
  }
  return found;
}

export function isMethod({ kind }: Definition): boolean {
  return kind === "method" || kind === "property" || kind === "function";
}

/**
 * Returns a method that a module or class calls on its object but that only what includes or extends it defines: the class
 * around the module, or the only class of the project that does so.
 */
export function methodBelow(
  r: Resolver,
  path: string,
  name: string,
  from: number,
): Target | undefined {
  const around = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  const isUsedAround = around !== "" && ancestorsOf(r, around).includes(path);
  const found = isUsedAround ? methodOf(r, around, name, false, from) : undefined;
  return found ?? onlyMethodBelow(r, path, name);
}

const belowFor = perResolver(() => new Map<string, Target | undefined>());
/** A name that more files declare is too common to tell which is meant. */
const MAX_DECLARING = 60;

function onlyMethodBelow(r: Resolver, path: string, name: string): Target | undefined {
  const cache = belowFor(r);
  const key = `${path} ${name}`;
  if (cache.has(key)) return cache.get(key);
  const files = r.declared(name);
  const found =
    files.length > MAX_DECLARING ? [] : files.flatMap((file) => below(r, path, name, file));
  const only = found.length === 1 ? found[0] : undefined;
  cache.set(key, only);
  return only;
}

function below(r: Resolver, path: string, name: string, file: number): Target[] {
  const { definitions = [] } = r.program.tables(file)?.facts ?? {};
  return definitions.flatMap((own, definition) => {
    if (own.name !== name || own.isStatic || !isMethod(own)) return [];
    const around = pathOf(r, { file, definition: own.container });
    const isBelow =
      around !== undefined && around !== path && ancestorsOf(r, around).includes(path);
    return isBelow ? [{ file, definition }] : [];
  });
}

/** Returns the next definition of a method after the one around a place: what `super` calls. */
export function superMethod(r: Resolver, place: Position): Target | undefined {
  const method = methodAround(r, place);
  if (method === undefined) return undefined;
  const own = r.program.definition(place.file, method);
  const path = own && pathOf(r, { file: place.file, definition: own.container });
  if (own === undefined || path === undefined) return undefined;
  if (!own.isStatic)
    return firstIn(r, after(ancestorsOf(r, path), path), own.name, false, place.file);
  const above = ancestorsOfClass(r, path);
  for (const { path: next, isObject } of above.slice(1)) {
    const found = methodAt(r, next, own.name, !isObject, place.file);
    if (found !== undefined) return found;
  }
  return undefined;
}

const after = (paths: readonly string[], path: string) => paths.slice(paths.indexOf(path) + 1);

export function methodAround(r: Resolver, { file, scope }: Position): number | undefined {
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined || isClassKind(own.kind)) return undefined;
    if (own.kind === "method") return at;
    at = own.container;
  }
  return undefined;
}

/** Returns the object of a place: in a class body the class, in a method an object or the class; undefined at the top level. */
export function selfAt(r: Resolver, { file, scope }: Position): Value | undefined {
  let isObject = false;
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) return undefined;
    const target = { file, definition: at };
    if (isClassKind(own.kind)) return isObject ? instanceValue(target) : definitionValue(target);
    if (own.kind === "method" || own.kind === "property") isObject = !own.isStatic;
    at = own.container;
  }
  return undefined;
}
