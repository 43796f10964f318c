/** The objects whose members need no receiver: of classes, extensions, and lambdas such as that of `apply`. */
import { LAST, RECEIVER } from "../../facts/kotlin/take-kotlin.ts";
import type { Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import { parseType } from "../types/type-text.ts";
import type { Found, Place, Target, Value } from "../value.ts";
import { isExtension, isKotlin } from "./kotlin-files.ts";

const CLASSES = new Set(["class", "interface", "enum"]);
/** Functions of Kotlin whose lambda gets the object as `this`. */
const GIVES_THIS = new Set(["apply", "run"]);
/** Functions of Kotlin whose lambda gets the object as its parameter. */
const GIVES_IT = new Set(["let", "also", "takeIf", "takeUnless"]);
/** Functions of Kotlin that return the object. */
const RETURNS_THIS = new Set(["apply", "also", "takeIf", "takeUnless"]);

export function isScopeFunction(name: string): boolean {
  return GIVES_THIS.has(name) || GIVES_IT.has(name) || name === "with";
}

/** Returns the objects around a place, innermost first. */
export function implicitReceivers(r: Resolver, place: Place): Value[] {
  const found: Value[] = [];
  for (let scope = place.scope; scope >= 0; ) {
    const own = r.program.definition(place.file, scope);
    if (own === undefined) break;
    const value = receiverAt(r, { ...place, scope });
    if (value !== undefined) found.push(value);
    scope = own.container;
  }
  return found;
}

/** Returns the object whose members a scope adds to the visible names. */
export function receiverAt(r: Resolver, place: Place): Value | undefined {
  const { file, scope } = place;
  const own = r.program.definition(file, scope);
  if (own === undefined) return undefined;
  if (CLASSES.has(own.kind)) return { kind: "instance", file, definition: scope, args: [] };
  if (own.kind === "lambda") return own.value === "" ? undefined : ofLambda(r, place, own.value);
  const [binding] = r.program.bindingsNamed(file, scope, RECEIVER);
  return binding === undefined ? undefined : instanceIn(r, r.bindingValue(place, binding));
}

function ofLambda(r: Resolver, place: Place, context: string): Value | undefined {
  const call = contextOf(r, place, context);
  if (call === undefined) return undefined;
  const { receiver, name, outer } = call;
  if (receiver !== undefined && GIVES_THIS.has(name) && !isOfProject(r, call))
    return instanceIn(r, r.evaluate(receiver, outer)?.value);
  return lambdaType(r, call)?.receiver;
}

interface Context {
  readonly callee: string;
  readonly receiver: string | undefined;
  readonly name: string;
  readonly position: number;
  readonly outer: Place;
}

/** Reads `callee#2`, the call that a lambda is an argument of. */
function contextOf(r: Resolver, place: Place, context: string): Context | undefined {
  const hash = context.lastIndexOf("#");
  const own = r.program.definition(place.file, place.scope);
  if (hash < 0 || own === undefined) return undefined;
  const callee = context.slice(0, hash).replace(/<[^<>]*>$/, "");
  const dot = callee.lastIndexOf(".");
  const receiver = dot < 0 ? undefined : callee.slice(0, dot);
  const outer: Place = { ...place, scope: own.container };
  const position = Number(context.slice(hash + 1));
  return { callee, receiver, name: callee.slice(dot + 1), position, outer };
}

/** Returns whether a function of the project is called. */
function isOfProject(r: Resolver, { callee, outer }: Context): boolean {
  return r.evaluate(callee, outer)?.value?.kind === "definition";
}

/** Returns the value of a lambda's parameter without a type. */
export function lambdaParameter(r: Resolver, place: Place, parameter: number): Value | undefined {
  const own = r.program.definition(place.file, place.scope);
  const call = own === undefined ? undefined : contextOf(r, place, own.value);
  if (call === undefined) return undefined;
  const { receiver, name, outer } = call;
  const isIt = GIVES_IT.has(name) && isKotlin(r, place.file);
  if (receiver !== undefined && isIt && !isOfProject(r, call))
    return parameter === 0 ? instanceIn(r, r.evaluate(receiver, outer)?.value) : undefined;
  return lambdaType(r, call)?.parameters[parameter]?.();
}

interface LambdaType {
  readonly receiver: Value | undefined;
  readonly parameters: readonly (() => Value | undefined)[];
}

/** Returns what the callee declares for a lambda: its receiver and its parameters. */
function lambdaType(r: Resolver, { callee, position, outer }: Context): LambdaType | undefined {
  const meant = r.evaluate(callee, outer)?.value;
  if (meant?.kind !== "definition") return undefined;
  const isOfSwift = isSwift(r, meant.file);
  if (!isOfSwift && !isKotlin(r, meant.file)) return undefined;
  const { file, definition, env } = meant;
  const skipped = isExtension(r, meant) ? 1 : 0;
  const inputs = r.program.bindings(file, definition).filter(({ parameter }) => parameter >= 0);
  const last = isOfSwift
    ? inputs.findLastIndex((input) => input.type.includes("=>"))
    : inputs.length - 1;
  const at = position === LAST ? last : position + skipped;
  const written = inputs.find(({ parameter }) => parameter === at)?.type ?? "";
  const { type, place } = aliased(r, written, { file, scope: definition, env });
  const node = parseType(type);
  if (node.kind !== "function") return undefined;
  const values = node.parameters.map((one) => () => r.typeOf(one, place));
  const hasReceiver = type.startsWith(`(${RECEIVER}:`);
  return hasReceiver
    ? { receiver: values[0]?.(), parameters: values.slice(1) }
    : { receiver: undefined, parameters: values };
}

/** Returns a type, or what it is another name for: `typealias Block = Store.() -> Unit`. */
function aliased(r: Resolver, type: string, place: Place): { type: string; place: Place } {
  const node = parseType(type);
  const value = node.kind === "name" ? r.lookup(place, node.name, "type")?.value : undefined;
  if (value?.kind !== "definition") return { type, place };
  const own = r.program.definition(value.file, value.definition);
  if (own?.kind !== "type_alias") return { type, place };
  return { type: own.type, place: { file: value.file, scope: value.definition } };
}

/** Returns what a variable holds; an object of Kotlin is its own value. */
export function instanceIn(r: Resolver, value: Value | undefined): Value | undefined {
  if (value?.kind !== "definition") return value;
  const kind = r.program.definition(value.file, value.definition)?.kind ?? "";
  return CLASSES.has(kind) ? instanceOf(value) : r.held(value, value.env);
}

const instanceOf = ({ file, definition }: Target): Value => ({
  kind: "instance",
  file,
  definition,
  args: [],
});

/** Finds a member of the object that a function or lambda adds; those of classes are found by `memberWithoutThis`. */
export function memberOfReceiver(r: Resolver, place: Place, name: string): Found | undefined {
  const own = r.program.definition(place.file, place.scope);
  if (own === undefined || CLASSES.has(own.kind)) return undefined;
  const receiver = receiverAt(r, place);
  const value = receiver === undefined ? undefined : r.member(receiver, name);
  return value?.kind === "definition" ? { value, tier: "typed", receiver } : undefined;
}

/** Returns what calling a scope function gives, where that is the object itself. */
export function resultOfScope(r: Resolver, receiver: Value, name: string): Value | undefined {
  return RETURNS_THIS.has(name) ? instanceIn(r, receiver) : undefined;
}
