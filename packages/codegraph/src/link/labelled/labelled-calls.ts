/** Compares the arguments of a call with the parameters of functions, in languages with names for arguments. */

import { dirname } from "node:path/posix";
import { ARGUMENT_SEPARATOR } from "../../facts/argument-list.ts";
import type { Call } from "../../facts/facts.ts";
import { RECEIVER } from "../../facts/kotlin/take-kotlin.ts";
import { LABEL } from "../../facts/swift/take-swift.ts";
import { SPREAD, TRAILING } from "../../facts/text/labelled-arguments.ts";
import { getOrCreate } from "../../maps.ts";
import { isKotlin } from "../kotlin/kotlin-files.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import { KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import type { Position, Target } from "../value.ts";
import {
  type Argument,
  argumentValue,
  costOf,
  expectedIn,
  IMPOSSIBLE,
  type Input,
  isLambda,
} from "./argument-costs.ts";

const inputsFor = perResolver(() => new Map<string, readonly Input[]>());

/** Returns the parameters of a function in order. */
export function inputsOf(r: Resolver, { file, definition }: Target): readonly Input[] {
  const cache = inputsFor(r);
  const key = `${file} ${definition}`;
  return getOrCreate(cache, key, () =>
    r.program
      .bindings(file, definition)
      .filter(({ parameter }) => parameter >= 0)
      .sort((a, b) => a.parameter - b.parameter)
      .map(({ name, type, value }) => ({
        name,
        label: labelIn(value) ?? name,
        type: type.replace(/\.\.\.$/, ""),
        isOptional: value.startsWith("#"),
        isOpen: type.endsWith("..."),
      })),
  );
}

/** Returns the label that a parameter of Swift has instead of its name. */
function labelIn(value: string): string | undefined {
  const mark = value.indexOf(LABEL);
  if (mark < 0) return undefined;
  const label = value.slice(mark + LABEL.length);
  return label === "_" ? "" : label;
}

/** Returns the parameters' types as text, the same for two declarations of one function. */
export function written(r: Resolver, target: Target): string {
  return inputsOf(r, target)
    .map(({ type }) => type.replace(/\s|\p{ID_Continue}+\.(?=\p{Lu})/gu, ""))
    .join();
}

/** A function that takes the arguments of a call, with the parameter of each. */
export interface MatchedCall {
  readonly target: Target;
  readonly pairs: ReturnType<Pairing> & {};
}

/** Returns the functions that take the arguments of a call: by number and name, then by type. */
export function fitting(
  r: Resolver,
  place: Position,
  call: Call,
  all: readonly Target[],
  inputs: (r: Resolver, target: Target) => readonly Input[],
): readonly Target[] {
  return fittingPairs(r, place, call, all, inputs, paired).map(({ target }) => target);
}

/** As `fitting`, with the parameter of each argument. */
export function fittingPairs(
  r: Resolver,
  place: Position,
  call: Call,
  all: readonly Target[],
  inputs: (r: Resolver, target: Target) => readonly Input[],
  pair: Pairing,
): readonly MatchedCall[] {
  const args = call.args === "" ? [] : call.args.split(ARGUMENT_SEPARATOR).map(argument);
  if (args.some(({ chain }) => chain === SPREAD))
    return all.length > 1 ? [] : all.map((target) => ({ target, pairs: [] }));
  const matched = all.flatMap((target) => {
    const pairs = pair(args, inputs(r, target));
    return pairs === undefined ? [] : [{ target, pairs }];
  });
  const values = new Map(args.map((arg) => [arg, argumentValue(r, place, arg)]));
  const costs = matched.map(({ target, pairs }) =>
    pairs.reduce((sum, [arg, input]) => sum + costOf(r, arg, values.get(arg), input, target), 0),
  );
  const minCost = Math.min(...costs);
  if (minCost === IMPOSSIBLE) return [];
  const cheapest = matched.filter((_item, at) => costs[at] === minCost);
  const [first] = cheapest;
  if (first === undefined || !areSameForEach(cheapest)) return cheapest;
  if (isSwift(r, first.target.file)) return withFewestDefaults(r, cheapest);
  return areVisibleTogether(r, cheapest) ? withoutDefaults(r, cheapest) : cheapest;
}

