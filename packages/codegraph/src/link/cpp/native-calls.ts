/**
 * Which function a call in C or C++ means: an overload is chosen by its arguments, and a declaration in a header counts as
 * its definition elsewhere. If several functions remain, none is certain.
 */

import { ARGUMENT_SEPARATOR } from "../../facts/argument-list.ts";
import type { Call } from "../../facts/facts.ts";
import { getOrCreate, push } from "../../maps.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { membersNamed } from "../types/members.ts";
import { isSameTarget } from "../types/targets.ts";
import { parseType } from "../types/type-text.ts";
import type { Position, Target, Value } from "../value.ts";
import {
  definitionsAt,
  hasBody,
  isFunction,
  isMacro,
  isNative,
  pathOf,
  seenFrom,
} from "./native-files.ts";
import { candidatesAt } from "./native-names.ts";

/** Declarations of one function, its definitions first. */
type Entity = readonly Target[];

interface Signature {
  /** Types of the parameters as text, without namespaces. */
  readonly types: readonly string[];
  readonly required: number;
  /** Takes any number of arguments. */
  readonly isOpen: boolean;
}

interface NativeCallCache {
  readonly signatures: Map<string, Signature>;
  readonly entities: Map<string, readonly Entity[]>;
  readonly whole: Map<string, Entity>;
}

const cacheFor = perResolver(
  (): NativeCallCache => ({ signatures: new Map(), entities: new Map(), whole: new Map() }),
);

/** Returns the function that a call means; undefined if several may be meant. */
export function nativeTarget(
  r: Resolver,
  place: Position,
  call: Call,
  receiver: Value | undefined,
  target: Target,
): Target | undefined {
  const own = r.program.definition(target.file, target.definition);
  if (!isFunction(own) || isMacro(own)) return target;
  const entities = namesakes(r, place.file, target, receiver);
  const meant =
    call.kind === "call"
      ? selectOverload(r, place, call, entities)
      : loneFunction(entities, target);
  return meant === undefined ? undefined : bodyOf(r, place.file, meant);
}

/** A function that is named without a call: known if it has no overloads. */
function loneFunction(entities: readonly Entity[], target: Target): Target | undefined {
  return entities.length > 1 ? undefined : (entities[0]?.[0] ?? target);
}

function selectOverload(
  r: Resolver,
  place: Position,
  call: Call,
  entities: readonly Entity[],
): Target | undefined {
  const args = call.args === "" ? [] : call.args.split(ARGUMENT_SEPARATOR);
  const isUnknown = args.some((arg) => arg.includes("..."));
  const fitting = entities.filter((entity) => acceptsCount(r, entity, args.length));
  const left = isUnknown ? entities : fitting;
  if (left.length <= 1) {
    // In C a function has no overloads, and a macro may stand for several arguments.
    const isLone = entities.length === 1 && r.program.facts(place.file)?.language === "c";
    return left[0]?.[0] ?? (isLone ? entities[0]?.[0] : undefined);
  }
  const exact = byTypes(r, place, args, left);
  return exact.length === 1 ? exact[0]?.[0] : undefined;
}

/** Only one of several declarations states the default values. */
function acceptsCount(r: Resolver, entity: Entity, count: number): boolean {
  return entity.some((target) => {
    const { types, required, isOpen } = signatureOf(r, target);
    return count >= required && (isOpen || count <= types.length);
  });
}

/** Returns the overloads whose parameters can have the types of the arguments, as far as these are known. */
function byTypes(
  r: Resolver,
  place: Position,
  args: readonly string[],
  entities: readonly Entity[],
): readonly Entity[] {
  const argTypes = args.map((arg) => argumentType(r, place, arg));
  const costs = entities.map(([first]) => {
    const { types } = signatureOf(r, first ?? { file: -1, definition: -1 });
    const scope = first ?? place;
    let sum = 0;
    argTypes.forEach((type, at) => {
      if (type === undefined) return;
      sum += costOf(r, type, types[at] ?? "", scope as Target);
    });
    return sum;
  });
  if (argTypes.every((type) => type === undefined)) return entities;
  const minCost = Math.min(...costs);
  return minCost >= IMPOSSIBLE ? [] : entities.filter((_entity, at) => costs[at] === minCost);
}

const IMPOSSIBLE = 1000;
const NUMBERS =
  /^(?:int|size_t|ssize_t|double|float|char|bool|u?int\d+_t|uint|unsigned|std\.size_t|long)$/;
const TEXTS =
  /(?:^|\.)(?:char|string|string_view|basic_string|basic_string_view|StringRef|Slice|StringPiece|string_view_t)(?:<.*>)?$/;

type ArgumentType =
  | { readonly kind: "text" | "number" | "bool" | "nothing" }
  | { readonly kind: "object"; readonly target: Target };

