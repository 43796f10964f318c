/** Compares the arguments of a call with the parameters of functions, in languages with names for arguments. */
import { ARGUMENT_SEPARATOR } from "../../facts/argument-list.ts";
import type { Call } from "../../facts/facts.ts";
import { LAMBDA, SPREAD, TRAILING } from "../../facts/text/labelled-arguments.ts";
import { isSameType } from "../kotlin/kotlin-files.ts";
import type { Resolver } from "../resolver.ts";
import { isKotlinBelow, KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import { hasOutsideBase } from "../types/members.ts";
import { parseType } from "../types/type-text.ts";
import type { Place, Target, Value } from "../value.ts";

/** A parameter. */
export interface Input {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** Takes any number of arguments. */
  readonly isOpen: boolean;
}

interface Argument {
  /** "" without a name. */
  readonly label: string;
  /** An expression, or a mark of `labelled-arguments.ts`. */
  readonly chain: string;
}

const inputsByResolver = new WeakMap<Resolver, Map<string, readonly Input[]>>();

/** Returns the parameters of a function in order. */
export function inputsOf(r: Resolver, { file, definition }: Target): readonly Input[] {
  let cache = inputsByResolver.get(r);
  if (cache === undefined) {
    cache = new Map();
    inputsByResolver.set(r, cache);
  }
  const key = `${file} ${definition}`;
  let found = cache.get(key);
  if (found === undefined) {
    found = r.program
      .bindings(file, definition)
      .filter(({ parameter }) => parameter >= 0)
      .sort((a, b) => a.parameter - b.parameter)
      .map(({ name, type, value }) => ({
        name,
        type: type.replace(/\.\.\.$/, ""),
        isOptional: value !== "",
        isOpen: type.endsWith("..."),
      }));
    cache.set(key, found);
  }
  return found;
}

/** Returns the parameters' types as text, the same for two declarations of one function. */
export function written(r: Resolver, target: Target): string {
  return inputsOf(r, target)
    .map(({ type }) => type.replace(/\s|\p{ID_Continue}+\.(?=\p{Lu})/gu, ""))
    .join();
}

/** Returns the functions that take the arguments of a call: by number and name, then by type. */
export function fitting(
  r: Resolver,
  place: Place,
  call: Call,
  all: readonly Target[],
  inputs: (r: Resolver, target: Target) => readonly Input[],
): readonly Target[] {
  const args = call.args === "" ? [] : call.args.split(ARGUMENT_SEPARATOR).map(argument);
  if (args.some(({ chain }) => chain === SPREAD)) return all.length > 1 ? [] : all;
  const matched = all.flatMap((target) => {
    const pairs = paired(args, inputs(r, target));
    return pairs === undefined ? [] : [{ target, pairs }];
  });
  const values = new Map(args.map((arg) => [arg, argumentValue(r, place, arg)]));
  const costs = matched.map(({ target, pairs }) =>
    pairs.reduce((sum, [arg, input]) => sum + costOf(r, arg, values.get(arg), input, target), 0),
  );
  const least = Math.min(...costs);
  if (least === IMPOSSIBLE) return [];
  return matched.filter((_item, at) => costs[at] === least).map(({ target }) => target);
}

function argument(text: string): Argument {
  const equals = /^([\p{ID_Start}_]\p{ID_Continue}*)=(?!typeof)/u.exec(text);
  return equals === null
    ? { label: "", chain: text }
    : { label: equals[1] ?? "", chain: text.slice(equals[0].length) };
}

/** Pairs each argument with its parameter; undefined if they do not fit. */
function paired(
  args: readonly Argument[],
  inputs: readonly Input[],
): readonly (readonly [Argument, Input])[] | undefined {
  const pairs: [Argument, Input][] = [];
  const used = new Set<Input>();
  let next = 0;
  for (const arg of args) {
    const input = inputFor(arg, inputs, next);
    if (input === undefined || (used.has(input) && !input.isOpen)) return undefined;
    if (arg.label === "" && arg.chain !== TRAILING)
      next = inputs.indexOf(input) + (input.isOpen ? 0 : 1);
    used.add(input);
    pairs.push([arg, input]);
  }
  const isWhole = inputs.every((input) => used.has(input) || input.isOptional || input.isOpen);
  return isWhole ? pairs : undefined;
}

function inputFor({ label, chain }: Argument, inputs: readonly Input[], next: number) {
  if (chain === TRAILING) return inputs.at(-1);
  return label === "" ? inputs[next] : inputs.find(({ name }) => name === label);
}

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Costs: of a supertype, of what is not known, and of the type of all values. */
const [BELOW, UNKNOWN, ANY] = [1, 3, 5];

function argumentValue(r: Resolver, place: Place, { chain }: Argument): Value | undefined {
  if (chain === "?" || chain === "null" || chain.startsWith(LAMBDA) || chain === TRAILING)
    return undefined;
  const value = r.evaluate(chain, place)?.value;
  return value?.kind === "definition" ? r.held(value, value.env) : value;
}

function costOf(
  r: Resolver,
  { chain }: Argument,
  value: Value | undefined,
  { type }: Input,
  target: Target,
): number {
  if (chain === LAMBDA || chain === TRAILING) return lambdaCost(type);
  if (type === "Any") return ANY;
  if (value === undefined) return UNKNOWN;
  if (type.includes("=>")) {
    if (value.kind === "signature") return 0;
    return isPlain(value) ? IMPOSSIBLE : UNKNOWN;
  }
  const expected = r.typeOf(parseType(type), { file: target.file, scope: target.definition });
  if (expected === undefined) return UNKNOWN;
  return chain === "<Int>" && isNumber(expected)
    ? numberCost(expected)
    : between(r, value, expected);
}

function lambdaCost(type: string): number {
  if (type.includes("=>")) return 0;
  return KOTLIN_PLAIN.has(type) ? IMPOSSIBLE : UNKNOWN;
}

/** A number without a mark can have several types. */
const NUMBERS = ["Int", "Long", "Short", "Byte", "UInt", "ULong", "Double", "Float", "CGFloat"];
const isNumber = (type: Value) => type.kind === "external" && NUMBERS.includes(type.name);
const numberCost = (type: Value) => (type.kind === "external" && type.name === "Int" ? 0 : BELOW);

const isPlain = (value: Value) => value.kind === "external" && KOTLIN_PLAIN.has(value.name);

function between(r: Resolver, value: Value, expected: Value): number {
  if (value.kind === "external" && expected.kind === "external") {
    if (value.name === expected.name) return 0;
    if (isKotlinBelow(value.name, expected.name)) return BELOW;
  }
  if (isPlain(value) || isPlain(expected)) return IMPOSSIBLE;
  return value.kind === "instance" && expected.kind === "instance"
    ? betweenOwn(r, value, expected)
    : UNKNOWN;
}

type Own = Extract<Value, { readonly kind: "instance" }>;

function betweenOwn(r: Resolver, value: Own, expected: Own): number {
  const at = r.lineage(value, undefined).order.findIndex((item) => isSameType(r, item, expected));
  if (at >= 0) return at === 0 ? 0 : BELOW;
  return hasOutsideBase(r, value) ? UNKNOWN + 1 : IMPOSSIBLE;
}
