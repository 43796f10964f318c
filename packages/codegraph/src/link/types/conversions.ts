/** Distance of an argument's type from a parameter's: Java's conversions as costs; IMPOSSIBLE if none exists. */

import type { Resolver } from "../resolver.ts";
import type { Value } from "../value.ts";
import { delegateParameters } from "./csharp-types.ts";
import { ancestorsOf, hasOutsideBase } from "./members.ts";
import { isSameTarget } from "./targets.ts";

export const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** More than any distance between classes, so that conversions without boxing are preferred. */
export const BOXING = 1000;

/** To Object: any type fits, so it is the weakest match. */
const TO_OBJECT = 100;
/** To a type parameter: closer than Object, further than an explicit type. */
const TO_TYPE_PARAMETER = 60;
/** Between two external classes with different names: possible. */
const BETWEEN_STRANGERS = 30;
/** From a project class that is not known to be a subtype: either the hierarchy is incomplete, or another method is meant. */
const UNLIKELY = 400;

const NUMBERS = ["byte", "short", "int", "long", "float", "double"];
const BOXES: ReadonlyMap<string, string> = new Map([
  ["boolean", "Boolean"],
  ["byte", "Byte"],
  ["char", "Character"],
  ["short", "Short"],
  ["int", "Integer"],
  ["long", "Long"],
  ["float", "Float"],
  ["double", "Double"],
]);
const UNBOXED = new Map([...BOXES].map(([primitive, box]) => [box, primitive]));

/** Final types: they have no subtypes and only the listed supertypes. */
const FINAL: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["String", ["CharSequence", "Comparable", "Serializable"]],
  ["Class", ["Type", "AnnotatedElement", "GenericDeclaration", "Serializable"]],
  ["Boolean", ["Comparable", "Serializable"]],
  ["Character", ["Comparable", "Serializable"]],
  ...["Byte", "Short", "Integer", "Long", "Float", "Double"].map(
    (name) => [name, ["Number", "Comparable", "Serializable"]] as const,
  ),
  ["Locale", ["Serializable", "Cloneable"]],
  ["StringBuilder", ["CharSequence", "Appendable", "Comparable", "Serializable"]],
  ["StringBuffer", ["CharSequence", "Appendable", "Comparable", "Serializable"]],
  ["Duration", ["TemporalAmount", "Comparable", "Serializable"]],
]);

const COLLECTIONS = ["Collection", "Iterable"];
/** All supertypes of the most common library types, nearest first. */
const SUPERTYPES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...FINAL,
  ["Collection", ["Iterable"]],
  ...["List", "Set", "Queue"].map((name) => [name, COLLECTIONS] as const),
  ["ArrayList", ["List", ...COLLECTIONS]],
  ["LinkedList", ["List", "Deque", "Queue", ...COLLECTIONS]],
  ["HashSet", ["Set", ...COLLECTIONS]],
  ["LinkedHashSet", ["Set", ...COLLECTIONS]],
  ["TreeSet", ["SortedSet", "Set", ...COLLECTIONS]],
  ["HashMap", ["Map"]],
  ["LinkedHashMap", ["HashMap", "Map"]],
  ["TreeMap", ["SortedMap", "Map"]],
  ["Map", []],
  ["Supplier", []],
  ["Throwable", ["Serializable"]],
  ["WildcardType", ["Type"]],
  ["ParameterizedType", ["Type"]],
  ["GenericArrayType", ["Type"]],
  ["TypeVariable", ["GenericDeclaration", "Type", "AnnotatedElement"]],
  ["Calendar", ["Serializable", "Cloneable", "Comparable"]],
  ["Exception", ["Throwable"]],
  ["RuntimeException", ["Exception", "Throwable"]],
  ["IOException", ["Exception", "Throwable"]],
]);
/** Types that a lambda can never have. */
const NO_FUNCTIONS = new Set([
  ...BOXES.keys(),
  ...SUPERTYPES.keys(),
  "Object",
  "Array",
  "Map",
  "Type",
]);

/** Returns the cost of `null`, which fits any type but a primitive number and prefers a list to an Object. */
export function nullCost(to: Value | undefined): number {
  if (to === undefined) return TO_TYPE_PARAMETER;
  if (to.kind !== "external") return 1;
  if (BOXES.has(to.name)) return IMPOSSIBLE;
  return to.name === "Object" ? TO_OBJECT : 1;
}

/** Returns the cost of a lambda with this number of parameters; -1 if unknown. */
export function lambdaCost(r: Resolver, to: Value | undefined, parameters: number): number {
  if (to === undefined) return TO_TYPE_PARAMETER;
  if (to.kind === "external") {
    const expected = delegateParameters(to)?.length;
    if (expected !== undefined && parameters >= 0) return expected === parameters ? 1 : UNLIKELY;
    return NO_FUNCTIONS.has(to.name) ? IMPOSSIBLE : BETWEEN_STRANGERS;
  }
  if (to.kind !== "instance") return UNLIKELY;
  const methods = [...r.program.members(to.file, to.definition).values()].flat();
  const abstract = methods.filter((index) => !hasBody(r, to.file, index));
  if (parameters < 0 || abstract.length !== 1) return BETWEEN_STRANGERS;
  const [only = -1] = abstract;
  const expected = r.program.bindings(to.file, only);
  const count = expected.filter((binding) => binding.parameter >= 0).length;
  return count === parameters ? 1 : UNLIKELY;
}

