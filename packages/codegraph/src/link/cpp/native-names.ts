/** Resolves names in C and C++: local names, members of the class, then namespaces from inside out. */

import type { Definition } from "../../facts/facts.ts";
import { SCOPE_MARK } from "../../facts/text-scanner.ts";
import { getOrCreate } from "../../maps.ts";
import { isTypeKind, MAX_COMPARED, type NameKind } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Found, Position, Target, Tier, Value } from "../value.ts";
import {
  definitionsAt,
  hasBody,
  isFunction,
  isMacro,
  isNative,
  joinedPath,
  pathOf,
  seenFrom,
  type VisibleFile,
} from "./native-files.ts";

/** `scope`: what can come before `::`, a namespace or a type. */
type NativeNameKind = NameKind | "scope";

export function lookupNative(
  r: Resolver,
  place: Position,
  written: string,
  kind: NameKind,
): Found | undefined {
  const isScope = written.endsWith(SCOPE_MARK);
  const name = isScope ? written.slice(0, -SCOPE_MARK.length) : written;
  const wanted = isScope ? "scope" : kind;
  for (let scope = place.scope; scope >= 0; ) {
    const own = r.program.definition(place.file, scope);
    if (own === undefined) break;
    const found = inScope(r, { ...place, scope }, own, name, wanted);
    if (found !== undefined) return found;
    scope = own.container;
  }
  return (
    bindingFound(r, { ...place, scope: -1 }, name, wanted) ?? inNamespaces(r, place, name, wanted)
  );
}

function inScope(
  r: Resolver,
  place: Position,
  own: Definition,
  name: string,
  wanted: NativeNameKind,
): Found | undefined {
  if (own.typeParameters.includes(name)) return { value: place.env?.get(name), tier: "local" };
  const local = bindingFound(r, place, name, wanted);
  if (local !== undefined) return local;
  if (own.kind === "class" || own.kind === "impl") return ofClass(r, place, own, name, wanted);
  if (!isFunction(own) && own.kind !== "lambda") return undefined;
  const index = r.program
    .membersNamed(place.file, place.scope, name)
    .find((item) => isWanted(r.program.definition(place.file, item), wanted));
  if (index === undefined) return undefined;
  return {
    value: { kind: "definition", file: place.file, definition: index, env: undefined },
    tier: "local",
  };
}

function bindingFound(
  r: Resolver,
  place: Position,
  name: string,
  wanted: NativeNameKind,
): Found | undefined {
  const bindings = wanted !== "value" ? [] : r.program.bindingsNamed(place.file, place.scope, name);
  if (bindings.length === 0) return undefined;
  for (const binding of bindings) {
    const value = r.bindingValue(place, binding);
    if (value !== undefined) return { value, tier: "local" };
  }
  return { value: undefined, tier: "local" };
}

/** Finds a member of the class around, which needs no `this`. */
function ofClass(
  r: Resolver,
  place: Position,
  own: Definition,
  name: string,
  wanted: NativeNameKind,
): Found | undefined {
  const type = own.kind === "impl" ? r.enclosing(place) : instance(place.file, place.scope);
  if (type?.kind !== "instance") return undefined;
  // In a class its own name is the type, not the constructor.
  const self = r.program.definition(type.file, type.definition);
  if (self?.name === name)
    return { value: { ...type, kind: "definition", env: undefined }, tier: "this" };
  const value = memberWanted(r, type, name, wanted);
  const maker = value?.kind === "definition" ? classOfMaker(r, value) : undefined;
  if (maker !== undefined) return { value: maker, tier: "this" };
  return value === undefined ? undefined : { value, tier: "this", receiver: type };
}

/** Returns the class of a constructor: in a class, the name of a base means the base. */
function classOfMaker(r: Resolver, { file, definition }: Target): Value | undefined {
  const own = definitionOf(r, { file, definition });
  const around = definitionOf(r, { file, definition: own?.container ?? -1 });
  if (own?.kind !== "method" || around?.kind !== "class" || around.name !== own.name)
    return undefined;
  return { kind: "definition", file, definition: own.container, env: undefined };
}

const instance = (file: number, definition: number): Value => ({
  kind: "instance",
  file,
  definition,
  args: [],
});