/** Returns whether the type of an argument is not known. */
export function hasUnknownArgument(r: Resolver, place: Position, { args }: Call): boolean {
  if (args === "") return false;
  return args
    .split(ARGUMENT_SEPARATOR)
    .map(argument)
    .some(
      (arg) =>
        !/^[#"]/.test(arg.chain) &&
        !isLambda(arg.chain) &&
        argumentValue(r, place, arg) === undefined,
    );
}

/** Returns whether several functions have the same type for each argument, so that they differ in what is left out. */
function areSameForEach(all: readonly MatchedCall[]): boolean {
  const types = ({ pairs }: MatchedCall) => pairs.map(([, { type }]) => type).join();
  const [first] = all;
  return first !== undefined && all.length > 1 && all.every((item) => types(item) === types(first));
}

/** Returns whether functions of Kotlin are visible together: others may belong to projects that see one of them only. */
function areVisibleTogether(r: Resolver, all: readonly MatchedCall[]): boolean {
  const files = new Set(all.map(({ target }) => target.file));
  const isMember = ({ target }: MatchedCall) =>
    (r.program.definition(target.file, target.definition)?.container ?? -1) >= 0;
  const folders = new Set([...files].map((file) => dirname(r.program.paths[file] ?? "")));
  return (
    [...files].every((file) => isKotlin(r, file)) && (folders.size === 1 || all.every(isMember))
  );
}

/** Returns the functions of Kotlin that take no list of arguments, and of these the ones without a parameter left out. */
function withoutDefaults(r: Resolver, all: readonly MatchedCall[]): readonly MatchedCall[] {
  const closed = all.filter(({ pairs }) => pairs.every(([, input]) => !input.isOpen));
  const rest = closed.length > 0 ? closed : all;
  const whole = rest.filter(({ target, pairs }) => {
    const used = new Set(pairs.map(([, { name }]) => name));
    return inputsOf(r, target).every(({ name }) => name === RECEIVER || used.has(name));
  });
  return whole.length > 0 ? whole : rest;
}

/** What separates the names in a type. */
const NO_NAME = /[^\p{ID_Continue}]+/u;

/** Returns the functions of Swift of which the fewest parameters are left out, and whose type parameters are known. */
function withFewestDefaults(r: Resolver, all: readonly MatchedCall[]): readonly MatchedCall[] {
  const left = all.map(({ target, pairs }) => {
    const used = new Set(pairs.map(([, input]) => input));
    const inputs = inputsOf(r, target);
    const names = r.program.definition(target.file, target.definition)?.typeParameters ?? [];
    const isOpen = names.some((name) => {
      const isNamed = ({ type }: Input) => type.split(NO_NAME).includes(name);
      return inputs.some(isNamed) && !inputs.some((input) => used.has(input) && isNamed(input));
    });
    return isOpen ? IMPOSSIBLE : inputs.filter((input) => !used.has(input)).length;
  });
  const minCost = Math.min(...left);
  const fewest = all.filter((_item, at) => left[at] === minCost);
  // Without a closure for its result, it may be the function that is awaited, which is not known of a call.
  const isSure = all.every((item) => closuresLeft(r, item) === closuresLeft(r, fewest[0] ?? item));
  return isSure ? fewest : all;
}

/** Returns the number of closures that a call leaves out. */
function closuresLeft(r: Resolver, { target, pairs }: MatchedCall): number {
  const used = new Set(pairs.map(([, input]) => input));
  return inputsOf(r, target).filter(
    (input) => !used.has(input) && expectedIn(r, input.type, target)?.kind === "signature",
  ).length;
}

function argument(text: string): Argument {
  const equals = /^([\p{ID_Start}_]\p{ID_Continue}*)=(?!typeof)/u.exec(text);
  return equals === null
    ? { label: "", chain: text }
    : { label: equals[1] ?? "", chain: text.slice(equals[0].length) };
}

/** Pairs each argument with its parameter; undefined if they do not fit. */
type Pairing = (
  args: readonly Argument[],
  inputs: readonly Input[],
) => readonly (readonly [Argument, Input])[] | undefined;

/** As `paired`, where arguments have the labels and the order of the parameters. */
export function pairedInOrder(
  args: readonly Argument[],
  inputs: readonly Input[],
): readonly (readonly [Argument, Input])[] | undefined {
  const trailing = args.findIndex(({ chain }) => chain.startsWith(TRAILING));
  const [listed, behind] =
    trailing < 0 ? [args, []] : [args.slice(0, trailing), args.slice(trailing)];
  const pairs: [Argument, Input][] = [];
  const open: Input[] = [];
  let next = 0;
  for (const arg of listed) {
    const last = pairs.at(-1)?.[1];
    if (last?.isOpen === true && arg.label === "") {
      pairs.push([arg, last]);
      continue;
    }
    const at = inputs.findIndex((input, index) => index >= next && input.label === arg.label);
    const input = inputs[at];
    if (input === undefined) return undefined;
    open.push(...inputs.slice(next, at));
    pairs.push([arg, input]);
    next = at + 1;
  }
  const closures = pairedBehind(behind, [...open, ...inputs.slice(next)]);
  return closures === undefined ? undefined : [...pairs, ...closures];
}

/** Pairs the lambdas behind a list with some of the parameters that are left; the others need a default. */
function pairedBehind(
  lambdas: readonly Argument[],
  left: readonly Input[],
): [Argument, Input][] | undefined {
  const pairs: [Argument, Input][] = [];
  const used = new Set<Input>();
  for (const arg of [...lambdas].reverse()) {
    const isFitting = (input: Input) =>
      !used.has(input) &&
      (arg.label === "" ? !KOTLIN_PLAIN.has(input.type) : input.label === arg.label);
    const input =
      left.findLast((item) => isFitting(item) && item.type.includes("=>")) ??
      left.findLast(isFitting);
    if (input === undefined) return undefined;
    used.add(input);
    pairs.push([arg, input]);
  }
  const isWhole = left.every((input) => used.has(input) || input.isOptional || input.isOpen);
  return isWhole ? pairs.reverse() : undefined;
}

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
    if (arg.label === "" && !arg.chain.startsWith(TRAILING))
      next = inputs.indexOf(input) + (input.isOpen ? 0 : 1);
    used.add(input);
    pairs.push([arg, input]);
  }
  const isWhole = inputs.every((input) => used.has(input) || input.isOptional || input.isOpen);
  return isWhole ? pairs : undefined;
}

function inputFor({ label, chain }: Argument, inputs: readonly Input[], next: number) {
  if (chain.startsWith(TRAILING)) return inputs.at(-1);
  return label === "" ? inputs[next] : inputs.find(({ name }) => name === label);
}
