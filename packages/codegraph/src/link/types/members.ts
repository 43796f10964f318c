/** Resolves members of values (`.name`), the bases of classes, and the values of variables. */

import { CONSTRUCTORS, type Definition } from "../../facts/facts.ts";
import { isNative, positionIn } from "../cpp/native-files.ts";
import { memberOfNativeNamespace } from "../cpp/native-names.ts";
import { companionOf, isKotlin, propertyOfKotlin } from "../kotlin/kotlin-files.ts";
import { memberOfNamespace } from "../namespaces.ts";
import { pick } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { rubyBases } from "../ruby/ruby-inheritance.ts";
import { rubyMember } from "../ruby/ruby-members.ts";
import { isRuby } from "../ruby/ruby-paths.ts";
import { isCaseOfSwift, isSwift } from "../swift/swift-files.ts";
import type { Environment, Owned, Position, Target, Value } from "../value.ts";
import { externalMember } from "./known-types.ts";
import { declarationsOf, environment } from "./lineage.ts";
import { instanceValue } from "./targets.ts";
import { parseType } from "./type-text.ts";

export function member(r: Resolver, value: Value, name: string): Value | undefined {
  if ((value.kind === "instance" || value.kind === "definition") && isRuby(r, value.file))
    return rubyMember(r, value, name);
  switch (value.kind) {
    case "module":
      return moduleMember(r, value.files, name);
    case "external":
      return externalMember(value, name);
    case "union":
      return firstMember(r, value.of, name);
    case "instance":
      return memberOfInstance(r, value, name) ?? positionIn(r, value, name);
    case "namespace":
      return isNative(r, value.file)
        ? memberOfNativeNamespace(r, value, name)
        : memberOfNamespace(r, value, name);
    case "signature":
      return undefined;
    case "literal":
      return memberOfLiteral(r, value.place, name);
    case "definition":
      return memberOfThing(r, value, name);
  }
}

/** Returns a member of one of the values. A type from outside has any member, so it comes last. */
function firstMember(r: Resolver, values: readonly Value[], name: string): Value | undefined {
  let outside: Value | undefined;
  for (const value of values) {
    const found = r.member(value, name);
    if (found !== undefined && found.kind !== "external") return found;
    outside ??= found;
  }
  return outside;
}

/** Returns a definition of that name in an object literal; for a shorthand such as `{ start }`, what the name means there. */
function memberOfLiteral(
  r: Resolver,
  { file, scope, env }: Position,
  name: string,
): Value | undefined {
  const named = r.program.membersNamed(file, scope, name);
  const index = named.find((item) => isMember(r.program.definition(file, item)?.kind)) ?? named[0];
  if (index !== undefined) return { kind: "definition", file, definition: index, env };
  const [binding] = r.program.bindingsNamed(file, scope, name);
  if (binding !== undefined) return r.bindingValue({ file, scope, env }, binding);
  const inside = memberOfParameters(r, file, scope, name);
  return inside === undefined ? undefined : { kind: "definition", file, definition: inside, env };
}

/** Finds a member that a function type declares inline for a parameter, which is nested in the function type. */
function memberOfParameters(r: Resolver, file: number, scope: number, name: string) {
  const definitions = r.program.tables(file)?.facts.definitions ?? [];
  const last = definitions[scope]?.endLine ?? 0;
  for (let at = scope + 1; at < definitions.length; at++) {
    const own = definitions[at];
    if (own === undefined || own.startLine > last) return undefined;
    if (own.name !== name || !isMember(own.kind)) continue;
    let around = own.container;
    while (definitions[around]?.kind === "lambda") around = definitions[around]?.container ?? -1;
    if (around === scope) return at;
  }
  return undefined;
}

const isMember = (kind: string | undefined) => kind === "property" || kind === "method";

function moduleMember(r: Resolver, files: readonly number[], name: string): Value | undefined {
  let methods: Value | undefined;
  for (const file of files) {
    const value = r.exported(file, name, "value");
    if (value === undefined) continue;
    if (!isImpl(r, value)) return value;
    methods ??= value;
  }
  if (methods !== undefined) return methods;
  const below = r.modules.child(files, name);
  return below.length > 0 ? { kind: "module", files: below } : undefined;
}

/** Returns whether a value is only methods of a type, which another file of the package declares. */
function isImpl(r: Resolver, value: Value): boolean {
  return (
    value.kind === "definition" &&
    r.program.definition(value.file, value.definition)?.kind === "impl"
  );
}

function memberOfThing(
  r: Resolver,
  value: Extract<Value, { kind: "definition" }>,
  name: string,
): Value | undefined {
  const own = r.program.definition(value.file, value.definition);
  if (own === undefined) return undefined;
  if (own.kind === "variable" || own.kind === "property") {
    // The declared type is more informative than the current value.
    const declared = own.type === "" ? undefined : declaredMember(r, value, own, name);
    if (declared !== undefined) return declared;
    const named = r.program.membersNamed(value.file, value.definition, name);
    const index = pick(r, value.file, named, "value");
    if (index !== undefined) return { ...value, definition: index };
    const held = r.held(value, value.env);
    return held === undefined ? undefined : memberOfHeld(r, value, held, name);
  }
  if (own.kind === "function" || own.kind === "method") return undefined;
  const meant = own.kind === "type_alias" ? memberOfAlias(r, value, own, name) : undefined;
  return meant ?? memberOfType(r, value, name, value.env);
}