function argumentType(r: Resolver, place: Position, arg: string): ArgumentType | undefined {
  if (arg === "<String>") return { kind: "text" };
  if (/^<(?:int|long|float|double|char)>$/.test(arg)) return { kind: "number" };
  if (arg === "<boolean>") return { kind: "bool" };
  if (arg === "null" || arg === "?" || arg === "" || arg.startsWith("->") || arg === "::")
    return undefined;
  const value = r.evaluate(arg, place)?.value;
  const held = value?.kind === "definition" ? r.held(value, value.env) : value;
  if (held?.kind === "instance") return { kind: "object", target: held };
  if (held?.kind !== "external") return undefined;
  if (held.name === "bool") return { kind: "bool" };
  return NUMBERS.test(held.name)
    ? { kind: "number" }
    : TEXTS.test(held.name)
      ? { kind: "text" }
      : undefined;
}

function costOf(r: Resolver, argType: ArgumentType, type: string, declaredAt: Target): number {
  if (type === "" || type === "...") return VAGUE;
  if (argType.kind === "object") return objectCost(r, argType.target, type, declaredAt);
  const isNumber = NUMBERS.test(type);
  if (argType.kind === "text") return textCost(type, isNumber);
  if (argType.kind === "bool" && type !== "bool") return isNumber ? 3 : 30;
  return isNumber ? 0 : 30;
}

function textCost(type: string, isNumber: boolean): number {
  if (type === "char") return 0;
  return TEXTS.test(type) ? 1 : isNumber ? IMPOSSIBLE : 20;
}

/** Cost of a parameter about which nothing is known. */
const VAGUE = 5;

function objectCost(
  r: Resolver,
  argClass: Target,
  type: string,
  { file, definition }: Target,
): number {
  const value = r.typeOf(parseType(type), { file, scope: definition });
  if (value?.kind === "external") return NUMBERS.test(type) ? IMPOSSIBLE : 20;
  if (value?.kind !== "instance") return VAGUE;
  const at = r.lineage(argClass, undefined).order.findIndex((item) => isSameTarget(item, value));
  return at < 0 ? 100 : at;
}

function signatureOf(r: Resolver, { file, definition }: Target): Signature {
  const { signatures } = cacheFor(r);
  const key = `${file} ${definition}`;
  return getOrCreate(signatures, key, () => {
    const own = r.program.bindings(file, definition).filter(({ parameter }) => parameter >= 0);
    const isOpen = own.some(({ type }) => type === "...");
    const types = own.map(({ type }) => type);
    const required = own.findIndex(({ type, value }) => value !== "" || type === "...");
    return { types, required: required < 0 ? own.length : required, isOpen };
  });
}

/** Returns the functions that share the target's name where it was found, one entry for each overload. */
function namesakes(
  r: Resolver,
  file: number,
  target: Target,
  receiver: Value | undefined,
): readonly Entity[] {
  const { entities } = cacheFor(r);
  const path = pathOf(r, target);
  const own = r.program.definition(target.file, target.definition);
  if (path === undefined || own === undefined) return [[target]];
  const around = r.program.definition(target.file, own.container);
  const isMember = around?.kind === "class" || around?.kind === "impl";
  const holder = isMember && receiver?.kind === "instance" ? receiver : undefined;
  const key =
    holder === undefined
      ? `${file} ${path}`
      : `${holder.file}:${holder.definition} ${own.name} ${path}`;
  return getOrCreate(entities, key, () => {
    const all = isMember
      ? ofClass(r, holder ?? { file: target.file, definition: own.container }, target, own.name)
      : candidatesAt(
          r,
          file,
          path.slice(0, Math.max(0, path.length - own.name.length - 1)),
          own.name,
        ).map((item) => item.target);
    const functions = all.filter((item) => {
      const other = r.program.definition(item.file, item.definition);
      return isFunction(other) && !isMacro(other);
    });
    return groupDeclarations(
      r,
      functions.length === 0 ? [target] : functions.slice(0, MAX_COMPARED),
    );
  });
}

/** Returns the members of a name in the nearest class that has it: they hide those of its bases. */
function ofClass(r: Resolver, type: Target, target: Target, name: string): readonly Target[] {
  const all = membersNamed(r, type, name);
  const nearest = all.find((item) => isSameTarget(item, target));
  const container = r.program.definition(target.file, target.definition)?.container;
  if (nearest === undefined) {
    return r.program.targetsNamed(target.file, container ?? -1, name);
  }
  const path = pathOf(r, target);
  return all.filter((item) => pathOf(r, item) === path);
}

/** Joins the declarations and definitions of each overload. */
function groupDeclarations(r: Resolver, all: readonly Target[]): readonly Entity[] {
  const groups = new Map<string, Target[]>();
  // C has no overloads. A header can belong to either language.
  const isC = all.every(
    (item) =>
      r.program.facts(item.file)?.language === "c" && pathOf(r, item)?.includes(".") === false,
  );
  for (const target of all) {
    const key = isC ? "" : signatureKey(signatureOf(r, target).types);
    push(groups, key, target);
  }
  return [...groups.values()];
}

function signatureKey(types: readonly string[]): string {
  return types.map((type) => type.replace(/[\w]+\.(?=\w)/g, "")).join(";");
}

/**
 * Returns the definition of the function that `target` declares or defines; its declaration if several files define it and
 * the caller's is none of them; `target` itself if there is no other place.
 */
