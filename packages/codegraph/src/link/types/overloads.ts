/**
 * Selects among methods of one name by their arguments, by Java's rules as far as types are known: a list of the same length,
 * first without boxing, then with boxing, then with varargs. Among these the most specific method wins. An argument that is
 * not understood fits any type.
 */

import { ARGUMENT_SEPARATOR } from "../../facts/argument-list.ts";
import { splitTypes } from "../../facts/comma-list.ts";
import type { Call, Definition } from "../../facts/facts.ts";
import { namesIn } from "../../facts/mentioned-names.ts";
import { getOrCreate } from "../../maps.ts";
import { isKotlin } from "../kotlin/kotlin-files.ts";
import { inputsOf } from "../labelled/labelled-calls.ts";
import { isCsharp } from "../namespaces.ts";
import { MAX_COMPARED, MAX_NAMESAKES } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import type { Found, Position, Target, Value } from "../value.ts";
import {
  BOXING,
  conversionCost,
  IMPOSSIBLE,
  isPrimitive,
  lambdaCost,
  nullCost,
} from "./conversions.ts";
import { membersNamed } from "./members.ts";
import { isSameTarget } from "./targets.ts";
import { ANY_TYPE, isLike } from "./type-pattern.ts";
import { parseType } from "./type-text.ts";

/** Higher than the cost of any number of boxed arguments, so that varargs are tried last. */
const ONE_OF_MANY = BOXING * 100;
/** Cost of an argument about which nothing is known. */
const UNKNOWN = 10;

/** Returns the selected overload, or the target itself if it has no overloads or none takes that number of arguments. */
export function overloadFor(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): Target {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined || !hasOverloads(r, target)) return target;
  const isExtension = own.kind === "function" && isCsharp(r, target.file);
  if (own.kind !== "method" && !isExtension) return target;
  const all = isExtension ? overloadsInClass(r, target, own) : namesakes(r, found, target, own);
  const compared = all.slice(0, MAX_COMPARED);
  const candidates = ofTypeArguments(r, compared, call.callee);
  // The target may have other type parameters than the call.
  let best = candidates === compared ? target : nearestTo(target, candidates);
  if (candidates.length < 2) return best;
  const skipped = isExtension && !isOfClass(r, found) ? 1 : 0;
  const args = call.args === "" ? [] : call.args.split(ARGUMENT_SEPARATOR);
  const values = args.map((arg) => argumentValue(r, arg, place));
  let minCost = IMPOSSIBLE;
  for (const candidate of candidates) {
    const cost = listCost(r, args, values, candidate, skipped);
    if (cost < minCost) [best, minCost] = [candidate, cost];
  }
  return best;
}

function nearestTo(target: Target, candidates: readonly Target[]): Target {
  return candidates.find((item) => isSameTarget(item, target)) ?? candidates[0] ?? target;
}

/** Returns the functions with the target's name in its class. */
function overloadsInClass(
  r: Resolver,
  { file }: Target,
  { container, name }: Definition,
): readonly Target[] {
  return r.program.targetsNamed(file, container, name);
}

/** Returns the candidates that take the written type arguments, or those that can infer them if there are none. */
function ofTypeArguments(r: Resolver, all: readonly Target[], callee: string): readonly Target[] {
  // Java infers type arguments from the expected result, too.
  if (!all.every(({ file }) => isCsharp(r, file))) return all;
  const list = /<((?!=)[^()]*)>$/.exec(callee)?.[1];
  const count = list === undefined ? 0 : splitTypes(list).length;
  const fitting = all.filter((item) => {
    const names = r.program.definition(item.file, item.definition)?.typeParameters ?? [];
    return count > 0 ? names.length === count : names.every((name) => isTaken(r, item, name));
  });
  return fitting.length === 0 ? all : fitting;
}

/** Returns whether a parameter's type has a type parameter, which can then be inferred. */
function isTaken(r: Resolver, { file, definition }: Target, name: string): boolean {
  return r.program
    .bindings(file, definition)
    .some(({ parameter, type }) => parameter >= 0 && namesIn(type).includes(name));
}