/** Finds a member of what an alias of C++ or Swift stands for: `Table::Iterator`. */
function memberOfAlias(
  r: Resolver,
  { file }: Target,
  { type, container }: Definition,
  name: string,
): Value | undefined {
  if (!isNative(r, file) && !isSwift(r, file)) return undefined;
  const meant = r.typeOf(parseType(type), { file, scope: container });
  return meant?.kind === "instance" ? r.member(meant, name) : undefined;
}

/** Follows member names from a value. */
export function memberAt(
  r: Resolver,
  value: Value | undefined,
  names: readonly string[],
): Value | undefined {
  let at = value;
  for (const name of names) at = at === undefined ? undefined : r.member(at, name);
  return at;
}

function declaredMember(
  r: Resolver,
  { file, definition, env }: Extract<Value, { kind: "definition" }>,
  own: Definition,
  name: string,
): Value | undefined {
  const type = declaredAs(r, own.type, { file, scope: own.container, env });
  const isKnown = type?.kind === "instance" || type?.kind === "literal" || type?.kind === "union";
  if (type === undefined || !isKnown) return undefined;
  return memberOfHeld(r, { file, definition }, type, name);
}

/**
 * Returns a member of a variable's value. Two variables may be assigned to each other, so a query that repeats while it is
 * being answered has no answer.
 */
function memberOfHeld(r: Resolver, holder: Target, held: Value, name: string): Value | undefined {
  if (held.kind !== "definition" && held.kind !== "union") return r.member(held, name);
  const key = `${holder.file} ${holder.definition} ${name}`;
  if (inProgress.has(key)) return undefined;
  inProgress.add(key);
  try {
    return r.member(held, name);
  } finally {
    inProgress.delete(key);
  }
}

const inProgress = new Set<string>();

/**
 * Finds a member of an object. In TypeScript a class may have a static member of the same name, and a namespace beside it
 * declares names that no object has.
 */
function memberOfInstance(
  r: Resolver,
  value: Extract<Value, { kind: "instance" }>,
  name: string,
): Value | undefined {
  const env = environment(r, value, value.args);
  const found = memberOfType(r, value, name, env);
  if (found?.kind !== "definition" || !isOfClass(r, found)) return found;
  for (const { file, definition, env: ownEnv } of r.lineage(value, env).places) {
    for (const index of r.program.membersNamed(file, definition, name)) {
      const other: Value = { kind: "definition", file, definition: index, env: ownEnv };
      if (!isOfClass(r, other)) return other;
    }
  }
  return r.program.definition(found.file, found.definition)?.kind === "module" ? undefined : found;
}

/** Returns whether a member of TypeScript belongs to the class itself: it is static, or of a namespace. */
function isOfClass(r: Resolver, { file, definition }: Target): boolean {
  if (!TYPESCRIPT.has(r.program.facts(file)?.language ?? "")) return false;
  const own = r.program.definition(file, definition);
  return own?.isStatic === true || own?.kind === "module";
}

const TYPESCRIPT = new Set(["typescript", "tsx"]);

/** Finds a member: own members first, then those of other declarations of the type, then those of its bases. */
function memberOfType(
  r: Resolver,
  target: Target,
  name: string,
  env: Environment | undefined,
): Value | undefined {
  const found = inheritedMember(r, target, name, env);
  if (found !== undefined || !isKotlin(r, target.file)) return found;
  return memberOfCompanion(r, target, name, env);
}

function inheritedMember(
  r: Resolver,
  target: Target,
  name: string,
  env: Environment | undefined,
): Value | undefined {
  for (const { file, definition, env: ownEnv } of r.lineage(target, env).places) {
    const named = r.program.membersNamed(file, definition, name);
    const index =
      boundMethod(r, file, named) ??
      propertyOfKotlin(r, file, named) ??
      pick(r, file, named, "value");
    if (index !== undefined) return { kind: "definition", file, definition: index, env: ownEnv };
  }
  return undefined;
}

