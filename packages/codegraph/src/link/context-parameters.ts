/**
 * Finds the values of untyped parameters of a function, from the call that the function is passed to or from the function's
 * declared type.
 */
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { isScopeFunction, lambdaParameter } from "./kotlin/kotlin-receivers.ts";
import { isCsharp } from "./namespaces.ts";
import type { Resolver } from "./resolver.ts";
import { isSwift } from "./swift/swift-files.ts";
import { delegateParameters } from "./types/csharp-types.ts";
import { callbackElement } from "./types/known-types.ts";
import { declaredArgument } from "./types/results.ts";
import { parseType } from "./types/type-text.ts";
import { signaturesOf } from "./types/types.ts";
import type { Place, Value } from "./value.ts";

/** Returns the value of an untyped parameter. For a callback, the call that it is passed to declares the value. */
export function parameterFromContext(
  r: Resolver,
  place: Place,
  parameter: number,
): Value | undefined {
  const own = r.program.definition(place.file, place.scope);
  if (own !== undefined && own.kind !== "lambda") return declaredArgument(r, place, parameter);
  if (own === undefined || own.value === "") return undefined;
  const hash = own.value.lastIndexOf("#");
  const position = Number(own.value.slice(hash + 1));
  const callee = own.value.slice(0, hash);
  const outer: Place = { ...place, scope: own.container };
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

const isScopeOfKotlin = (r: Resolver, { file }: Place, name: string) =>
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
    const delegate = delegateParameters(r.typeOf(node, place))?.[parameter];
    if (delegate !== undefined) return delegate;
    for (const signature of signaturesOf(r, r.typeOf(node, place))) {
      const type = signature.type.parameters[parameter];
      const value = type === undefined ? undefined : r.typeOf(type, signature.place);
      if (value !== undefined) return value;
    }
  }
  return undefined;
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
    const node = type.parameters[position] ?? type.parameters.at(-1);
    return node === undefined ? [] : [{ node, place }];
  });
}

type Callee = Extract<Value, { readonly kind: "definition" }>;

function declaredTypes(r: Resolver, { file, env }: Callee, scope: number, position: number) {
  return r.program
    .bindings(file, scope)
    .filter((binding) => binding.parameter === position && binding.type !== "")
    .map(({ type }) => ({ node: parseType(type), place: { file, scope, env } }));
}

/** Returns the callee and, where overloads exist, the other functions with its name; the constructors of a class. */
function overloadsOf(r: Resolver, callee: Callee, container: number, name: string): Set<number> {
  const all = isCsharp(r, callee.file) ? r.program.membersNamed(callee.file, container, name) : [];
  return new Set([callee.definition, ...all]);
}