/** Returns the method of a base class that a method with the same name and parameters replaces. */
export function replacedBy(r: Resolver, base: Target, own: Target, first: Target): Target[] {
  const self = r.program.definition(own.file, own.definition);
  if (isSwift(r, own.file)) return replacedInSwift(r, base, own, self?.name ?? "");
  const isChosen = isCsharp(r, own.file) || isKotlin(r, own.file);
  if (self === undefined || !isChosen) return [first];
  const candidates = methodsNamed(r, base, self.name);
  if (candidates.length < 2) return [first];
  const types = writtenTypes(r, own);
  const fitting = candidates
    .slice(0, MAX_NAMESAKES)
    .filter(
      (item) =>
        writtenTypes(r, item).length === types.length &&
        r.program.definition(item.file, item.definition)?.typeParameters.length ===
          self.typeParameters.length,
    );
  const length = (item: Target) => writtenTypes(r, item).join().length;
  const replaced =
    fitting.find((item) => writtenTypes(r, item).every((text, at) => text === types[at])) ??
    fitting
      .filter((item) => isFilledIn(r, item, own, types))
      // `List<T>` says more than `T`.
      .sort((a, b) => length(b) - length(a))[0];
  return replaced === undefined ? [] : [replaced];
}

/** Swift's methods replace those with the same labels. */
function replacedInSwift(r: Resolver, base: Target, own: Target, name: string): Target[] {
  const labels = (target: Target) =>
    inputsOf(r, target)
      .map(({ label }) => label)
      .join();
  const same = membersNamed(r, base, name).filter((item) => labels(item) === labels(own));
  const kind = r.program.definition(own.file, own.definition)?.kind;
  const found = same.find(
    (item) => r.program.definition(item.file, item.definition)?.kind === kind,
  );
  return found === undefined ? [] : [found];
}

/** C#'s names of types that also have a keyword. */
const KEYWORDS: ReadonlyMap<string, string> = new Map(
  `Boolean bool, Byte byte, Char char, Decimal decimal, Double double, Int16 short, Int32 int, Int64 long, Object object,
   SByte sbyte, Single float, String string, UInt16 ushort, UInt32 uint, UInt64 ulong`
    .split(/,\s+/)
    .map((pair): [string, string] => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? ""]),
);
const NAMES = /\p{ID_Start}\p{ID_Continue}*/gu;

/** Returns the types of a method's parameters as text. */
function writtenTypes(r: Resolver, target: Target): readonly string[] {
  const { written } = cacheFor(r);
  const key = `${target.file} ${target.definition}`;
  const found = written.get(key) ?? parameterTypes(r, target).texts.map(plainType);
  written.set(key, found);
  return found;
}

/** Returns a type without namespaces, spaces and question marks, and with keywords for names. */
function plainType(text: string): string {
  return text
    .replace(/[\s?]|global::|\p{ID_Continue}+\.(?=\p{ID_Start})/gu, "")
    .replace(NAMES, (name) => KEYWORDS.get(name) ?? name);
}

/** Returns whether a method of a base class has these types once its type parameters are replaced as in `own`. */
function isFilledIn(r: Resolver, base: Target, own: Target, types: readonly string[]): boolean {
  const replacements = replacedNames(r, base, own);
  if (replacements.size === 0) return false;
  return writtenTypes(r, base).every((text, at) => {
    const pattern = text.replace(NAMES, (name) => replacements.get(name) ?? name);
    return isLike(pattern, types[at] ?? "");
  });
}