function memberWanted(
  r: Resolver,
  type: Value,
  name: string,
  wanted: NativeNameKind,
): Value | undefined {
  const value = r.member(type, name);
  if (value?.kind !== "definition") return undefined;
  return isWanted(r.program.definition(value.file, value.definition), wanted) ? value : undefined;
}

function isWanted(own: Definition | undefined, wanted: NativeNameKind): boolean {
  if (own === undefined || own.kind === "impl") return false;
  if (wanted === "value") return true;
  return isTypeKind(own.kind) && (wanted === "scope" || own.kind !== "module");
}

/** Returns the full names of the namespaces and classes around a place, innermost first, "" last. */
function around(r: Resolver, place: Position): string[] {
  let path = "";
  for (let scope = place.scope; scope >= 0 && path === ""; ) {
    const own = r.program.definition(place.file, scope);
    if (own === undefined) break;
    const isScope = own.kind === "class" || own.kind === "impl" || own.kind === "module";
    if (isScope) path = scopePath(r, { ...place, scope }, own);
    scope = own.container;
  }
  const all = [];
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) all.push(at);
  return [...all, ""];
}

function scopePath(r: Resolver, place: Position, own: Definition): string {
  const type = own.kind === "impl" ? r.enclosing(place) : undefined;
  const target = type?.kind === "instance" ? type : { file: place.file, definition: place.scope };
  return pathOf(r, target) ?? "";
}

