/** Results and parameters of functions, as far as their declaration or their type states them. */
import { splitTypes } from "../../facts/comma-list.ts";
import type { Resolver } from "../resolver.ts";
import type { Environment, Position, Target, Value } from "../value.ts";
import { FUNCTION_TYPE, parseType, type TypeNode } from "./type-text.ts";
import { signaturesOf } from "./types.ts";

/** Precedes the number of one of several results of a call: `f<#1>()`. */
export const RESULT = "#";
/** Replaces type arguments to ask what a call asserts about its first argument: `isDog<is>(pet)`. */
export const PREDICATE = "is";
/** Precedes the values that a generator yields. */
const YIELDS = "*";

/** Returns the result of a function. `index` selects one of several results. */
export function resultIn(
  r: Resolver,
  { file, definition }: Target,
  env: Environment | undefined,
  index = 0,
): Value | undefined {
  const own = r.program.definition(file, definition);
  if (own === undefined) return undefined;
  const at: Position = { file, scope: definition, env };
  if (own.type.startsWith(FUNCTION_TYPE)) {
    const declared = signaturesOf(r, functionType(r, own.type, at))[0];
    const value = declared && r.typeOf(declared.type.result, declared.place);
    if (value !== undefined) return value;
  } else if (own.type !== "") {
    const node = index === 0 ? parseType(own.type) : partOf(own.type, index);
    const value = node && r.typeOf(node, at);
    if (value !== undefined) return value;
  }
  return index > 0 ? undefined : returnedTypes(r, own.value, at);
}

function returnedTypes(r: Resolver, chain: string, at: Position): Value | undefined {
  if (chain === "") return undefined;
  // An object literal: its members are definitions inside the function.
  if (chain === "{") return { kind: "literal", place: at };
  if (!chain.startsWith(YIELDS)) return r.evaluate(chain, at)?.value;
  const each = r.evaluate(chain.slice(YIELDS.length), at)?.value;
  return each && { kind: "external", name: "Generator", args: [each] };
}

/** Returns the type at one position of an enum variant or of a structure with unnamed fields: `Circle(Point, f64)`. */
export function partOfVariant(
  r: Resolver,
  value: Value | undefined,
  index: number,
): Value | undefined {
  if (value?.kind !== "definition") return undefined;
  const own = r.program.definition(value.file, value.definition);
  if (own?.kind !== "property" || !own.type.startsWith("(")) return undefined;
  const node = partOf(own.type, index);
  return node && r.typeOf(node, { file: value.file, scope: own.container, env: value.env });
}

function partOf(type: string, index: number): TypeNode | undefined {
  const list = /^\(([\s\S]*)\)$/.exec(type)?.[1];
  const part = list === undefined ? undefined : splitTypes(list)[index];
  return part === undefined ? undefined : parseType(part.trim());
}

/** Returns the type of the function in `const f: Handler = (event) => …`, not its result type. */
function functionType(
  r: Resolver,
  type: string,
  { file, scope, env }: Position,
): Value | undefined {
  const around = r.program.definition(file, scope)?.container ?? -1;
  return r.typeOf(parseType(type.slice(FUNCTION_TYPE.length)), { file, scope: around, env });
}

const COMPONENTS = new Set([
  "FC",
  "FunctionComponent",
  "VFC",
  "SFC",
  "@FC",
  "@FunctionComponent",
  "@SFC",
  "@VFC",
]);

/** Returns what the type of a named function declares for one of its parameters. */
export function declaredArgument(
  r: Resolver,
  place: Position,
  parameter: number,
): Value | undefined {
  const own = r.program.definition(place.file, place.scope);
  if (own === undefined) return undefined;
  const type = own.type.startsWith(FUNCTION_TYPE)
    ? functionType(r, own.type, place)
    : own.kind === "method"
      ? memberType(r, place)
      : undefined;
  if (type?.kind === "external" && COMPONENTS.has(type.name)) {
    return parameter === 0 ? type.args[0] : undefined;
  }
  if (type?.kind === "definition") return ofDefinition(r, type, parameter);
  for (const { type: node, place: at } of signaturesOf(r, type)) {
    const expected = node.parameters[parameter];
    const value = expected && r.typeOf(expected, at);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the type of the method in `const handlers: Handlers = { onSave(event) {} }` from the type of the object. */
function memberType(r: Resolver, { file, scope }: Position): Value | undefined {
  const own = r.program.definition(file, scope);
  const around = r.program.definition(file, own?.container ?? -1);
  const isTyped =
    (around?.kind === "variable" || around?.kind === "property") && around.type !== "";
  if (own === undefined || !isTyped) return undefined;
  const type = r.typeOf(parseType(around.type), { file, scope: around.container });
  const member = type && r.member(type, own.name);
  if (member?.kind !== "definition") return member;
  const kind = r.program.definition(member.file, member.definition)?.kind;
  return kind === "property" || kind === "variable" ? r.held(member, member.env) : member;
}

function ofDefinition(
  r: Resolver,
  { file, definition, env }: Extract<Value, { kind: "definition" }>,
  parameter: number,
): Value | undefined {
  const own = r.program
    .bindings(file, definition)
    .find((binding) => binding.parameter === parameter && binding.type !== "");
  return own && r.typeOf(parseType(own.type), { file, scope: definition, env });
}

/** Returns the type that a predicate asserts: Dog for `isDog(pet): pet is Dog`. */
export function predicated(r: Resolver, value: Value | undefined): Value | undefined {
  if (value?.kind !== "definition") return undefined;
  const type = r.program.definition(value.file, value.definition)?.type ?? "";
  const wanted = /^(?:asserts\s+)?[\p{ID_Continue}$]+\s+is\s+([\s\S]+)$/u.exec(type)?.[1];
  return wanted === undefined
    ? undefined
    : r.typeOf(parseType(wanted), { file: value.file, scope: value.definition });
}
