/**
 * Which function of Swift a call means: the labels of its arguments, then their types as far as they are known. If several
 * functions remain, none is certain.
 */

import type { Call } from "../../facts/facts.ts";
import { expectedIn, type Input } from "../labelled/argument-costs.ts";
import {
  fittingPairs,
  inputsOf,
  type MatchedCall,
  pairedInOrder,
  written,
} from "../labelled/labelled-calls.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { membersNamed } from "../types/members.ts";
import { isSameTarget } from "../types/targets.ts";
import type { Found, Position, Target, Value } from "../value.ts";
import { valueKey } from "../value-key.ts";
import { boundsAround, isAllowed } from "./swift-constraints.ts";
import { isCaseOfSwift, isSwift } from "./swift-files.ts";
import { functionsBeside, visibleInSwift } from "./swift-names.ts";

/** Returns the function that a call means; undefined if several may be meant, or none of this name takes the arguments. */
export function swiftTarget(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): Target | undefined {
  const own = r.program.definition(target.file, target.definition);
  if (!isSwift(r, target.file) || own === undefined) return target;
  if (!isFunction(r, target)) return isMeant(r, call, target) ? target : undefined;
  if (call.kind !== "call") {
    const all = namesakes(r, place, found, target, own.name).filter((item) =>
      isMeant(r, call, item),
    );
    return all.length > 1 ? firstAlike(r, all) : target;
  }
  return firstAlike(
    r,
    fittingFor(r, place, call, found, target).map((item) => item.target),
  );
}

const fittingCalls = perResolver(() => new WeakMap<Call, readonly MatchedCall[]>());

/** Returns the functions that take the arguments of a call, with the parameter of each argument. */
export function fittingFor(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): readonly MatchedCall[] {
  const cached = fittingCalls(r);
  const fit = cached.get(call) ?? findFitting(r, place, call, found, target);
  cached.set(call, fit);
  return fit;
}

function findFitting(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): readonly MatchedCall[] {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined) return [];
  const taking = (all: readonly Target[]) =>
    fittingPairs(r, place, call, all.slice(0, MAX_COMPARED), inputsOf, pairedInOrder);
  const fit = taking(
    namesakes(r, place, found, target, own.name).filter(
      (item) => isMeant(r, call, item) && isAllowed(r, item, found.receiver),
    ),
  );
  // A function of the module, where a member of the same name has other labels.
  if (fit.length > 0 || own.container < 0 || call.callee.includes(".")) return fit;
  return taking(visibleInSwift(r, place.file, own.name).filter((item) => isFunction(r, item)));
}

/** The only member behind the root of a type that is implied by an argument, or the last one behind any other root. */
const IMPLIED = /^\?(?:=|\d+:\d+(?:\(\))?(?:\[\])*\.[^.]*$)/;

/** Returns whether a member is one of the type itself where the type is implied. */
function isMeant(r: Resolver, { callee }: Call, target: Target): boolean {
  return !IMPLIED.test(callee) || isOfType(r, target);
}

/** Returns whether a member belongs to the type itself, as those of an implied type do. */
function isOfType(r: Resolver, target: Target): boolean {
  const own = r.program.definition(target.file, target.definition);
  return own?.isStatic === true || own?.name === "init" || isCaseOfSwift(r, target);
}

export function isFunction(r: Resolver, { file, definition }: Target): boolean {
  const kind = r.program.definition(file, definition)?.kind;
  return kind === "function" || kind === "method";
}

function namesakes(
  r: Resolver,
  place: Position,
  { receiver }: Found,
  target: Target,
  name: string,
): readonly Target[] {
  const around = r.program.definition(target.file, target.definition)?.container ?? -1;
  if (around < 0) return visibleInSwift(r, place.file, name).filter((item) => isFunction(r, item));
  const type = receiver === undefined ? undefined : typeOf(r, receiver);
  const all =
    type === undefined ? [] : membersNamed(r, type, name).filter((item) => isFunction(r, item));
  if (all.some((item) => isSameTarget(item, target))) return all;
  const kind = r.program.definition(target.file, around)?.kind;
  if (kind === "impl")
    return functionsBeside(r, target, name).filter((item) => isFunction(r, item));
  if (kind !== "function" && kind !== "method" && kind !== "lambda")
    return membersNamed(r, { file: target.file, definition: around }, name).filter((item) =>
      isFunction(r, item),
    );
  return r.program.targetsNamed(target.file, around, name);
}

/** Returns the type whose members a receiver has; a type has its own. */
function typeOf(r: Resolver, receiver: Value) {
  if (receiver.kind === "instance") return receiver;
  if (receiver.kind !== "definition") return undefined;
  const kind = r.program.definition(receiver.file, receiver.definition)?.kind ?? "";
  if (kind === "class" || kind === "interface" || kind === "enum") return receiver;
  const held = r.held(receiver, receiver.env);
  return held?.kind === "instance" ? held : undefined;
}

/** Returns the first of several declarations of one function, such as a method and the one it overrides. */
function firstAlike(r: Resolver, all: readonly Target[]): Target | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const text = signature(r, first);
  // Extensions for other type arguments have the same functions.
  const bounds = boundsAround(r, first);
  if (all.some((item) => boundsAround(r, item) !== bounds)) return undefined;
  if (all.every((item) => signature(r, item) === text)) return first;
  const types = ofClasses(r, all) ? typesOf(r, first) : undefined;
  return types !== undefined && all.every((item) => typesOf(r, item) === types) ? first : undefined;
}

/** Returns whether each function is of another class: two of one class are never the same function. */
function ofClasses(r: Resolver, all: readonly Target[]): boolean {
  const owners = all.flatMap(({ file, definition }) => {
    const around = r.program.definition(file, definition)?.container ?? -1;
    return r.program.definition(file, around)?.kind === "class" ? [`${file} ${around}`] : [];
  });
  return new Set(owners).size === all.length;
}

/** Returns the labels and types of a function's parameters, the same for two names of a type; undefined if one is not known. */
function typesOf(r: Resolver, target: Target): string | undefined {
  const inputs = inputsOf(r, target);
  const keys = inputs.map(({ type }) => valueKey(expectedIn(r, type, target)));
  if (keys.some((key) => key === undefined || key.includes("?"))) return undefined;
  return `${inputs.map(({ label }) => label).join()} ${keys.join()}`;
}

/** Returns the labels and types of a function's parameters as text. */
function signature(r: Resolver, target: Target): string {
  const labels = inputsOf(r, target).map(({ label }: Input) => label);
  return `${labels.join()} ${written(r, target)}`;
}
