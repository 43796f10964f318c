/**
 * Which function of Kotlin a call means: the number and names of its arguments, then their types as far as they are known. If
 * several functions remain, none is certain.
 */
import type { Call } from "../../facts/facts.ts";
import type { Input } from "../labelled/argument-costs.ts";
import { fitting, hasUnknownArgument, inputsOf, written } from "../labelled/labelled-calls.ts";
import { MAX_COMPARED } from "../pick.ts";
import type { Resolver } from "../resolver.ts";
import { membersNamed } from "../types/members.ts";
import type { Found, Position, Target, Value } from "../value.ts";
import { allExtensions, extensionsAt } from "./kotlin-extensions.ts";
import { isExtension, isKotlin } from "./kotlin-files.ts";
import { instanceIn } from "./kotlin-receivers.ts";
import { visibleNamed } from "./kotlin-visible.ts";
import { inSharedCode, nearness } from "./source-sets.ts";

/** Returns the function that a call means; undefined if several may be meant, or none of this name takes the arguments. */
export function kotlinTarget(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): Target | undefined {
  const own = r.program.definition(target.file, target.definition);
  if (!isKotlin(r, target.file) || (own?.kind !== "function" && own?.kind !== "method"))
    return target;
  const all = namesakes(r, place, found, target, own.name).slice(0, MAX_COMPARED);
  if (call.kind !== "call") return all.length > 1 ? nearestAlike(r, place, all) : target;
  const fit = fitting(r, place, call, all, inputs);
  if (found.receiver !== undefined && isExtension(r, target))
    return nearestAlike(r, place, onNearest(r, place, call, found.receiver, fit, own.name));
  if (fit.length > 0 || found.receiver === undefined) return nearestAlike(r, place, fit);
  // An extension is called where no member takes the arguments.
  const beside = extensionsAt(r, found.receiver, own.name, place);
  return nearestAlike(r, place, fitting(r, place, call, beside, inputs));
}

/**
 * Returns the extensions for the nearest type of receiver. An argument that is not known may be one that only an extension of
 * a type further above takes.
 */
function onNearest(
  r: Resolver,
  place: Position,
  call: Call,
  receiver: Value,
  all: readonly Target[],
  name: string,
): readonly Target[] {
  if (all.length < 2 || hasUnknownArgument(r, place, call)) return all;
  const near = extensionsAt(r, receiver, localName(r, place, name), place);
  const nearest = all.filter((item) => hasTarget(near, item));
  return nearest.length > 0 ? nearest : all;
}

/** Returns the functions of the target's name that the call can see in the same way. */
function namesakes(
  r: Resolver,
  place: Position,
  found: Found,
  target: Target,
  name: string,
): readonly Target[] {
  const own = r.program.definition(target.file, target.definition);
  const around = own?.container ?? -1;
  const { receiver } = found;
  const isOnReceiver = isExtension(r, target);
  if (isOnReceiver && receiver !== undefined) {
    const all = allExtensions(r, receiver, localName(r, place, name), place);
    const items = all.map(({ item }) => item);
    return hasTarget(items, target) ? items : [target];
  }
  if (around >= 0) return ofMember(r, found, target, around, name);
  const { all } = visibleNamed(r, place.file, localName(r, place, name));
  const beside = all.filter((item) => isExtension(r, item) === isOnReceiver && isFunction(r, item));
  return hasTarget(beside, target) ? beside : [target];
}

/** Returns the name that a file gives to an imported function. */
function localName(r: Resolver, { file }: Position, name: string): string {
  const imports = r.program.facts(file)?.imports ?? [];
  return imports.find((item) => item.imported === name && item.local !== name)?.local ?? name;
}

function hasTarget(all: readonly Target[], { file, definition }: Target): boolean {
  return all.some((item) => item.file === file && item.definition === definition);
}

function isFunction(r: Resolver, { file, definition }: Target): boolean {
  const kind = r.program.definition(file, definition)?.kind;
  return kind === "function" || kind === "method";
}

/** Returns the methods of a name of the receiver's type, of which the target's may be a base. */
function ofMember(
  r: Resolver,
  { receiver }: Found,
  target: Target,
  around: number,
  name: string,
): readonly Target[] {
  const held = receiver === undefined ? undefined : instanceIn(r, receiver);
  const own = { file: target.file, definition: around };
  const types = held?.kind === "instance" ? [held, own] : [own];
  for (const type of types) {
    const all = membersNamed(r, type, name).filter(
      (item) => isFunction(r, item) && isExtension(r, item) === isExtension(r, target),
    );
    if (hasTarget(all, target)) return all;
  }
  // A function inside of another one.
  const beside = r.program.membersNamed(target.file, around, name);
  return beside.map((definition) => ({ file: target.file, definition }));
}

function inputs(r: Resolver, target: Target): readonly Input[] {
  const all = withDefaults(r, target);
  return isExtension(r, target) ? all.slice(1) : all;
}

/** Returns the parameters of a function; those of an `actual` have the defaults that its `expect` states. */
function withDefaults(r: Resolver, target: Target): readonly Input[] {
  const all = inputsOf(r, target);
  if (all.every(({ isOptional }) => isOptional)) return all;
  const shared = inSharedCode(r, target).find((one) => written(r, one) === written(r, target));
  if (shared === undefined) return all;
  const stated = inputsOf(r, shared);
  return all.map((input, at) =>
    stated[at]?.isOptional === true ? { ...input, isOptional: true } : input,
  );
}

/**
 * Returns the nearest of several declarations of one function: `expect` and `actual`, or a method and the one it replaces.
 * Undefined if they are different functions.
 */
function nearestAlike(r: Resolver, place: Position, all: readonly Target[]): Target | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const sameClass = all.filter((item) => isInSameScope(r, item, first));
  const rest = isTop(r, first) ? all : sameClass;
  const text = written(r, first);
  if (rest.some((item) => written(r, item) !== text)) return undefined;
  const near = rest.map(({ file }) => nearness(r, place.file, file));
  return rest[near.indexOf(Math.max(...near))];
}

const isTop = (r: Resolver, { file, definition }: Target) =>
  (r.program.definition(file, definition)?.container ?? -1) < 0;

function isInSameScope(r: Resolver, one: Target, other: Target): boolean {
  const container = ({ file, definition }: Target) =>
    r.program.definition(file, definition)?.container;
  return one.file === other.file && container(one) === container(other);
}
