/** The objects whose members need no receiver: of classes, extensions, and lambdas such as that of `apply`. */

import { LAST, RECEIVER } from "../../facts/kotlin/take-kotlin.ts";
import { MAX_COMPARED } from "../pick.ts";
import type { Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import { environment } from "../types/lineage.ts";
import { instanceValue } from "../types/targets.ts";
import { parseType } from "../types/type-text.ts";
import type { Found, Owned, Position, Target, Value } from "../value.ts";
import { companionOf, isExtension, isKotlin, isSameType } from "./kotlin-files.ts";

const CLASSES = new Set(["class", "interface", "enum"]);
/** Functions of Kotlin whose lambda gets the object as `this`. */
const GIVES_THIS = new Set(["apply", "run"]);
/** Functions of Kotlin whose lambda gets the object as its parameter. */
const GIVES_IT = new Set(["let", "also", "takeIf", "takeUnless", "use"]);
/** Functions of Kotlin that return the object. */
const RETURNS_THIS = new Set(["apply", "also", "takeIf", "takeUnless"]);

export function isScopeFunction(name: string): boolean {
  return GIVES_THIS.has(name) || GIVES_IT.has(name) || name === "with";
}

/** Returns the objects around a place, innermost first. */
export function implicitReceivers(r: Resolver, place: Position): Value[] {
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
export function receiverAt(r: Resolver, place: Position): Value | undefined {
  return agreed(r, receiversAt(r, place));
}

/** Returns that object as each declaration states it that may be meant. */
function receiversAt(r: Resolver, place: Position): readonly (Value | undefined)[] {
  const { file, scope } = place;
  const own = r.program.definition(file, scope);
  if (own === undefined) return [];
  if (CLASSES.has(own.kind)) return [instanceValue({ file, definition: scope })];
  if (own.kind === "lambda") return own.value === "" ? [] : ofLambda(r, place, own.value);
  const [binding] = r.program.bindingsNamed(file, scope, RECEIVER);
  return binding === undefined ? [] : [instanceIn(r, r.bindingValue(place, binding))];
}

function ofLambda(r: Resolver, place: Position, context: string): readonly (Value | undefined)[] {
  const call = contextOf(r, place, context);
  if (call === undefined) return [];
  const { receiver, name, outer } = call;
  if (receiver !== undefined && GIVES_THIS.has(name) && !isOfProject(r, call))
    return [instanceIn(r, r.evaluate(receiver, outer)?.value)];
  return lambdaTypes(r, call).map((type) => type.receiver);
}

interface Context {
  readonly callee: string;
  readonly receiver: string | undefined;
  readonly name: string;
  readonly position: number;
  readonly outer: Position;
}

/** Reads `callee#2`, the call that a lambda is an argument of. */
function contextOf(r: Resolver, place: Position, context: string): Context | undefined {
  const hash = context.lastIndexOf("#");
  const own = r.program.definition(place.file, place.scope);
  if (hash < 0 || own === undefined) return undefined;
  const callee = context.slice(0, hash).replace(/<[^<>]*>$/, "");
  const dot = callee.lastIndexOf(".");
  const receiver = dot < 0 ? undefined : callee.slice(0, dot);
  const outer: Position = { ...place, scope: own.container };
  const position = Number(context.slice(hash + 1));
  return { callee, receiver, name: callee.slice(dot + 1), position, outer };
}

/** Returns whether a function of the project is called. */
function isOfProject(r: Resolver, { callee, outer }: Context): boolean {
  return r.evaluate(callee, outer)?.value?.kind === "definition";
}

/** Returns the value of a lambda's parameter without a type. */
export function lambdaParameter(
  r: Resolver,
  place: Position,
  parameter: number,
): Value | undefined {
  const own = r.program.definition(place.file, place.scope);
  const call = own === undefined ? undefined : contextOf(r, place, own.value);
  if (call === undefined) return undefined;
  const { receiver, name, outer } = call;
  const isIt = GIVES_IT.has(name) && isKotlin(r, place.file);
  if (receiver !== undefined && isIt && !isOfProject(r, call))
    return parameter === 0 ? instanceIn(r, r.evaluate(receiver, outer)?.value) : undefined;
  const all = lambdaTypes(r, call).filter((type) => type.parameters.length > parameter);
  return agreed(
    r,
    all.map((type) => type.parameters[parameter]?.()),
  );
}

/** Returns the value that several declarations give; undefined if they differ. */
function agreed(r: Resolver, values: readonly (Value | undefined)[]): Value | undefined {
  const [first] = values;
  return values.every((value) => isAlike(r, first, value)) ? first : undefined;
}

function isAlike(r: Resolver, one: Value | undefined, other: Value | undefined): boolean {
  if (one === other) return true;
  if (one?.kind === "instance" && other?.kind === "instance") return isSameType(r, one, other);
  return one?.kind === "external" && other?.kind === "external" && one.name === other.name;
}

/** Returns the method of the name of a property in the same class. */
function methodBeside(r: Resolver, value: Value): Meant | undefined {
  if (value.kind !== "definition") return undefined;
  const kindOf = (index: number) => r.program.definition(value.file, index)?.kind;
  const own = r.program.definition(value.file, value.definition);
  if (own?.kind !== "property") return undefined;
  const all = r.program.membersNamed(value.file, own.container, own.name);
  const method = all.find((index) => kindOf(index) === "method");
  return method === undefined ? undefined : { ...value, definition: method };
}

interface LambdaType {
  readonly receiver: Value | undefined;
  readonly parameters: readonly (() => Value | undefined)[];
}

/** Returns what the callee and its overloads declare for a lambda: its receiver and its parameters. */
function lambdaTypes(r: Resolver, { callee, position, outer }: Context): readonly LambdaType[] {
  const found = r.evaluate(callee, outer);
  const value = found?.value && (methodBeside(r, found.value) ?? found.value);
  const meant = value && (calledOn(r, value, found.receiver) ?? value);
  if (meant?.kind !== "definition") return [];
  const isOfKotlin = isKotlin(r, meant.file);
  if (!isOfKotlin && !isSwift(r, meant.file)) return [];
  const all = isOfKotlin ? overloadsOf(r, meant) : [meant.definition];
  return all.flatMap((definition) => lambdaType(r, { ...meant, definition }, position) ?? []);
}

type Meant = Extract<Value, { readonly kind: "definition" }>;

/** Returns the functions of the same name beside a function that are called in the same way, and the function itself. */
function overloadsOf(r: Resolver, { file, definition }: Target): readonly number[] {
  const own = r.program.definition(file, definition);
  if (own?.kind !== "function" && own?.kind !== "method") return [definition];
  const isOnReceiver = isExtension(r, { file, definition });
  const all = r.program.membersNamed(file, own.container, own.name).slice(0, MAX_COMPARED);
  return all.filter((item) => isExtension(r, { file, definition: item }) === isOnReceiver);
}

function lambdaType(
  r: Resolver,
  { file, definition, env }: Meant,
  position: number,
): LambdaType | undefined {
  const skipped = isExtension(r, { file, definition }) ? 1 : 0;
  const inputs = r.program.bindings(file, definition).filter(({ parameter }) => parameter >= 0);
  const last = isSwift(r, file)
    ? inputs.findLastIndex((input) => input.type.includes("=>"))
    : inputs.length - 1;
  const at = position === LAST ? last : position + skipped;
  const written = inputs.find(({ parameter }) => parameter === at)?.type ?? "";
  if (isInterface(r, { file, definition })) return typeOfInterface(r, { file, definition, env });
  const { type, place } = aliased(r, written, { file, scope: definition, env });
  const node = parseType(type);
  if (node.kind !== "function") {
    const meant = node.kind === "name" ? r.typeOf(node, place) : undefined;
    if (meant?.kind !== "instance" || !isInterface(r, meant)) return undefined;
    return typeOfInterface(r, { ...meant, env: environment(r, meant, meant.args) });
  }
  const values = node.parameters.map((one) => () => r.typeOf(one, place));
  const hasReceiver = type.startsWith(`(${RECEIVER}:`);
  return hasReceiver
    ? { receiver: values[0]?.(), parameters: values.slice(1) }
    : { receiver: undefined, parameters: values };
}

const isInterface = (r: Resolver, { file, definition }: Target) =>
  r.program.definition(file, definition)?.kind === "interface" && isKotlin(r, file);

/** Returns the parameters of the one method that a lambda implements: `fun interface Task { fun run(store: Store) }`. */
function typeOfInterface(r: Resolver, { file, definition, env }: Owned): LambdaType | undefined {
  const all = [...r.program.members(file, definition).values()].flat();
  const methods = all.filter((index) => r.program.definition(file, index)?.kind === "method");
  const [method] = methods;
  if (method === undefined || methods.length > 1) return undefined;
  const inputs = r.program.bindings(file, method).filter(({ parameter }) => parameter >= 0);
  const place: Position = { file, scope: method, env };
  const parameters = inputs
    .sort((one, other) => one.parameter - other.parameter)
    .map(
      ({ type }) =>
        () =>
          r.typeOf(parseType(type), place),
    );
  return { receiver: undefined, parameters };
}

/** Returns a type, or what it is another name for: `typealias Block = Store.() -> Unit`. */
export function aliased(
  r: Resolver,
  type: string,
  place: Position,
): { type: string; place: Position } {
  const node = parseType(type);
  const value = node.kind === "name" ? r.lookup(place, node.name, "type")?.value : undefined;
  if (node.kind !== "name" || value?.kind !== "definition") return { type, place };
  const own = r.program.definition(value.file, value.definition);
  if (own?.kind !== "type_alias") return { type, place };
  const env = environment(
    r,
    value,
    node.args.map((arg) => r.typeOf(arg, place)),
  );
  return { type: own.type, place: { file: value.file, scope: value.definition, env } };
}

/** Returns the `invoke` that calling a value means, if the value is an object of Kotlin that has one. */
export function calledOn(
  r: Resolver,
  value: Value,
  receiver: Value | undefined,
): Meant | undefined {
  const own =
    value.kind === "definition" ? r.program.definition(value.file, value.definition) : undefined;
  // A member of a known type is represented by its result.
  if (value.kind !== "definition" && receiver !== undefined) return undefined;
  const isHolder = own?.kind === "variable" || own?.kind === "property";
  const held = isHolder && value.kind === "definition" ? r.held(value, value.env) : value;
  if (held?.kind !== "instance" || !isKotlin(r, held.file)) return undefined;
  const found = r.member(held, "invoke");
  return found?.kind === "definition" ? found : undefined;
}

/** Returns what a variable holds; an object of Kotlin is its own value. */
export function instanceIn(r: Resolver, value: Value | undefined): Value | undefined {
  let found = value;
  for (let steps = 0; steps < MAX_HOLDERS && found?.kind === "definition"; steps++) {
    const kind = r.program.definition(found.file, found.definition)?.kind ?? "";
    found = CLASSES.has(kind) ? instanceValue(found) : r.held(found, found.env);
  }
  return found;
}

/** Variables that hold variables: `val shared = Stores.MAIN`. More are rare. */
const MAX_HOLDERS = 4;

/** Returns the object that the name of a class means as a value: its companion, or the object that it declares. */
export function objectOf(r: Resolver, target: Target): Value | undefined {
  const kind = r.program.definition(target.file, target.definition)?.kind;
  if (kind !== "class" || !isKotlin(r, target.file)) return undefined;
  return instanceValue(companionOf(r, target) ?? target);
}

/** Finds a member of the object that a function or lambda adds; those of classes are found by `memberWithoutThis`. */
export function memberOfReceiver(r: Resolver, place: Position, name: string): Found | undefined {
  const own = r.program.definition(place.file, place.scope);
  if (own === undefined || CLASSES.has(own.kind)) return undefined;
  const [receiver, ...others] = receiversAt(r, place);
  const value = receiver && r.member(receiver, name);
  if (value?.kind !== "definition") return undefined;
  // Overloads may give objects of several types, which have the member from one base.
  const isShared = others.every((other) => isSame(value, other && r.member(other, name)));
  return isShared ? { value, tier: "typed", receiver } : undefined;
}

function isSame({ file, definition }: Target, other: Value | undefined): boolean {
  return other?.kind === "definition" && other.file === file && other.definition === definition;
}

/** Returns what calling a scope function gives, where that is the object itself. */
export function resultOfScope(r: Resolver, receiver: Value, name: string): Value | undefined {
  return RETURNS_THIS.has(name) ? instanceIn(r, receiver) : undefined;
}
