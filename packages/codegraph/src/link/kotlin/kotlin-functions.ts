/** What a call of a bare name means in Kotlin, where a variable that cannot be called hides no function. */
import type { Resolver } from "../resolver.ts";
import { KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import { calledMember } from "../types/members.ts";
import type { Found, Position, Value } from "../value.ts";
import { isExtension, isKotlin } from "./kotlin-files.ts";
import { calledOn } from "./kotlin-receivers.ts";
import { visibleNamed } from "./kotlin-visible.ts";

/** Returns the function that a call means beside a variable of its name; undefined if no variable is in its way. */
export function functionBeside(r: Resolver, place: Position, name: string): Found | undefined {
  const scope = scopeOfVariable(r, place, name);
  // `val user = user()` does not call what it declares.
  if (scope !== undefined && isMadeByItself(r, { ...place, scope }, name))
    return functionAround(r, { ...place, scope }, name);
  const found = r.evaluate(name, place);
  if (found?.value === undefined || canBeCalled(r, found.value)) return undefined;
  const around = functionAround(r, { ...place, scope: scope ?? place.scope }, name);
  return around ?? { value: undefined, tier: found.tier };
}

/** Returns the type that a name means before a member, where a function has the same name. */
export function typeBeside(
  r: Resolver,
  place: Position,
  name: string,
  found: Found | undefined,
): Found | undefined {
  const isCallable = found !== undefined && isKotlin(r, place.file) && isFunction(r, found.value);
  return isCallable ? r.lookup(place, name, "type") : undefined;
}

/** Returns the nearest scope around a place that declares a local variable or a parameter of that name. */
function scopeOfVariable(r: Resolver, { file, scope }: Position, name: string): number | undefined {
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) return undefined;
    if (r.program.bindingsNamed(file, at, name).length > 0) return at;
    if (variablesIn(r, file, at, name).length > 0) return at;
    at = own.container;
  }
  return undefined;
}

function variablesIn(r: Resolver, file: number, scope: number, name: string) {
  return r.program.membersNamed(file, scope, name).flatMap((index) => {
    const own = r.program.definition(file, index);
    return own?.kind === "variable" || own?.kind === "property" ? [own] : [];
  });
}

function isMadeByItself(r: Resolver, { file, scope }: Position, name: string): boolean {
  const all = [...r.program.bindingsNamed(file, scope, name), ...variablesIn(r, file, scope, name)];
  return all.some(({ value }) => value.startsWith(`${name}(`) || value.startsWith(`${name}<`));
}

/**
 * Returns false only for a variable that holds an object of the project without `invoke`, or a plain value, and has no function
 * of its name beside it.
 */
function canBeCalled(r: Resolver, value: Value): boolean {
  const kind =
    value.kind === "definition" ? r.program.definition(value.file, value.definition)?.kind : "";
  if (isFunction(r, calledMember(r, value))) return true;
  const isHolder = kind === "variable" || kind === "property";
  const held = isHolder && value.kind === "definition" ? r.held(value, value.env) : value;
  if (held?.kind === "external") return !KOTLIN_PLAIN.has(held.name);
  return held?.kind !== "instance" || calledOn(r, held, undefined) !== undefined;
}

function functionAround(r: Resolver, place: Position, name: string): Found | undefined {
  for (let { scope } = place; scope >= 0; ) {
    scope = r.program.definition(place.file, scope)?.container ?? -1;
    const found = r.lookup({ ...place, scope }, name, "value");
    if (isFunction(r, found?.value)) return found;
  }
  const { all, tier } = visibleNamed(r, place.file, name);
  const value = all.find((item) => isFunction(r, item) && !isExtension(r, item));
  return value && { value, tier };
}

function isFunction(r: Resolver, value: Value | undefined): boolean {
  if (value?.kind !== "definition") return false;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "function" || kind === "method" || kind === "class";
}