/** Returns what stands for the type parameters of a method and its class. */
function replacedNames(r: Resolver, base: Target, own: Target): Map<string, string> {
  const [method, self] = [base, own].map((item) =>
    r.program.definition(item.file, item.definition),
  );
  const found = new Map<string, string>();
  const around = { file: base.file, definition: method?.container ?? -1 };
  const { typeParameters = [] } = r.program.definition(around.file, around.definition) ?? {};
  const names = typeParameters.slice(0, MAX_NAMESAKES);
  const args =
    names.length === 0
      ? []
      : statedArguments(r, { file: own.file, definition: self?.container ?? -1 }, around);
  // Any type if the base is an indirect one.
  names.forEach((name, at) => {
    found.set(name, args[at]?.trim() ?? ANY_TYPE);
  });
  method?.typeParameters.forEach((name, at) => {
    found.set(name, self?.typeParameters[at] ?? name);
  });
  return found;
}

/** Returns the type arguments that a type states after the name of its base; none if the base is an indirect one. */
function statedArguments(r: Resolver, own: Target, base: Target): readonly string[] {
  const { stated } = cacheFor(r);
  const key = `${own.file} ${own.definition} ${base.file} ${base.definition}`;
  return getOrCreate(stated, key, () => {
    const start = `${r.program.definition(base.file, base.definition)?.name}<`;
    const bases = r.program.definition(own.file, own.definition)?.bases.map(plainType) ?? [];
    const text = bases.find((item) => item.startsWith(start) && item.endsWith(">"));
    return text === undefined ? [] : splitTypes(text.slice(start.length, -1));
  });
}

/** Returns whether a function is called through its class, not like a member of its first argument. */
function isOfClass(r: Resolver, { receiver }: Found): boolean {
  if (receiver === undefined) return true;
  if (receiver.kind !== "definition") return false;
  return r.program.definition(receiver.file, receiver.definition)?.kind === "class";
}

const WITH_OVERLOADS = new Set(["java", "csharp"]);

/** Returns whether the target may have overloads. Constructors are represented by their class. */
function hasOverloads(r: Resolver, { file, definition }: Target): boolean {
  const own = r.program.definition(file, definition);
  const around = r.program.definition(file, own?.container ?? -1);
  const language = r.program.tables(file)?.facts.language ?? "";
  return WITH_OVERLOADS.has(language) && own?.name !== around?.name;
}

/** Returns the methods of that name of the receiver, whose class may be a subclass of the one found. */
function namesakes(
  r: Resolver,
  { receiver }: Found,
  target: Target,
  { container, name }: Definition,
): readonly Target[] {
  const held =
    receiver?.kind === "definition" ? (r.held(receiver, receiver.env) ?? receiver) : receiver;
  const isType = held?.kind === "instance" || held?.kind === "definition";
  const all = isType ? methodsNamed(r, held, name) : [];
  if (all.some((item) => isSameTarget(item, target))) return all;
  return methodsNamed(r, { file: target.file, definition: container }, name);
}

/**
 * Returns methods without the receiver's type arguments, so that the result is valid for the whole class and can be cached.
 */
function methodsNamed(r: Resolver, { file, definition }: Target, name: string): readonly Target[] {
  const { methods } = cacheFor(r);
  const key = `${file} ${definition} ${name}`;
  return getOrCreate(methods, key, () =>
    membersNamed(r, { file, definition }, name).filter(
      (owned) => r.program.definition(owned.file, owned.definition)?.kind === "method",
    ),
  );
}

interface Parameters {
  readonly types: readonly (Value | undefined)[];
  /** Number of parameters without a default value. */
  readonly required: number;
  /** The last parameter takes any number of arguments of this type. */
  readonly isOpen: boolean;
  readonly rest: Value | undefined;
}

interface OverloadCache {
  readonly methods: Map<string, readonly Target[]>;
  readonly parameters: Map<string, Parameters>;
  /** The types of a method's parameters as text. */
  readonly written: Map<string, readonly string[]>;
  /** By a type and its base: the type arguments that the type states. */
  readonly stated: Map<string, readonly string[]>;
}

const cacheFor = perResolver(
  (): OverloadCache => ({
    methods: new Map(),
    parameters: new Map(),
    written: new Map(),
    stated: new Map(),
  }),
);

