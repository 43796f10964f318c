/** The type that the place of an expression of Swift states for it: see `facts/swift/implied.ts`. */

import type { Call } from "../../facts/facts.ts";
import type { Input } from "../labelled/argument-costs.ts";
import {
  fittingPairs,
  inputsOf,
  type MatchedCall,
  pairedInOrder,
} from "../labelled/labelled-calls.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { environment } from "../types/lineage.ts";
import { membersNamed } from "../types/members.ts";
import { isSameTarget } from "../types/targets.ts";
import { parseType } from "../types/type-text.ts";
import type { Environment, Found, Position, Target, Value } from "../value.ts";
import { fittingFor, isFunction } from "./swift-calls.ts";
import { isCaseOfSwift, isSwift } from "./swift-files.ts";

const ARGUMENT_INDEX = /^\?(\d+):(\d+)$/;

export function isOfArgument(root: string): boolean {
  return ARGUMENT_INDEX.test(root);
}

/** Returns the type of the parameter that an argument of a call is for; undefined if several may be meant. */
export function expectedOf(r: Resolver, { file }: Position, root: string): Value | undefined {
  const cached = expectedIn(r);
  if (cached.file !== file) {
    cached.file = file;
    cached.values.clear();
  }
  if (!cached.values.has(root)) cached.values.set(root, findExpected(r, file, root));
  return cached.values.get(root);
}

/** The types of the file that is linked. */
const expectedIn = perResolver(() => ({ file: -1, values: new Map<string, Value | undefined>() }));

function findExpected(r: Resolver, file: number, root: string): Value | undefined {
  const [, index, position] = ARGUMENT_INDEX.exec(root) ?? [];
  const call = r.program.facts(file)?.calls[Number(index)];
  if (call === undefined) return undefined;
  const place: Position = { file, scope: call.scope };
  const found = r.evaluate(call.callee, place);
  const value = found?.value?.kind === "union" ? found.value.of[0] : found?.value;
  if (found === undefined || value === undefined) return undefined;
  if (value.kind === "signature") return ofSignature(r, value, Number(position));
  if (value.kind !== "definition" || !isSwift(r, value.file)) return undefined;
  const types = candidatesOf(r, place, call, found, value).map(({ target, pairs, env }) => {
    const input = pairs[Number(position)]?.[1];
    return input && typeIn(r, target, input, env);
  });
  const [first, ...others] = types;
  return others.every((type) => isAlike(first, type)) ? first : undefined;
}

type Definition = Extract<Value, { readonly kind: "definition" }>;
interface Candidate extends MatchedCall {
  readonly env: Environment | undefined;
}

function ofSignature(
  r: Resolver,
  { type, place }: Extract<Value, { readonly kind: "signature" }>,
  position: number,
): Value | undefined {
  const node = type.parameters[position];
  return node && r.typeOf(node, place);
}

function typeIn(
  r: Resolver,
  { file, definition }: Target,
  { type }: Input,
  env: Environment | undefined,
): Value | undefined {
  const found = r.typeOf(parseType(type), { file, scope: definition, env });
  return found?.kind === "external" && found.name === "Optional" ? found.args[0] : found;
}

/** Returns the functions, cases and initializers that a call may mean, with the parameter of each argument. */
function candidatesOf(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Definition,
): readonly Candidate[] {
  const own = r.program.definition(target.file, target.definition);
  const taking = (all: readonly Target[]) =>
    fittingPairs(r, place, call, all.slice(0, MAX_COMPARED), inputsOf, pairedInOrder);
  const envOf = (item: Target & { readonly env?: Environment | undefined }) =>
    item.env ?? target.env;
  if (own === undefined) return [];
  if (isFunction(r, target))
    return fittingFor(r, place, call, found, target).map((item) => ({
      ...item,
      env: envOf(item.target),
    }));
  if (isCaseOfSwift(r, target))
    return taking([target]).map((item) => ({ ...item, env: target.env }));
  if (own.kind !== "class" && own.kind !== "enum") return [];
  const makers = membersNamed(r, target, "init").filter((item) => isFunction(r, item));
  const env = environment(r, target, []);
  return makers.length > 0
    ? taking(makers).map((item) => ({ ...item, env }))
    : ofFields(r, call, target);
}

/** Reads the initializer that a structure has from its properties. */
function ofFields(r: Resolver, call: Call, { file, definition }: Target): readonly Candidate[] {
  const pairs = call.args.split(";").map((arg) => {
    const label = /^([\p{ID_Start}_]\p{ID_Continue}*)=/u.exec(arg)?.[1] ?? "";
    const [index = -1] = label === "" ? [] : r.program.membersNamed(file, definition, label);
    const type = r.program.definition(file, index)?.type ?? "";
    const input: Input = { name: label, label, type, isOptional: true, isOpen: false };
    return [{ label, chain: "?" }, input] as const;
  });
  return [{ target: { file, definition }, pairs, env: undefined }];
}

/** Returns whether two types have the same members. */
function isAlike(one: Value | undefined, other: Value | undefined): boolean {
  if (one?.kind === "instance" && other?.kind === "instance") return isSameTarget(one, other);
  if (one?.kind !== "external" || other?.kind !== "external") return false;
  return (
    one.name === other.name &&
    one.args.length === other.args.length &&
    one.args.every((arg, at) => arg === other.args[at] || isAlike(arg, other.args[at]))
  );
}

/** Returns the parameter of a closure that is passed to a call. */
export function inputOfClosure(
  r: Resolver,
  place: Position,
  root: string,
  parameter: number,
): Value | undefined {
  const expected = expectedOf(r, place, root);
  return expected?.kind === "signature" ? ofSignature(r, expected, parameter) : undefined;
}