/** Finds a member of the companion object of a Kotlin class or of one of its ancestors. */
function memberOfCompanion(
  r: Resolver,
  target: Target,
  name: string,
  env: Environment | undefined,
): Value | undefined {
  for (const place of r.lineage(target, env).places) {
    const companion = companionOf(r, place);
    // A companion may extend its own class, so its companion is not asked.
    const found = companion && inheritedMember(r, companion, name, undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the method behind a field: `this.run = this.run.bind(this)` in a constructor assigns the method. */
function boundMethod(r: Resolver, file: number, named: readonly number[]): number | undefined {
  const [first] = named;
  if (first === undefined || named.length < 2) return undefined;
  const own = r.program.definition(file, first);
  if (own?.kind !== "property" || own.value !== `this.${own.name}.bind()`) return undefined;
  return named.find((item) => r.program.definition(file, item)?.kind === "method");
}

/** Returns all members with a name: the type's own first, then those of its bases. */
export function membersNamed(
  r: Resolver,
  type: Target & { readonly args?: readonly (Value | undefined)[] },
  name: string,
): Owned[] {
  const found: Owned[] = [];
  const { places } = r.lineage(type, environment(r, type, type.args ?? []));
  for (const { file, definition, env } of places) {
    for (const index of r.program.membersNamed(file, definition, name)) {
      found.push({ file, definition: index, env });
    }
  }
  return found;
}

/** Languages in which a field and a method may share a name, and the call decides which is meant. */
const WITH_TWO_MEANINGS = new Set(["rust", "java", "php", "csharp", "kotlin", "swift"]);

/** Returns the method with the same name if a field is called; any other value unchanged. */
export function calledMember(r: Resolver, value: Value): Value {
  if (value.kind !== "definition") return value;
  const own = r.program.definition(value.file, value.definition);
  const language = r.program.tables(value.file)?.facts.language ?? "";
  if (own?.kind !== "property" || !WITH_TWO_MEANINGS.has(language)) return value;
  const type = { file: value.file, definition: own.container };
  const method = membersNamed(r, type, own.name).find(
    ({ file, definition }) => r.program.definition(file, definition)?.kind === "method",
  );
  return method === undefined ? value : { kind: "definition", ...method };
}

/** Returns the type and all its ancestors, nearest first. */
export function ancestorsOf(r: Resolver, type: Target): readonly Target[] {
  return r.lineage(type, undefined).order;
}

/** Returns instances of the types that a type extends and implements. */
export function bases(r: Resolver, target: Target, env: Environment | undefined): Value[] {
  if (isRuby(r, target.file)) return rubyBases(r, target).map(instanceValue);
  const found: Value[] = [];
  for (const place of declarationsOf(r, target)) {
    const own = r.program.definition(place.file, place.definition);
    if (own === undefined) continue;
    for (const base of own.bases) {
      const at: Position = { file: place.file, scope: own.container, env };
      const value = r.typeOf(parseType(base), at) ?? asInstance(r.evaluate(base, at)?.value);
      if (value !== undefined) found.push(value);
    }
    const below = underlying(r, place, env);
    if (below?.kind === "instance") found.push(below);
  }
  return found;
}

const outsideBases = perResolver(() => new Map<string, boolean>());

/** Returns whether a type or one of its ancestors has a base from outside of the project. */
export function hasOutsideBase(r: Resolver, type: Target): boolean {
  const cache = outsideBases(r);
  const key = `${type.file} ${type.definition}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const { order, isLasting } = r.lineage(type, undefined);
  const found = order.some((one) => {
    const written = declarationsOf(r, one).flatMap(
      ({ file, definition }) => r.program.definition(file, definition)?.bases ?? [],
    );
    const inside = r.bases(one, undefined).filter(({ kind }) => kind === "instance");
    return written.length > inside.length;
  });
  if (isLasting) cache.set(key, found);
  return found;
}

/** Resolves Go's `type Name Other`: a separate type with the fields and elements of the other one. */
export function underlying(
  r: Resolver,
  { file, definition }: Target,
  env: Environment | undefined,
): Value | undefined {
  const own = r.program.definition(file, definition);
  if (own?.kind !== "class" || own.type === "") return undefined;
  return r.typeOf(parseType(own.type), { file, scope: own.container, env });
}

function asInstance(value: Value | undefined): Value | undefined {
  if (value?.kind !== "definition") return undefined;
  return instanceValue(value);
}

/** Returns the declared type's value. An inline type is skipped because its members belong to the declared variable. */
function declaredAs(r: Resolver, type: string, place: Position): Value | undefined {
  const node = type === "" ? undefined : parseType(type);
  return node === undefined || node.kind === "literal" ? undefined : r.typeOf(node, place);
}

export function held(r: Resolver, target: Target, env: Environment | undefined): Value | undefined {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined) return undefined;
  const place: Position = { file: target.file, scope: own.container, env };
  const around = r.program.definition(target.file, own.container);
  if (around?.kind === "enum" && own.kind === "property" && isCase(r, target, own)) {
    return { kind: "instance", file: target.file, definition: own.container, args: [] };
  }
  const declared = declaredAs(r, own.type, place);
  if (declared !== undefined) return declared;
  if (own.value === "" || own.value === "{") return undefined;
  // A property's value may be a parameter of the constructor.
  for (const name of around?.kind === "class" ? CONSTRUCTORS : []) {
    const [maker] = r.program.membersNamed(target.file, own.container, name);
    if (maker === undefined) continue;
    const value = r.evaluate(own.value, { ...place, scope: maker })?.value;
    if (value !== undefined) return value;
  }
  return r.evaluate(own.value, place)?.value;
}

/** Returns whether a property of an enum is one of its values; in Kotlin those have no type. */
function isCase(r: Resolver, target: Target, { type, value }: Definition): boolean {
  if (isKotlin(r, target.file)) return type === "" && value === "";
  return !isSwift(r, target.file) || isCaseOfSwift(r, target);
}
