/** How well the arguments of a call fit the types of parameters, in languages with names for arguments. */
import { LAMBDA, REFERENCE, TRAILING } from "../../facts/text/labelled-arguments.ts";
import { isKotlin, isSameType } from "../kotlin/kotlin-files.ts";
import { aliased, objectOf } from "../kotlin/kotlin-receivers.ts";
import { referenceCost } from "../kotlin/kotlin-references.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { conforms, isSwift } from "../swift/swift-files.ts";
import { elementOf, hasElements } from "../types/known-types.ts";
import { isKotlinBelow, KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import { hasOutsideBase } from "../types/members.ts";
import { SWIFT_VALUES } from "../types/swift-types.ts";
import { parseType } from "../types/type-text.ts";
import type { Position, SignatureType, Target, Value } from "../value.ts";

/** A parameter. */
export interface Input {
  readonly name: string;
  /** The name that an argument has in a call; "" for none. In Kotlin it may be left out. */
  readonly label: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** Takes any number of arguments. */
  readonly isOpen: boolean;
}

export interface Argument {
  /** "" without a name. */
  readonly label: string;
  /** An expression, or a mark of `labelled-arguments.ts`. */
  readonly chain: string;
}

/** Costs: of a supertype, of what is not known, and of the type of all values. */
const [BELOW, UNKNOWN, ANY] = [1, 3, 5];
export const IMPOSSIBLE = Number.POSITIVE_INFINITY;

/** Returns the value of an argument. */
export function argumentValue(
  r: Resolver,
  place: Position,
  { chain }: Argument,
): Value | undefined {
  if (chain === "?" || chain === "null" || isLambda(chain) || chain.startsWith("."))
    return undefined;
  if (chain.startsWith("["))
    return listOf(argumentValue(r, place, { label: "", chain: chain.slice(1) }));
  if (chain.startsWith(REFERENCE)) return r.evaluate(chain.slice(REFERENCE.length), place)?.value;
  const value = r.evaluate(chain, place)?.value;
  if (value?.kind === "external" && GIVEN_OUTSIDE.test(value.name)) return undefined;
  if (value?.kind !== "definition") return concrete(r, value);
  return concrete(r, r.held(value, value.env) ?? objectOf(r, value));
}

/** What a member or function from outside gives, as opposed to a type from outside. */
const GIVEN_OUTSIDE = /^@\P{Lu}/u;

function listOf(element: Value | undefined): Value | undefined {
  return element && { kind: "external", name: "Array", args: [element], language: "swift" };
}

/** Returns the cost of `.name(…)` or of a list of such members, for a parameter of this type. */
function openCost(r: Resolver, chain: string, expected: Value): number {
  if (chain.startsWith("[")) return listCost(r, chain.slice(1), expected);
  const name = /^\.([\p{ID_Continue}]+)/u.exec(chain)?.[1] ?? "";
  if (expected.kind === "instance" && r.member(expected, name) !== undefined) return 0;
  return isClosed(r, expected) ? IMPOSSIBLE : UNKNOWN;
}

function listCost(r: Resolver, first: string, expected: Value): number {
  if (expected.kind !== "external" || !hasElements(expected))
    return isPlain(expected) || isClosed(r, expected) ? IMPOSSIBLE : UNKNOWN;
  const element = elementOf(expected);
  return element === undefined || !/^[.[]/.test(first) ? BELOW : openCost(r, first, element);
}

/** Returns whether everything is known about a type. */
function isClosed(r: Resolver, type: Value): boolean {
  return type.kind === "instance" && !hasOutsideBase(r, type);
}

/** Returns how well an argument fits a parameter; IMPOSSIBLE if it does not. */
export function costOf(
  r: Resolver,
  { chain }: Argument,
  value: Value | undefined,
  { type }: Input,
  target: Target,
): number {
  if (isLambda(chain)) return lambdaCost(r, chain, type, target);
  if (type === "Any") return ANY;
  if (chain.startsWith(REFERENCE)) return referenceCost(r, value, type, target);
  if (value === undefined) return unknownCost(r, chain, type, target);
  if (type.includes("=>")) {
    if (value.kind === "signature") return signatureCost(r, value.type, type, target);
    return isPlain(value) ? IMPOSSIBLE : UNKNOWN;
  }
  const expected = expectedIn(r, type, target);
  if (expected === undefined) return UNKNOWN;
  return literalCost(r, chain, value, expected) ?? between(r, value, expected);
}

/** Compares the number of parameters of two function types of Kotlin; those of Swift may be read as one list. */
function signatureCost(
  r: Resolver,
  { parameters }: SignatureType,
  type: string,
  { file }: Target,
): number {
  const expected = parseType(type);
  if (!isKotlin(r, file) || expected.kind !== "function") return 0;
  return expected.parameters.length === parameters.length ? 0 : IMPOSSIBLE;
}

function unknownCost(r: Resolver, chain: string, type: string, target: Target): number {
  const expected = /^[.[]/.test(chain) ? expectedIn(r, type, target) : undefined;
  return expected === undefined ? UNKNOWN : openCost(r, chain, expected);
}

/** Returns a value unless its type is an associated type of a protocol, which stands for any type. */
function concrete(r: Resolver, value: Value | undefined): Value | undefined {
  if (value?.kind !== "instance" || !isSwift(r, value.file)) return value;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "type_alias" ? undefined : value;
}

const typesFor = perResolver(() => new Map<string, Value>());

/** Returns the type of a parameter. */
export function expectedIn(
  r: Resolver,
  type: string,
  { file, definition }: Target,
): Value | undefined {
  const types = typesFor(r);
  const key = `${file} ${definition} ${type}`;
  const cached = types.get(key);
  if (cached !== undefined) return cached;
  const found = concrete(r, r.typeOf(parseType(type), { file, scope: definition }));
  if (found !== undefined) types.set(key, found);
  return found;
}

export const isLambda = (chain: string) => chain.startsWith(LAMBDA) || chain.startsWith(TRAILING);

/** Compares the number of a lambda's parameters with those of a function type, which may have another name. */
function lambdaCost(r: Resolver, chain: string, type: string, target: Target): number {
  if (KOTLIN_PLAIN.has(type)) return IMPOSSIBLE;
  const place: Position = { file: target.file, scope: target.definition };
  const { type: text, place: at } = aliased(r, type, place);
  const node = parseType(text);
  const meant = node.kind === "function" ? undefined : r.typeOf(node, at);
  const found =
    node.kind === "function" ? node : meant?.kind === "signature" ? meant.type : undefined;
  if (found === undefined) return UNKNOWN;
  const count = chain.slice(chain.indexOf(LAMBDA) + LAMBDA.length);
  const expected = found.parameters.length - (text.startsWith("(this:") ? 1 : 0);
  if (count === "?") return expected > 1 && !isSwift(r, target.file) ? UNKNOWN : 0;
  return Number(count) === expected ? 0 : IMPOSSIBLE;
}

/** A number without a mark can have several types. */
const NUMBERS = ["Int", "Long", "Short", "Byte", "UInt", "ULong", "Double", "Float", "CGFloat"];
const isNumber = (type: Value) => type.kind === "external" && NUMBERS.includes(type.name);
const WHOLE = new Set(["Int", "Long", "Short", "Byte", "UInt", "ULong"]);

function numberCost(chain: string, type: Value): number {
  if (type.kind !== "external") return UNKNOWN;
  if (chain === `<${type.name}>`) return 0;
  return chain === "<Double>" && WHOLE.has(type.name) ? IMPOSSIBLE : BELOW;
}

const isPlain = (value: Value) => value.kind === "external" && KOTLIN_PLAIN.has(value.name);

/** Returns the cost of a literal whose type depends on the parameter; undefined for any other argument. */
function literalCost(
  r: Resolver,
  chain: string,
  value: Value,
  expected: Value,
): number | undefined {
  if ((chain === "<Int>" || chain === "<Double>") && isNumber(expected))
    return numberCost(chain, expected);
  // A literal of Swift can be a value of a type of the project.
  const isLiteral = /^<(?:Int|Double|Bool|String)>$/.test(chain);
  if (!isLiteral || value.kind !== "external" || value.language !== "swift") return undefined;
  if (isPlain(expected)) return undefined;
  if (expected.kind !== "instance") return UNKNOWN;
  if (conforms(r, value.name, expected)) return BELOW;
  const kind = r.program.definition(expected.file, expected.definition)?.kind;
  return kind === "interface" || isClosed(r, expected) ? IMPOSSIBLE : UNKNOWN;
}

function between(r: Resolver, value: Value, expected: Value): number {
  if (value.kind === "external" && expected.kind === "external") {
    if (value.name === expected.name) return isApart(r, value, expected) ? IMPOSSIBLE : 0;
    if (isKotlinBelow(value.name, expected.name)) return BELOW;
  }
  return (
    betweenInSwift(r, value, expected) ??
    (isPlain(value) || isPlain(expected) ? IMPOSSIBLE : betweenInstances(r, value, expected))
  );
}

function betweenInstances(r: Resolver, value: Value, expected: Value): number {
  if (value.kind === "instance" && expected.kind === "external" && isKotlin(r, value.file))
    return hasElements(expected) && isClosed(r, value) ? ANY : UNKNOWN;
  return value.kind === "instance" && expected.kind === "instance"
    ? betweenOwn(r, value, expected)
    : UNKNOWN;
}

/** Returns the cost between a type of the project and one from outside of Swift; undefined if that decides nothing. */
function betweenInSwift(r: Resolver, value: Value, expected: Value): number | undefined {
  if (value.kind === "external" && expected.kind === "instance" && isSwift(r, expected.file)) {
    if (conforms(r, value.name, expected)) return BELOW;
    return SWIFT_VALUES.has(value.name) ? IMPOSSIBLE : undefined;
  }
  if (value.kind !== "instance" || expected.kind !== "external") return undefined;
  if (expected.language !== "swift") return undefined;
  return SWIFT_VALUES.has(expected.name) || isClosed(r, value) ? IMPOSSIBLE : undefined;
}

type InstanceValue = Extract<Value, { readonly kind: "instance" }>;
type WithArguments = Extract<Value, { readonly kind: "instance" | "external" }>;

/** Returns whether two types of Swift differ in their type arguments, as far as these are known. */
function isApart(r: Resolver, value: WithArguments, expected: WithArguments): boolean {
  const isOfSwift =
    expected.kind === "external" ? expected.language === "swift" : isSwift(r, expected.file);
  if (!isOfSwift) return false;
  return value.args.some((arg, at) => {
    const other = expected.args[at];
    if (arg === undefined || other === undefined) return false;
    if (concrete(r, arg) === undefined || concrete(r, other) === undefined) return false;
    if (other.kind === "external" && other.name === "Any") return false;
    return between(r, arg, other) === IMPOSSIBLE;
  });
}

function betweenOwn(r: Resolver, value: InstanceValue, expected: InstanceValue): number {
  const at = r.lineage(value, undefined).order.findIndex((item) => isSameType(r, item, expected));
  if (at === 0) return isApart(r, value, expected) ? IMPOSSIBLE : 0;
  if (at > 0) return BELOW;
  // A type from outside can be below a protocol of the project, but not below another type.
  const kind = r.program.definition(expected.file, expected.definition)?.kind;
  if (kind !== "interface" && isSwift(r, expected.file)) return IMPOSSIBLE;
  return hasOutsideBase(r, value) ? UNKNOWN + 1 : IMPOSSIBLE;
}