/**
 * Returns whether an interface method is static or has a body of several lines, so that it is not the one a lambda
 * implements.
 */
function hasBody(r: Resolver, file: number, index: number): boolean {
  const own = r.program.definition(file, index);
  return own?.kind !== "method" || own.isStatic || own.endLine > own.startLine;
}

export function conversionCost(r: Resolver, from: Value, to: Value | undefined): number {
  if (from.kind === "external" && BOXES.has(from.name)) return primitiveCost(r, from.name, to);
  if (to === undefined) return TO_TYPE_PARAMETER;
  if (to.kind === "external" && BOXES.has(to.name)) return unboxingCost(from, to.name);
  if (isObject(to)) return isObject(from) ? 0 : TO_OBJECT;
  if (from.kind === "external") return strangerCost(r, from, to);
  if (from.kind === "instance" && to.kind === "instance") return distance(r, from, to);
  if (isFinal(to) || isArray(to)) return IMPOSSIBLE;
  return isRuledOut(r, from, to) ? IMPOSSIBLE : BETWEEN_STRANGERS;
}

/** C#'s types that a class is only if it or a base class says so. */
const NO_CLASSES = new Set(
  "Action Func Predicate Expression IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection".split(
    " ",
  ),
);

/** Returns whether a class cannot be such a type, because all its base classes are in the project. */
function isRuledOut(r: Resolver, from: Value, to: Value): boolean {
  if (from.kind !== "instance" || to.kind !== "external" || to.language !== "csharp") return false;
  return NO_CLASSES.has(to.name) && !hasOutsideBase(r, from);
}

function isObject(value: Value): boolean {
  return value.kind === "external" && value.name === "Object";
}

function primitiveCost(r: Resolver, name: string, to: Value | undefined): number {
  if (to === undefined) return BOXING + TO_TYPE_PARAMETER;
  if (to.kind === "external" && BOXES.has(to.name)) return wideningCost(name, to.name);
  const box: Value = { kind: "external", name: BOXES.get(name) ?? name, args: [] };
  return BOXING + conversionCost(r, box, to);
}

function wideningCost(from: string, to: string): number {
  if (from === to) return 0;
  const [start, end] = [NUMBERS.indexOf(from === "char" ? "short" : from), NUMBERS.indexOf(to)];
  if (start < 0 || end <= start) return IMPOSSIBLE;
  return end - start;
}

function unboxingCost(from: Value, to: string): number {
  const primitive = from.kind === "external" ? UNBOXED.get(from.name) : undefined;
  return primitive === undefined ? IMPOSSIBLE : BOXING + wideningCost(primitive, to);
}

type Stranger = Extract<Value, { readonly kind: "external" }>;

function strangerCost(r: Resolver, from: Stranger, to: Value): number {
  if (to.kind !== "external") return isFinal(from) || isArray(from) ? IMPOSSIBLE : UNLIKELY;
  if (isArray(from) || isArray(to)) return arrayCost(r, from, to);
  if (from.name === to.name) return 0;
  const above = SUPERTYPES.get(from.name);
  if (above?.includes(to.name) === true) return above.indexOf(to.name) + 1;
  // A supertype cannot be passed as its subtype without a cast.
  const isBelow = SUPERTYPES.get(to.name)?.includes(from.name) === true;
  const isRuledOut = above !== undefined || FINAL.has(to.name) || isBelow;
  return isRuledOut ? IMPOSSIBLE : BETWEEN_STRANGERS;
}

function arrayCost(r: Resolver, from: Stranger, to: Stranger): number {
  if (!isArray(from) || !isArray(to)) return IMPOSSIBLE;
  const [element, expected] = [from.args[0], to.args[0]];
  const isPlain = element?.kind === "external" && BOXES.has(element.name);
  const isPlainExpected = expected?.kind === "external" && BOXES.has(expected.name);
  if (!isPlain && !isPlainExpected) {
    // A list of any type is closer than Object.
    return element === undefined ? BETWEEN_STRANGERS : conversionCost(r, element, expected) / 2;
  }
  const isSame = isPlain && isPlainExpected && element.name === expected.name;
  return isSame ? 0 : IMPOSSIBLE;
}

export function isPrimitive(value: Value): boolean {
  return value.kind === "external" && BOXES.has(value.name);
}

function isArray(value: Value): boolean {
  return value.kind === "external" && value.name === "Array";
}

function isFinal(value: Value): boolean {
  return value.kind === "external" && (FINAL.has(value.name) || BOXES.has(value.name));
}

type InstanceValue = Extract<Value, { readonly kind: "instance" }>;

function distance(r: Resolver, from: InstanceValue, to: InstanceValue): number {
  const place = ancestorsOf(r, from).findIndex((target) => isSameTarget(target, to));
  return place < 0 ? UNLIKELY : place;
}
