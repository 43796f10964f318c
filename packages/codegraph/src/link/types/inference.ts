/** Infers the type parameters of a callee from the first argument of a call. */

import type { Resolver } from "../resolver.ts";
import type { Environment, Position, Target, Value } from "../value.ts";
import { instanceValue, isSameTarget } from "./targets.ts";
import { parseType, type TypeNode } from "./type-text.ts";

/** Marks a type argument that was inferred instead of written (see expression.ts). */
export const SUPPLIED = "=";

/**
 * Infers type parameters. `argument` is the argument's type as text. Returns undefined if nothing follows from it. Known type
 * parameters stay.
 */
export function inferredTypes(
  r: Resolver,
  callee: Extract<Value, { kind: "definition" }>,
  argument: string,
  place: Position,
): Environment | undefined {
  const own = r.program.definition(callee.file, callee.definition);
  const first = firstParameter(r, callee);
  if (own === undefined || own.typeParameters.length === 0 || first === undefined) {
    return callee.env;
  }
  const value = r.typeOf(parseType(argument), place);
  if (value === undefined) return callee.env;
  const inferred = new Map(callee.env);
  const at: Position = { file: callee.file, scope: callee.definition, env: callee.env };
  unify(r, parseType(first), valueOfVariable(r, value), new Set(own.typeParameters), at, inferred);
  return inferred;
}

/**
 * Infers a type variable of Python from a class that is passed as `type[T]`, at any position. Returns undefined if the
 * function takes no class in this way.
 */
export function inferredFromClass(
  r: Resolver,
  { file, definition }: Target,
  argument: string,
  place: Position,
): Environment | undefined {
  const value = r.typeOf(parseType(argument), place);
  if (value?.kind !== "definition" || kindOf(r, value) !== "class") return undefined;
  for (const { parameter, type } of r.program.bindings(file, definition)) {
    const name = parameter < 0 ? undefined : variableIn(parseType(type));
    if (name === undefined || !isTypeVariable(r, { file, scope: definition }, name)) continue;
    const made: Value = instanceValue(value);
    return new Map([[name, made]]);
  }
  return undefined;
}

/** Returns the name `T` in `type[T]`, also among alternatives. */
function variableIn(node: TypeNode): string | undefined {
  if (node.kind === "union") {
    for (const one of node.of) {
      const found = variableIn(one);
      if (found !== undefined) return found;
    }
  }
  const [arg] = node.kind === "name" && /^(?:typing\.)?[tT]ype$/.test(node.name) ? node.args : [];
  return arg?.kind === "name" ? arg.name : undefined;
}

function isTypeVariable(r: Resolver, place: Position, name: string): boolean {
  const value = r.lookup(place, name, "value")?.value;
  if (value?.kind !== "definition") return false;
  const made = r.program.definition(value.file, value.definition)?.value ?? "";
  return /(?:^|\.)TypeVar(?:<[^()]*>)?\(\)$/.test(made);
}

const kindOf = (r: Resolver, { file, definition }: Target) =>
  r.program.definition(file, definition)?.kind;

/** Infers the type arguments of a constructed class from its constructor's first argument. */
export function inferredArguments(
  r: Resolver,
  { file, definition }: { readonly file: number; readonly definition: number },
  argument: string,
  place: Position,
): (Value | undefined)[] {
  const own = r.program.definition(file, definition);
  const [maker] = r.program.membersNamed(file, definition, "constructor");
  if (own === undefined || own.typeParameters.length === 0 || maker === undefined) return [];
  const first = firstParameter(r, { file, definition: maker });
  const value = first === undefined ? undefined : r.typeOf(parseType(argument), place);
  if (first === undefined || value === undefined) return [];
  const values = new Map<string, Value>();
  const at: Position = { file, scope: definition };
  unify(r, parseType(first), valueOfVariable(r, value), new Set(own.typeParameters), at, values);
  return own.typeParameters.map((name) => values.get(name));
}

function firstParameter(r: Resolver, { file, definition }: { file: number; definition: number }) {
  return r.program.bindings(file, definition).find(({ parameter }) => parameter === 0)?.type;
}

/** Returns the value of a variable passed as an argument; a class stands for itself. */
function valueOfVariable(r: Resolver, value: Value): Value {
  if (value.kind !== "definition") return value;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  const isHolder = kind === "variable" || kind === "property";
  return isHolder ? (r.held(value, value.env) ?? value) : value;
}

/** Adds what follows for type parameters from a value of a type. */
export function unify(
  r: Resolver,
  node: TypeNode,
  value: Value,
  parameters: ReadonlySet<string>,
  at: Position,
  inferred: Map<string, Value>,
): void {
  if (node.kind === "union") {
    for (const typeNode of node.of) unify(r, typeNode, value, parameters, at, inferred);
    return;
  }
  if (node.kind !== "name") return;
  if (parameters.has(node.name) && node.args.length === 0) inferred.set(node.name, value);
  if (node.args.length === 0 || (value.kind !== "instance" && value.kind !== "external")) return;
  const expected = r.typeOf({ ...node, args: [] }, at);
  if (!isSameType(expected, value)) return;
  for (const [index, one] of node.args.entries()) {
    const argument = value.args[index];
    if (argument !== undefined) unify(r, one, argument, parameters, at, inferred);
  }
}

function isSameType(expected: Value | undefined, value: Value): boolean {
  if (expected?.kind === "external" && value.kind === "external") {
    return expected.name === value.name;
  }
  const isInstance = expected?.kind === "instance" && value.kind === "instance";
  return isInstance && isSameTarget(expected, value);
}