function bodyOf(r: Resolver, file: number, target: Target): Target {
  const isDefined = bodyAt(r, target);
  if (isDefined && target.file === file) return target;
  const declared = isDefined
    ? declarationsOfFunction(r, target).find((item) => !bodyAt(r, item))
    : target;
  if (declared === undefined) return target;
  const bodies = bodiesOf(r, declared);
  const own = bodies.find((item) => item.file === file);
  if (own !== undefined) return own;
  if (bodies.length > 1) return declared;
  return isDefined ? target : (bodies[0] ?? target);
}

const bodyAt = (r: Resolver, { file, definition }: Target) =>
  hasBody(r.program.definition(file, definition));

function bodiesOf(r: Resolver, declared: Target): Entity {
  return declarationsOfFunction(r, declared).filter((item) => bodyAt(r, item));
}

/** Of a function with more definitions, an edge to each says little, and none is added. */
const MAX_BODIES = 20;

/** Returns whether too many files define the function that is declared here. */
export function hasManyBodies(r: Resolver, target: Target): boolean {
  if (!isNative(r, target.file) || bodyAt(r, target)) return false;
  return bodiesOf(r, target).length > MAX_BODIES;
}

/** Returns all places where the function is declared and defined. */
function declarationsOfFunction(r: Resolver, target: Target): Entity {
  const { whole } = cacheFor(r);
  const key = `${target.file} ${target.definition}`;
  return getOrCreate(whole, key, () => readDeclarations(r, target));
}

function readDeclarations(r: Resolver, target: Target): Entity {
  const path = pathOf(r, target);
  const own = r.program.definition(target.file, target.definition);
  if (path === undefined || own === undefined || isMacro(own) || !isFunction(own)) return [target];
  const around = path.slice(0, Math.max(0, path.length - own.name.length - 1));
  const all = r
    .declared(own.name)
    .filter((file) => isNative(r, file))
    .flatMap((file) => functionsAt(r, file, around, own.name))
    .filter((item) => item.file === target.file || (own.isExported && isShared(r, item)))
    .slice(0, MAX_COMPARED);
  const group = groupDeclarations(r, all).find((items) =>
    items.some((item) => isSameTarget(item, target)),
  ) ?? [target];
  return withSharedHeader(r, target, group.length > 1 ? group : pairByCount(r, target, all));
}

function functionsAt(r: Resolver, file: number, around: string, name: string): Target[] {
  return definitionsAt(r, file, around, name).flatMap((definition) => {
    const own = r.program.definition(file, definition);
    return isFunction(own) && !isMacro(own) ? [{ file, definition }] : [];
  });
}

function isShared(r: Resolver, { file, definition }: Target): boolean {
  return r.program.definition(file, definition)?.isExported === true;
}

/** A declaration and a definition whose types are written differently, if they are the only ones with that many parameters. */
function pairByCount(r: Resolver, target: Target, all: readonly Target[]): Entity {
  const count = signatureOf(r, target).types.length;
  const same = all.filter((item) => signatureOf(r, item).types.length === count);
  const bodies = same.filter((item) => hasBody(r.program.definition(item.file, item.definition)));
  return same.length - bodies.length <= 1 && bodies.length <= 1 ? same : [target];
}

/** Leaves out functions of the same name in other programs: the two files must share a header that declares the name. */
function withSharedHeader(r: Resolver, target: Target, group: Entity): Entity {
  const isDefinition = (item: Target) => bodyAt(r, item);
  const distinct = group.filter((item) => {
    if (item.file === target.file) return true;
    if (isDefinition(item) && isDefinition(target)) return false;
    const [body, declared] = isDefinition(item) ? [item, target] : [target, item];
    return seenFrom(r, body.file).files.has(declared.file);
  });
  if (distinct.some((item) => isSameTarget(item, target)) && distinct.length > 1) return distinct;
  // The definition does not include the header that declares it, unless a missing header does.
  const [body, ...others] = group.filter(isDefinition);
  const isLone = body !== undefined && others.length === 0;
  return isLone && seenFrom(r, body.file).hasGap ? group : [target];
}

/** Returns whether all overloads of a function have the same result, as far as their declarations state it. */
export function resultsAgree(r: Resolver, target: Target): boolean {
  const own = r.program.definition(target.file, target.definition);
  const [first, ...others] = namesakes(r, target.file, target, undefined).flat();
  if (first === undefined || others.length === 0) return true;
  const typeOf = ({ file, definition }: Target) =>
    signatureKey([r.program.definition(file, definition)?.type ?? ""]);
  return own?.kind === "method" || isFunction(own)
    ? others.every((item) => typeOf(item) === typeOf(first))
    : true;
}

const NONE: readonly Target[] = [];

/** Returns where else the function is declared or defined: each place counts as used; none for other languages. */
export function declarationsOf(r: Resolver, target: Target): readonly Target[] {
  if (!isNative(r, target.file)) return NONE;
  const all = declarationsOfFunction(r, target);
  return hasManyBodies(r, target) ? all.filter((item) => !bodyAt(r, item)) : all;
}
