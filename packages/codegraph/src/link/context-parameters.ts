/**
 * Finds the values of untyped parameters of a function, from the call that the function is passed to or from the function's
 * declared type.
 */
import { RESULT_OF } from "../facts/facts.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { isScopeFunction, lambdaParameter } from "./kotlin/kotlin-receivers.ts";
import { isCsharp } from "./namespaces.ts";
import type { Resolver } from "./resolver.ts";
import { isSwift } from "./swift/swift-files.ts";
import { delegateParameters } from "./types/csharp-types.ts";
import { callbackElement } from "./types/known-types.ts";
import { declaredArgument } from "./types/results.ts";
import { parseType, type TypeNode } from "./types/type-text.ts";
import { isSame, signaturesOf } from "./types/types.ts";
import type { Position, Value } from "./value.ts";

/** Returns the value of an untyped parameter. For a callback, the call that it is passed to declares the value. */
export function parameterFromContext(
  r: Resolver,
  place: Position,
  parameter: number,
): Value | undefined {
  const own = r.program.definition(place.file, place.scope);
  if (own !== undefined && own.kind !== "lambda") return declaredArgument(r, place, parameter);
  if (own === undefined || own.value === "" || own.value.startsWith(RESULT_OF)) return undefined;
  const hash = own.value.lastIndexOf("#");
  const position = Number(own.value.slice(hash + 1));
  const callee = own.value.slice(0, hash);
  const outer: Position = { ...place, scope: own.container };
  const dot = callee.lastIndexOf(".");
  const receiver = dot < 0 ? undefined : heldBy(r, r.evaluate(callee.slice(0, dot), outer)?.value);
  // `import("./x").then((x) => …)`
  if (receiver?.kind === "module" && callee.endsWith(".then")) return receiver;
  if (receiver?.kind === "external" && !isScopeOfKotlin(r, place, callee.slice(dot + 1))) {
    return parameter === 0 && position <= 0
      ? callbackElement(receiver, callee.slice(dot + 1))
      : undefined;
  }
  if (isKotlin(r, place.file) || isSwift(r, place.file))
    return lambdaParameter(r, place, parameter);
  const meant = r.evaluate(callee, outer)?.value;
  return meant && r.declaredParameter(meant, position, parameter);
}

const isScopeOfKotlin = (r: Resolver, { file }: Position, name: string) =>
  isKotlin(r, file) && isScopeFunction(name);

function heldBy(r: Resolver, value: Value | undefined): Value | undefined {
  return value?.kind === "definition" ? (r.held(value, value.env) ?? value) : value;
}

/** Returns what the callee declares for a parameter of the callback that it takes as argument `position`. */
export function declaredParameter(
  r: Resolver,
  callee: Value,
  position: number,
  parameter: number,
): Value | undefined {
  for (const { node, place } of argumentTypes(r, callee, position)) {
    const value = parameterIn(r, r.typeOf(node, place), parameter);
    if (value !== undefined) return value;
  }
  return inOtherSignatures(r, callee, position, parameter);
}

function parameterIn(r: Resolver, type: Value | undefined, parameter: number): Value | undefined {
  const delegate = delegateParameters(type)?.[parameter];
  if (delegate !== undefined) return delegate;
  for (const signature of signaturesOf(r, type)) {
    const node = signature.type.parameters[parameter];
    const value = node === undefined ? undefined : r.typeOf(node, signature.place);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns what the further signatures of a function declare, if all that say something agree. */
function inOtherSignatures(
  r: Resolver,
  callee: Value,
  position: number,
  parameter: number,
): Value | undefined {
  if (callee.kind !== "definition" || isCsharp(r, callee.file)) return undefined;
  const own = r.program.definition(callee.file, callee.definition);
  if (own?.kind !== "function" && own?.kind !== "method") return undefined;
  let found: Value | undefined;
  for (const other of r.program.membersNamed(callee.file, own.container, own.name)) {
    for (const { node, place } of declaredTypes(r, callee, other, position)) {
      const value = parameterIn(r, r.typeOf(node, place), parameter);
      if (value !== undefined && !isSame(found ?? value, value)) return undefined;
      found ??= value;
    }
  }
  return found;
}

/** Returns the declared types of argument `position`, for each signature of the callee. */
function argumentTypes(r: Resolver, callee: Value, position: number) {
  if (callee.kind === "definition") {
    const own = r.program.definition(callee.file, callee.definition);
    if (own?.kind === "function" || own?.kind === "method") {
      return [...overloadsOf(r, callee, own.container, own.name)].flatMap((scope) =>
        declaredTypes(r, callee, scope, position),
      );
    }
    if (own?.kind === "class" && isCsharp(r, callee.file)) {
      const makers = overloadsOf(r, callee, callee.definition, own.name);
      return [...makers].flatMap((scope) => declaredTypes(r, callee, scope, position));
    }
  }
  return signaturesOf(r, heldBy(r, callee)).flatMap(({ type, place }) => {
    const node = atPosition(type.parameters, position);
    return node === undefined ? [] : [{ node, place }];
  });
}

/** Returns the type of a function that is passed at a position. A list at the end takes the rest, one by one. */
function atPosition(types: readonly (TypeNode | undefined)[], position: number) {
  const at = Math.min(position, types.length - 1);
  const type = types[at];
  const isList = type?.kind === "name" && (type.name === "Array" || type.name === "tuple");
  if (!isList) return at === position ? type : undefined;
  return type.args[position - at] ?? (type.name === "Array" ? type.args[0] : undefined);
}

type Callee = Extract<Value, { readonly kind: "definition" }>;

function declaredTypes(r: Resolver, { file, env }: Callee, scope: number, position: number) {
  const types: TypeNode[] = [];
  for (const { parameter, type } of r.program.bindings(file, scope))
    if (parameter >= 0 && type !== "") types[parameter] = parseType(type);
  const node = atPosition(types, position);
  return node === undefined ? [] : [{ node, place: { file, scope, env } }];
}

/** Returns the callee and, where overloads exist, the other functions with its name; the constructors of a class. */
function overloadsOf(r: Resolver, callee: Callee, container: number, name: string): Set<number> {
  const all = isCsharp(r, callee.file) ? r.program.membersNamed(callee.file, container, name) : [];
  return new Set([callee.definition, ...all]);
}
