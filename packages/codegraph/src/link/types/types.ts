/** Resolves a type as written to the value that has its members. */

import { RESULT_OF } from "../../facts/facts.ts";
import { SCOPE_MARK } from "../../facts/text-scanner.ts";
import { isNative } from "../cpp/native-files.ts";
import { isRust, pathRoot } from "../modules/rust-paths.ts";
import { external, ofArity } from "../namespaces.ts";
import type { Resolver } from "../resolver.ts";
import type { Environment, Found, Position, SignatureType, Target, Value } from "../value.ts";
import { elementOf, TRANSPARENT } from "./known-types.ts";
import { environment } from "./lineage.ts";
import { instanceValue, isSameTarget } from "./targets.ts";
import { parseType, type TypeNode } from "./type-text.ts";

type NamedType = Extract<TypeNode, { readonly kind: "name" }>;

export function typeOf(r: Resolver, node: TypeNode, place: Position): Value | undefined {
  switch (node.kind) {
    case "unknown":
      return undefined;
    case "literal":
      return { kind: "literal", place };
    case "indexed":
      return indexed(r, node, place);
    case "function":
      return { kind: "signature", type: node, place };
    case "typeof":
      return r.evaluate(node.chain, place)?.value;
    case "union":
      return unionOf(node.of.map((typeNode) => r.typeOf(typeNode, place)));
    case "name":
      return namedType(r, node, place);
  }
}

/** Resolves `App["scene"]` to the member's value; a method stands for itself. */
function indexed(
  r: Resolver,
  { of, name }: Extract<TypeNode, { readonly kind: "indexed" }>,
  place: Position,
): Value | undefined {
  const value = r.typeOf(of, place);
  if (value === undefined) return undefined;
  if (name === "") {
    const list = value.kind === "definition" ? r.held(value, value.env) : value;
    return list?.kind === "external" ? elementOf(list) : undefined;
  }
  const member = r.member(value, name);
  if (member?.kind !== "definition") return member;
  const kind = r.program.definition(member.file, member.definition)?.kind;
  return kind === "property" || kind === "variable" ? r.held(member, member.env) : member;
}

function unionOf(values: readonly (Value | undefined)[]): Value | undefined {
  const defined = values.filter((value) => value !== undefined);
  const [first] = defined;
  return defined.length > 1 ? { kind: "union", of: defined } : first;
}

function namedType(r: Resolver, node: NamedType, place: Position): Value | undefined {
  if (node.name === "this" || node.name === "Self") return r.enclosing(place);
  const variable = typeVariable(r, node, place);
  if (variable !== undefined) return variable;
  const [first = "", ...rest] = node.name.split(".");
  const found = firstOfType(r, place, first, rest.length > 0);
  let value = found?.value;
  for (const name of rest) value = value === undefined ? undefined : r.member(value, name);
  if (found !== undefined && value?.kind !== "external" && value?.kind !== "namespace") {
    return value === undefined ? undefined : instanceOf(r, value, node, place);
  }
  const args = node.args.map((arg) => r.typeOf(arg, place));
  const name = rest.at(-1) ?? first;
  if (name === "InstanceType") return madeOf(args[0]);
  if (name === "ReturnType") {
    return args[0] && r.called(args[0], undefined, "", place);
  }
  if (TRANSPARENT.has(name)) return args[0];
  return external(r, place.file, name, args);
}

/** Returns the value of a type variable of Python, which no function declares as its own. */
function typeVariable(
  r: Resolver,
  { name }: NamedType,
  { file, env }: Position,
): Value | undefined {
  const found = env?.get(name);
  return found !== undefined && r.program.facts(file)?.language === "python" ? found : undefined;
}

/** Resolves the first part of a type's name. */
export function firstOfType(
  r: Resolver,
  place: Position,
  first: string,
  isPath: boolean,
): Found | undefined {
  if (isPath && isNative(r, place.file)) return r.lookup(place, first + SCOPE_MARK, "value");
  // A local variable may have the name of a package of Go, which no type can start with.
  const at = isPath && isGo(r, place.file) ? { ...place, scope: -1 } : place;
  const found = r.lookup(at, first, isPath ? "value" : "type") ?? r.lookup(at, first, "type");
  return isPath && isRust(r, place.file) ? pathRoot(r, place.file, first, found) : found;
}

function isGo(r: Resolver, file: number): boolean {
  return r.program.facts(file)?.language === "go";
}

/** Deeper type arguments are computed from others and rarely have members. */
const MAX_ARGUMENT_DEPTH = 2;
let argumentDepth = 0;

