/** What a call of a bare name means in Kotlin, where a variable that cannot be called hides no function. */
import type { Resolver } from "../resolver.ts";
import type { Found, Place, Value } from "../value.ts";
import { calledOn } from "./kotlin-receivers.ts";

/** Returns the function that a call means beside a variable of its name; undefined if no variable is in its way. */
export function functionBeside(r: Resolver, place: Place, name: string): Found | undefined {
  const scope = scopeOfVariable(r, place, name);
  if (scope === undefined) return undefined;
  // `val user = user()` does not call what it declares.
  const isCalled = !isMadeByItself(r, { ...place, scope }, name) && canBeCalled(r, place, name);
  return isCalled ? undefined : functionAround(r, { ...place, scope }, name);
}

/** Returns the nearest scope around a place that declares a local variable or a parameter of that name. */
function scopeOfVariable(r: Resolver, { file, scope }: Place, name: string): number | undefined {
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

function isMadeByItself(r: Resolver, { file, scope }: Place, name: string): boolean {
  const all = [...r.program.bindingsNamed(file, scope, name), ...variablesIn(r, file, scope, name)];
  return all.some(({ value }) => value.startsWith(`${name}(`) || value.startsWith(`${name}<`));
}

/** Returns false only for an object of the project without `invoke`. */
function canBeCalled(r: Resolver, place: Place, name: string): boolean {
  const found = r.lookup(place, name, "value");
  const value = found?.value;
  const held = value?.kind === "definition" ? r.held(value, value.env) : value;
  return held?.kind !== "instance" || calledOn(r, held, undefined) !== undefined;
}

function functionAround(r: Resolver, place: Place, name: string): Found | undefined {
  for (let { scope } = place; scope >= 0; ) {
    scope = r.program.definition(place.file, scope)?.container ?? -1;
    const found = r.lookup({ ...place, scope }, name, "value");
    if (isFunction(r, found?.value)) return found;
  }
  return undefined;
}

function isFunction(r: Resolver, value: Value | undefined): boolean {
  if (value?.kind !== "definition") return false;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "function" || kind === "method" || kind === "class";
}