function parametersOf(r: Resolver, { file, definition }: Target): Parameters {
  const { parameters } = cacheFor(r);
  const key = `${file} ${definition}`;
  return getOrCreate(parameters, key, () => {
    const { texts, required } = parameterTypes(r, { file, definition });
    const last = texts.at(-1) ?? "";
    const typeOf = (text: string) =>
      plainName(r.typeOf(parseType(text), { file, scope: definition }));
    const isOpen = last.endsWith("...");
    const rest = isOpen ? typeOf(last.slice(0, -"...".length)) : undefined;
    return { types: texts.map(typeOf), required, isOpen, rest };
  });
}

function argumentValue(r: Resolver, text: string, place: Position): Value | undefined {
  if (text === "?" || text === "null" || text === "::" || text.startsWith("->")) return undefined;
  const value = plainName(r.evaluate(text, place)?.value);
  if (value?.kind === "definition") return plainName(r.held(value, value.env));
  const isForeign = value?.kind === "external" && value.name.startsWith("@");
  if (!isForeign) return value;
  const maker = FACTORY.exec(text)?.[1];
  return maker === undefined ? undefined : { kind: "external", name: maker, args: [] };
}

/** Factory methods of external classes, which return an instance of the class. Nothing else of these classes is known. */
const FACTORY = /^([A-Z]\w*)\.(?:of\w*|empty|valueOf|getInstance|now|from|copyOf)\(\)$/;

function listCost(
  r: Resolver,
  args: readonly string[],
  values: readonly (Value | undefined)[],
  candidate: Target,
  skipped: number,
): number {
  const all = parametersOf(r, candidate);
  const { isOpen, rest } = all;
  const types = all.types.slice(skipped);
  const left = types.length - args.length;
  const isEnough = left >= 0 && args.length >= all.required - skipped;
  const sum = (expected: (index: number) => Value | undefined): number => {
    let cost = 0;
    for (let index = 0; index < args.length && cost < IMPOSSIBLE; index++) {
      cost += argumentCost(r, args[index] ?? "", values[index], expected(index));
    }
    return cost;
  };
  const asWritten = isEnough ? sum((index) => types[index]) + left : IMPOSSIBLE;
  if (!isOpen || asWritten < IMPOSSIBLE || args.length < types.length - 1) return asWritten;
  return ONE_OF_MANY + sum((index) => (index < types.length - 1 ? types[index] : rest));
}

function argumentCost(
  r: Resolver,
  text: string,
  value: Value | undefined,
  parameter: Value | undefined,
): number {
  if (text === "null") return nullCost(parameter);
  if (text === "::") return lambdaCost(r, parameter, -1);
  if (text.startsWith("->")) return lambdaCost(r, parameter, Number(text.slice(2)));
  return value === undefined ? unknownCost(parameter) : conversionCost(r, value, parameter);
}

/** Returns the cost of an argument that is not understood. It is more often an object than a number or a list. */
function unknownCost(parameter: Value | undefined): number {
  if (parameter?.kind !== "external") return UNKNOWN;
  const isPlain = isPrimitive(parameter) || parameter.name === "Array";
  return isPlain ? UNKNOWN + 2 : UNKNOWN + (parameter.name === "Object" ? 0 : 1);
}

function parameterTypes(r: Resolver, { file, definition }: Target) {
  const types: string[] = [];
  let required = 0;
  for (const { parameter, type, value } of r.program.bindings(file, definition)) {
    if (parameter < 0) continue;
    types[parameter] = type;
    if (value === "") required = Math.max(required, parameter + 1);
  }
  return { texts: Array.from(types, (item) => item ?? ""), required };
}

/** C#'s names of the types that the rules name as Java does. */
const JAVA_NAMES: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["object", "Object"],
  ["bool", "boolean"],
  ["dynamic", "Object"],
]);

function plainName(value: Value | undefined): Value | undefined {
  if (value?.kind !== "external" || value.language !== "csharp") return value;
  const name = JAVA_NAMES.get(value.name);
  return name === undefined ? value : { ...value, name, args: [] };
}