/** Returns the type arguments of a type of the project. */
function argumentsIn(r: Resolver, node: NamedType, place: Position): (Value | undefined)[] {
  if (node.args.length === 0 || argumentDepth >= MAX_ARGUMENT_DEPTH) return [];
  argumentDepth++;
  try {
    return node.args.map((arg) => r.typeOf(arg, place));
  } finally {
    argumentDepth--;
  }
}

function madeOf(value: Value | undefined): Value | undefined {
  if (value?.kind !== "definition") return value;
  return instanceValue(value);
}

function instanceOf(
  r: Resolver,
  value: Value,
  node: NamedType,
  place: Position,
): Value | undefined {
  // A type parameter already stands for a type.
  if (value.kind !== "definition") return value.kind === "module" ? undefined : value;
  const { file, definition } = ofArity(r, value, node.args.length);
  const own = r.program.definition(file, definition);
  if (own === undefined) return undefined;
  const args = argumentsIn(r, node, place);
  if (own.kind === "type_alias") {
    return (
      aliased(r, { file, definition }, own.type, args) ?? {
        kind: "instance",
        file,
        definition,
        args,
      }
    );
  }
  if (own.kind === "class" || own.kind === "interface" || own.kind === "enum") {
    return { kind: "instance", file, definition, args };
  }
  // Python: a variable whose value is a class.
  const held = own.kind === "variable" ? r.held(value, value.env) : undefined;
  const isItself =
    held?.kind === "definition" && held.file === file && held.definition === definition;
  return held?.kind === "definition" && !isItself ? instanceOf(r, held, node, place) : undefined;
}

/** More aliases than are usually written in a row, apart from programs in types. */
const MAX_ALIASES = 3;
const expanding = new Set<string>();

/** Returns what an alias stands for. An alias of a condition may name itself in both results. */
function aliased(
  r: Resolver,
  { file, definition }: Target,
  written: string,
  args: readonly (Value | undefined)[],
): Value | undefined {
  const type = parseType(written);
  const key = `${file} ${definition}`;
  const isTooMuch = expanding.has(key) || expanding.size >= MAX_ALIASES;
  // A condition in type arguments is mostly computed and has no members that are used.
  const isComputed = argumentDepth > 0 && / extends /.test(written);
  if (type.kind === "literal" || isTooMuch || isComputed) return undefined;
  expanding.add(key);
  try {
    const env = environment(r, { file, definition }, args);
    return r.typeOf(type, { file, scope: definition, env });
  } finally {
    expanding.delete(key);
  }
}

/** Returns the result of calling a type; undefined if its call signatures have different results, as far as they are known. */
export function resultOfType(r: Resolver, value: Value): Value | undefined {
  let result: Value | undefined;
  const names = new Set<string>();
  for (const { type, place } of signaturesOf(r, value)) {
    const { result: node } = type;
    // Type arguments do not matter here, so a name is resolved once.
    const name = node.kind === "name" ? node.name : "";
    if (names.has(name)) continue;
    const found = r.typeOf(node, place);
    if (found === undefined) continue;
    if (!isSame(result ?? found, found)) return undefined;
    result ??= found;
    if (name !== "") names.add(name);
  }
  return result;
}

/** Returns whether two values have the same members. */
export function isSame(one: Value, other: Value): boolean {
  if (one.kind === "instance" && other.kind === "instance") return isSameTarget(one, other);
  return one.kind === "external" && other.kind === "external" && one.name === other.name;
}

/** Returns all known call signatures of a type. */
export function signaturesOf(
  r: Resolver,
  value: Value | undefined,
  depth = 0,
): { readonly type: SignatureType; readonly place: Position }[] {
  if (value === undefined || depth > 4) return [];
  if (value.kind === "signature") return [value];
  if (value.kind === "union") return value.of.flatMap((item) => signaturesOf(r, item, depth + 1));
  if (value.kind !== "instance") return [];
  const tables = r.program.tables(value.file);
  const env: Environment | undefined = environment(r, value, value.args);
  const found: { type: SignatureType; place: Position }[] = [];
  tables?.facts.definitions.forEach((definition, index) => {
    if (definition.kind !== "lambda" || definition.container !== value.definition) return;
    const parameters: TypeNode[] = [];
    for (const { parameter, type } of tables.bindings.of(index))
      if (parameter >= 0) parameters[parameter] = parseType(type);
    const filled = Array.from(parameters, (type): TypeNode => type ?? { kind: "unknown" });
    const result = parseType(definition.value.replace(RESULT_OF, ""));
    found.push({
      type: { kind: "function", parameters: filled, result },
      place: { file: value.file, scope: value.definition, env },
    });
  });
  return found;
}
