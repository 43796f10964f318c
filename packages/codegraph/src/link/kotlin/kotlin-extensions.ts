/** Finds Kotlin's extensions: functions and properties that are used like members of a type. */
import type { Resolver } from "../resolver.ts";
import { unify } from "../types/inference.ts";
import { isKotlinBelow } from "../types/kotlin-types.ts";
import { environment } from "../types/lineage.ts";
import { parseType } from "../types/type-text.ts";
import type { Position, Target, Value } from "../value.ts";
import { companionOf, isExtension, isSameType, receiverType } from "./kotlin-files.ts";
import { implicitReceivers, instanceIn } from "./kotlin-receivers.ts";
import { visibleNamed } from "./kotlin-visible.ts";
import { atPlatform, nearness } from "./source-sets.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;

/** Returns the extension of that name whose receiver's type is nearest to the value's. */
export function kotlinExtension(
  r: Resolver,
  receiver: Value,
  name: string,
  place: Position,
): Definition | undefined {
  const [near] = extensionsAt(r, receiver, name, place);
  return near && withReceiver(r, near, receiver);
}

/** Returns an extension with the type parameters that its receiver determines: `fun <T> List<T>.head(): T`. */
function withReceiver(r: Resolver, item: Definition, receiver: Value): Definition {
  const { typeParameters = [] } = r.program.definition(item.file, item.definition) ?? {};
  const type = receiverType(r, item);
  const held = typeParameters.length === 0 ? undefined : instanceIn(r, receiver);
  if (type === undefined || held === undefined) return item;
  const env = new Map<string, Value>(item.env);
  const at: Position = { file: item.file, scope: item.definition };
  unify(r, parseType(type), held, new Set(typeParameters), at, env);
  return { ...item, env: env.size === 0 ? undefined : env };
}

/** Returns the extensions with the nearest type of receiver, the nearest files first. */
export function extensionsAt(
  r: Resolver,
  receiver: Value,
  name: string,
  place: Position,
): readonly Definition[] {
  const all = allExtensions(r, receiver, name, place);
  const nearest = all.filter(({ distance }) => distance === all[0]?.distance);
  return nearest.map(({ item }) => item);
}

export interface Reached {
  readonly item: Definition;
  /** How far the type of the receiver is from the value's. */
  readonly distance: number;
}

/** Returns all extensions that can be called on a value: the nearest type first, then the nearest file. */
export function allExtensions(
  r: Resolver,
  receiver: Value,
  name: string,
  place: Position,
): readonly Reached[] {
  const candidates = [...inObjects(r, name, place), ...visibleNamed(r, place.file, name).all];
  const near = ({ item }: Reached) => nearness(r, place.file, item.file);
  return candidates
    .filter((item) => isExtension(r, item))
    .map((item) => ({ item, distance: distanceTo(r, item, receiver) }))
    .filter(({ distance }) => distance < IMPOSSIBLE)
    .sort((a, b) => a.distance - b.distance || near(b) - near(a));
}

/** Returns the extensions that the classes around a place declare. */
function inObjects(r: Resolver, name: string, place: Position): Definition[] {
  return implicitReceivers(r, place).flatMap((around) => {
    const value = around.kind === "instance" ? r.member(around, name) : undefined;
    if (value?.kind !== "definition") return [];
    const own = r.program.definition(value.file, value.definition);
    const all = r.program.membersNamed(value.file, own?.container ?? -1, name);
    return all.map((definition) => ({ ...value, definition }));
  });
}

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Distances of a type parameter and of the type of all values. */
const [TO_PARAMETER, TO_ANY, BELOW] = [1000, 2000, 100];

/** Returns whether an extension can be called on a value. */
export function fitsReceiver(r: Resolver, target: Target, value: Value): boolean {
  return isExtension(r, target) && distanceTo(r, target, value) < IMPOSSIBLE;
}

function distanceTo(r: Resolver, target: Target, value: Value): number {
  const type = receiverType(r, target) ?? "";
  if (type === "Any") return TO_ANY;
  const own = r.program.definition(target.file, target.definition);
  const isOpen = own?.typeParameters.includes(type) === true;
  const expected = r.typeOf(parseType(type), { file: target.file, scope: target.definition });
  if (isOpen && expected === undefined) return TO_PARAMETER;
  if (expected === undefined) return IMPOSSIBLE;
  const distance = Math.min(...heldBy(r, value).map((one) => between(r, one, expected)));
  return isOpen ? distance + TO_PARAMETER : distance;
}

/** Returns what a value stands for; a class stands for its companion, and an object for itself. */
function heldBy(r: Resolver, value: Value): Value[] {
  if (value.kind === "union") return value.of.flatMap((item) => heldBy(r, item)).slice(0, 8);
  const held = instanceIn(r, value);
  const companion = value.kind === "definition" ? companionOf(r, value) : undefined;
  const all = held === undefined ? [] : [held];
  if (companion !== undefined) all.push({ kind: "instance", ...companion, args: [] });
  return all;
}

function between(r: Resolver, held: Value, expected: Value): number {
  if (expected.kind === "union")
    return Math.min(...expected.of.map((item) => between(r, held, item)));
  if (expected.kind === "external" && held.kind === "external") {
    const isFitting = expected.args.every((arg, at) => isPossible(r, held.args[at], arg));
    if (!isFitting) return IMPOSSIBLE;
    if (held.name === expected.name) return 0;
    return isKotlinBelow(held.name, expected.name) ? BELOW : IMPOSSIBLE;
  }
  if (held.kind !== "instance") return IMPOSSIBLE;
  if (expected.kind === "instance") return toInstance(r, held, expected);
  return expected.kind === "external" ? toOutside(r, held, expected.name) : IMPOSSIBLE;
}

function toInstance(r: Resolver, held: Instance, expected: Instance): number {
  const { order } = r.lineage(held, undefined);
  const at = order.findIndex((item) => isSameType(r, item, expected));
  if (at >= 0) return areArguments(r, held, at, expected) ? at : IMPOSSIBLE;
  // A platform may declare the type as another name for one from outside.
  const there = atPlatform(r, expected, held.file);
  return there.kind === "external" ? between(r, held, there) : IMPOSSIBLE;
}

function toOutside(r: Resolver, held: Instance, name: string): number {
  const { order } = r.lineage(held, undefined);
  const isBase = (base: Value) => base.kind === "external" && base.name === name;
  const at = order.findIndex((item) => r.bases(item, undefined).some(isBase));
  return at < 0 ? IMPOSSIBLE : at + 1;
}

type Instance = Extract<Value, { readonly kind: "instance" }>;

/** Returns whether an object, as its ancestor at a position, can have the type arguments of an expected type. */
function areArguments(r: Resolver, held: Instance, at: number, expected: Instance): boolean {
  const isClear = (arg: Value | undefined) => arg?.kind === "instance";
  if (held.args.length === 0 || !expected.args.some(isClear)) return true;
  const above = r.lineage(held, environment(r, held, held.args)).order[at];
  const { typeParameters = [] } =
    above === undefined ? {} : (r.program.definition(above.file, above.definition) ?? {});
  return expected.args.every(
    (arg, index) =>
      !isClear(arg) || isPossible(r, above?.env?.get(typeParameters[index] ?? ""), arg),
  );
}

/** Returns whether a type argument can be the expected one. Only known types are compared. */
function isPossible(r: Resolver, held: Value | undefined, expected: Value | undefined): boolean {
  if (held === undefined || expected === undefined) return true;
  if (expected.kind === "external" && (expected.name === "Any" || expected.name === ""))
    return true;
  return between(r, held, expected) < IMPOSSIBLE;
}