function inNamespaces(
  r: Resolver,
  place: Position,
  name: string,
  wanted: NativeNameKind,
): Found | undefined {
  const outer = around(r, place);
  for (const path of outer) {
    const found = declaredAt(r, place.file, path, name, wanted);
    if (found !== undefined) return found;
  }
  const seen = seenFrom(r, place.file);
  for (const alias of seen.aliases.get(name) ?? []) {
    const found = atPath(r, place.file, alias, wanted, outer);
    if (found !== undefined) return found;
  }
  const used = seen.namespaces.flatMap((namespace) =>
    outer.map((path) => joinedPath(path, namespace)),
  );
  for (const path of used) {
    const found = declaredAt(r, place.file, path, name, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Resolves a name as a `using` writes it. */
function atPath(
  r: Resolver,
  file: number,
  path: string,
  wanted: NativeNameKind,
  outer: readonly string[],
): Found | undefined {
  const dot = path.lastIndexOf(".");
  const [namespace, name] = [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
  for (const from of outer) {
    const found = declaredAt(
      r,
      file,
      from === "" ? namespace : joinedPath(from, namespace),
      name,
      wanted,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what a name is in a namespace or class with that full name: a definition, or a namespace in it. */
function declaredAt(
  r: Resolver,
  file: number,
  path: string,
  name: string,
  wanted: NativeNameKind,
): Found | undefined {
  const all = candidatesAt(r, file, path, name);
  const [best] = all.filter(({ target }) => isWanted(definitionOf(r, target), wanted));
  if (best === undefined) return undefined;
  const own = definitionOf(r, best.target);
  const isUnambiguous =
    wanted === "value" || all.every((item) => !isOtherType(own, definitionOf(r, item.target)));
  if (!isUnambiguous) return { value: undefined, tier: best.tier };
  if (own?.kind === "module") {
    return { value: { kind: "namespace", names: [joinedPath(path, name)], file }, tier: best.tier };
  }
  return { value: { kind: "definition", ...best.target, env: undefined }, tier: best.tier };
}

/** Returns whether two aliases of one name mean different types, as in the branches of an `#if`. */
function isOtherType(one: Definition | undefined, other: Definition | undefined): boolean {
  return one?.kind === "type_alias" && other?.kind === "type_alias" && one.type !== other.type;
}

function definitionOf(r: Resolver, { file, definition }: Target): Definition | undefined {
  return r.program.definition(file, definition);
}

export interface Candidate {
  readonly target: Target;
  readonly tier: Tier;
}

const candidatesFor = perResolver(() => new Map<string, readonly Candidate[]>());

/**
 * Returns the definitions with this name in a namespace or class that a file can use, nearest first: its own, then those that
 * its headers declare. Without a header that declares the name, the only definition in the project counts if a header is missing
 * or the name is known to be a type.
 */
export function candidatesAt(
  r: Resolver,
  file: number,
  path: string,
  name: string,
): readonly Candidate[] {
  const cache = candidatesFor(r);
  const key = `${file} ${path} ${name}`;
  return getOrCreate(cache, key, () => readCandidates(r, file, path, name));
}

function readCandidates(
  r: Resolver,
  file: number,
  path: string,
  name: string,
): readonly Candidate[] {
  const seen = seenFrom(r, file);
  const all = r
    .declared(name)
    .filter((other) => isNative(r, other))
    .flatMap((other) =>
      definitionsAt(r, other, path, name).map((definition) => ({ file: other, definition })),
    );
  if (all.length === 0) return insteadOfMacro(r, file, seen, path, name);
  const near = all.flatMap((target) => {
    const steps = seen.files.get(target.file);
    return steps === undefined ? [] : [{ target, steps, rank: rankOf(definitionOf(r, target)) }];
  });
  if (near.length === 0) return unseen(r, seen, name, all);
  near.sort((a, b) => a.rank - b.rank || Math.min(a.steps, 1) - Math.min(b.steps, 1));
  return near
    .slice(0, MAX_COMPARED)
    .map(({ target, steps }) => ({ target, tier: steps === 0 ? "file" : "import" }));
}

/** Returns what a name means that no header of the file defines. */
function unseen(
  r: Resolver,
  { hasGap, announced }: VisibleFile,
  name: string,
  all: readonly Target[],
): readonly Candidate[] {
  const isAnnounced = announced.has(name);
  if (!hasGap && !isAnnounced) return [];
  const shared = all.filter((target) => {
    const own = definitionOf(r, target);
    return own?.isExported === true && !isMacro(own);
  });
  // A type is often only announced in a header: `class A;`.
  const types = shared.filter((target) => definitionOf(r, target)?.kind === "class");
  const bodies = hasGap ? shared.filter((target) => hasBody(definitionOf(r, target))) : [];
  const only = types.length > 0 ? types : bodies;
  return only.length === 1 ? only.map((target) => ({ target, tier: "module" })) : [];
}

/** Returns the definitions that seem to be in no namespace, because a macro opens it. */
function insteadOfMacro(
  r: Resolver,
  file: number,
  seen: VisibleFile,
  path: string,
  name: string,
): readonly Candidate[] {
  const [first = ""] = path.split(".", 1);
  if (first === "" || !isOpenedByMacro(r, seen, first)) return [];
  return candidatesAt(r, file, path.slice(first.length + 1), name);
}

/** Returns whether a macro opens the namespace: what is in it then seems to be in none. */
function isOpenedByMacro(r: Resolver, { files }: VisibleFile, name: string): boolean {
  return r.declared(name).some((file) => {
    if (!files.has(file)) return false;
    return definitionsAt(r, file, "", name).some((index) => {
      const own = r.program.definition(file, index);
      return own?.kind === "module" && isMacro(own);
    });
  });
}

/** Functions and variables come before types of the same name, as in C, and all before macros and namespaces. */
function rankOf(own: Definition | undefined): number {
  if (own?.kind === "module") return 4;
  if (isMacro(own)) return 3;
  if (own !== undefined && isTypeKind(own.kind)) return 2;
  return hasBody(own) ? 0 : 1;
}

/** Returns a member of a namespace; for an unknown name a namespace, about which nothing is known. */
export function memberOfNativeNamespace(
  r: Resolver,
  { names, file }: Extract<Value, { kind: "namespace" }>,
  name: string,
): Value {
  const [path = ""] = names;
  const found = declaredAt(r, file, path, name, "value") ?? throughUsing(r, file, path, name);
  return found?.value ?? { kind: "namespace", names: [joinedPath(path, name)], file };
}

/** Finds `a::f` where namespace `a` has `using b::f`. */
function throughUsing(r: Resolver, file: number, path: string, name: string): Found | undefined {
  for (const alias of seenFrom(r, file).aliases.get(name) ?? []) {
    if (alias === joinedPath(path, name)) continue;
    const outer = [
      path,
      ...path
        .split(".")
        .slice(0, -1)
        .map((_part, at, all) => all.slice(0, at + 1).join(".")),
      "",
    ];
    const found = atPath(r, file, alias, "value", outer);
    if (found !== undefined) return found;
  }
  return undefined;
}
